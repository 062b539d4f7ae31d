import Languages
import Ledger
import Market
import PageKit
import Portfolio
import Records

/// The fields of the form "Record" for a recorded transaction, so that it can be edited.
struct RecordedFields: Sendable {
    let row: TransactionRow
    let isTakenBack: Bool
    let format: Conventions

    /// Nil for a transaction that the form cannot record, such as a correction.
    var fields: PageKit.Fields? {
        guard let kind = RecordKind(rawValue: row.kind.rawValue) else { return nil }
        var values: [(name: String, value: String)] = [
            ("kind", kind.rawValue), ("asset", "\(row.asset)"), ("time", day), ("note", row.note),
            ("fee", row.fee.map(amount) ?? ""), ("label", row.label?.rawValue ?? ""),
            ("unknown", row.value == nil && row.asset != .usd && kind.fields.contains("unknown") ? "yes" : ""),
        ]
        switch kind {
        case .buy, .sell: values += trade
        case .deposit: values += [("quantity", amount(row.quantity)), ("cost", worth)]
        case .transfer: values += [("quantity", amount(row.quantity)), ("to", row.targetID ?? "")]
        case .income:
            values += [
                ("quantity", amount(row.quantity)), ("basis", row.isAtMarketValue ? "market" : "zero"),
                ("value", worth),
            ]
        case .swap, .split:
            values += [
                ("quantity", amount(row.quantity)), ("to_asset", row.received?.asset.description ?? ""),
                ("to_quantity", row.received.map { amount($0.quantity) } ?? ""), ("value", worth),
            ]
        case .withdrawal, .fee, .set: values += [("quantity", amount(row.quantity)), ("value", worth)]
        }
        return PageKit.Fields(values.filter { !$0.value.isEmpty })
    }

    private var day: String { "\(Day(secondsSince1970: row.time))" }

    private func amount(_ amount: FixedDecimal) -> String { format.exact("\(amount)") }

    private var worth: String { row.value.map { amount($0.amount) } ?? "" }

    /// The coins and the price, or the coins and the cash if no price that an order accepts gives the recorded trade exactly.
    private var trade: [(name: String, value: String)] {
        let size = ("quantity", amount(row.quantity))
        guard let cash = row.cash else { return [size] }
        guard let price = try? cash.divided(by: row.quantity), price.amount < Transaction.amountLimit,
            (try? row.quantity.multiplied(by: price)) == cash
        else { return [size, ("cash", amount(cash.amount))] }
        return [size, ("price", amount(price.amount))]
    }

    /// Returns the fields to record for those of the form. What was not changed keeps what the form cannot show: the time of the day,
    /// and the lines and outer spaces of the note.
    func completed(_ typed: PageKit.Fields) -> PageKit.Fields {
        var fields = typed
        if typed["time"] == day { fields = fields.with("time", MomentText.iso(row.time)) }
        if typed["note"] == noteInOneLine { fields = fields.with("note", row.note) }
        return fields
    }

    /// The note as a browser sends it back.
    private var noteInOneLine: String {
        let scalars = row.note.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
        return PageKit.Fields([("note", String(String.UnicodeScalarView(scalars)))])["note"]
    }
}
