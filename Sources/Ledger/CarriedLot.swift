/// A lot, or a part of one, on its way into the coin that replaces its own.
struct CarriedLot {
    var quantity: Quantity
    /// Nil if unknown.
    var cost: Money?
    let origin: LotQueue.Origin
}

extension [CarriedLot] {
    /// Returns the lots with the quantities of the new coin: `received` shared by quantity, of which the last one gets the exact remainder.
    ///
    /// The cost of a lot whose share rounds to zero goes to the next lot that has a quantity, or to the previous one if there is no next.
    ///
    /// - Parameter received: above zero, as all quantities.
    /// - Throws: ``DecimalError/overflow``.
    func becoming(_ received: Quantity) throws(DecimalError) -> [CarriedLot] {
        var lots: [CarriedLot] = []
        var whole = reduce(Quantity.zero) { $0 + $1.quantity }
        var (rest, handed) = (received, Money??.none)
        for var lot in self {
            let share = rest.share(lot.quantity, of: whole)
            (whole, rest) = (whole - lot.quantity, rest - share)
            if let cost = handed { lot.cost = try Self.sum(cost, lot.cost) }
            handed = share == .zero ? .some(lot.cost) : nil
            lot.quantity = share
            if share > .zero { lots.append(lot) }
        }
        if let cost = handed, let last = lots.indices.last { lots[last].cost = try Self.sum(lots[last].cost, cost) }
        return lots
    }

    private static func sum(_ one: Money?, _ other: Money?) throws(DecimalError) -> Money? {
        guard let one, let other else { return nil }
        return try one.adding(other)
    }
}
