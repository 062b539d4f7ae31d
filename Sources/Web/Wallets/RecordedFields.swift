import Languages
import Ledger
import Market
import Portfolio
import Records

/// The fields of the form "Record" for a recorded transaction, so that it can be edited.
struct RecordedFields: Sendable {
    let row: TransactionRow
    let isTakenBack: Bool
    let format: Conventions

    /// Nil for a transaction that the form cannot record, such as a correction.
    var fields: Fields? {
        guard let kind = RecordKind(rawValue: row.kind.rawValue) else { return nil }
        var values: [(name: String, value: String)] = [
            ("kind", kind.rawValue), ("asset", "\(row.asset)"), ("time", day), ("note", row.note),
            ("fee", row.fee.map(amount) ?? ""),
        ]
        switch kind {
        case .buy, .sell: values += trade
        case .deposit: values += [("quantity", amount(row.quantity)), ("cost", row.value.map { amount($0.amount) } ?? "")]
        case .transfer: values += [("quantity", amount(row.quantity)), ("to", row.targetID ?? "")]
        case .income:
            values += [
                ("quantity", amount(row.quantity)), ("basis", row.isAtMarketValue ? "market" : "zero"),
                ("value", row.isAtMarketValue ? row.value.map { amount($0.amount) } ?? "" : ""),
            ]
        case .withdrawal, .fee, .set:
            values += [("quantity", amount(row.quantity)), ("value", row.value.map { amount($0.amount) } ?? "")]
        }
        return Fields(values.filter { !$0.value.isEmpty })
    }

    private var day: String { "\(Day(secondsSince1970: row.time))" }

    private func amount(_ amount: FixedDecimal) -> String { format.exact("\(amount)") }

    /// The coins and the price, or the cash and the price, whichever give the recorded trade exactly.
    private var trade: [(name: String, value: String)] {
        guard let cash = row.cash, let price = try? cash.divided(by: row.quantity) else {
            return [("quantity", amount(row.quantity))]
        }
        let size = (try? row.quantity.multiplied(by: price)) == cash
        let first = size ? ("quantity", amount(row.quantity)) : ("cash", amount(cash.amount))
        return [first, ("price", amount(price.amount))]
    }

    /// The moment to send for a typed day: an unchanged day keeps the time of day.
    func time(typed: String) -> String { typed == day ? MomentText.iso(row.time) : typed }
}
