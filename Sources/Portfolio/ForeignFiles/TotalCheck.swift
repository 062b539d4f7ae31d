import Ledger

/// Compares the totals of a foreign table with price × quantity.
///
/// A total may include the fee, and all three numbers may be rounded: to as many places as the column shows in any row, because
/// programs leave out zeros at the end.
struct TotalCheck {
    /// A row whose total differs from price × quantity by more than its fee.
    private struct Difference {
        let line: Int
        let price, quantity: FixedDecimal
        /// What the fee does not explain.
        let amount: FixedDecimal
    }

    private var differences: [Difference] = []
    /// The most decimal places of the numbers of each column.
    private var places: [ColumnMatch.Field: Int] = [:]

    /// Notes with how many places a number is written.
    mutating func note(_ places: Int, of field: ColumnMatch.Field) { self.places[field] = max(self.places[field] ?? 0, places) }

    /// Adds a row. All amounts are positive.
    ///
    /// - Parameter fee: in US dollars; zero for a fee in another asset than the row's.
    mutating func add(line: Int, total: FixedDecimal, price: FixedDecimal, quantity: FixedDecimal, fee: FixedDecimal) {
        // Without a product, the row is refused for its amounts.
        guard let product = try? quantity.multiplied(by: price), let distance = try? total.subtracting(product).magnitude,
            let amount = try? distance.subtracting(fee), amount > .zero
        else { return }
        differences.append(Difference(line: line, price: price, quantity: quantity, amount: amount))
    }

    /// Adds the rows and columns of another part of the table.
    mutating func add(_ other: TotalCheck) {
        differences += other.differences
        places.merge(other.places, uniquingKeysWith: max)
    }

    /// The lines of rows whose difference is more than rounding explains.
    var differingLines: [Int] { differences.filter { !isRounding($0) }.map(\.line) }

    private func isRounding(_ difference: Difference) -> Bool {
        // A quantity with few places, such as 2 or 0.5, is exact: no program rounds coins so coarsely.
        let ofQuantity = (places[.quantity] ?? 0) >= 4 ? lastPlace(.quantity) : .zero
        guard let byPrice = try? difference.quantity.multiplied(by: lastPlace(.price)),
            let byQuantity = try? difference.price.multiplied(by: ofQuantity),
            let sum = try? lastPlace(.cash).adding(byPrice).adding(byQuantity)
        else { return false }
        return difference.amount <= sum
    }

    /// One unit in the last place of a column.
    private func lastPlace(_ field: ColumnMatch.Field) -> FixedDecimal {
        let zeros = FixedDecimal.places - min(places[field] ?? 0, FixedDecimal.places)
        return FixedDecimal(units: (0..<zeros).reduce(1) { unit, _ in unit * 10 })
    }
}
