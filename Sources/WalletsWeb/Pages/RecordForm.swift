import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio
import Records

/// The kinds of events in the form "Record".
package enum RecordKind: String, CaseIterable, Sendable {
    case buy, sell, swap, deposit, withdrawal, transfer, fee, income, split, set

    /// The labels that its transactions may have.
    var labels: [Transaction.Label] { Transaction.Kind(rawValue: rawValue)?.labels ?? [] }

    /// The fields of this kind, besides asset, day and note.
    var fields: [String] { amounts + (labels.isEmpty ? [] : ["label"]) }

    private var amounts: [String] {
        switch self {
        case .buy: ["quantity", "cash", "price", "deposit", "fee"]
        case .sell: ["quantity", "cash", "price", "fee"]
        case .deposit: ["quantity", "cost", "unknown"]
        case .withdrawal: ["quantity", "value", "unknown"]
        case .fee, .set: ["quantity"]
        case .transfer: ["quantity", "to", "fee"]
        case .income: ["quantity", "basis", "value", "unknown"]
        case .swap: ["quantity", "to_asset", "to_quantity", "value", "unknown"]
        case .split: ["quantity", "to_asset", "to_quantity"]
        }
    }
}

/// The form "Record" with the typed values.
struct RecordForm: Sendable {
    let kind: RecordKind
    let typed: PageKit.Fields

    /// All fields that a kind may have.
    static let fields = [
        "replaces", "asset", "quantity", "cash", "price", "deposit", "offered", "fee", "to", "to_asset", "to_quantity", "cost",
        "basis", "value", "unknown", "label",
        "time", "note",
    ]
    /// The fields that few records need. They are folded up unless one of them has a value or an error.
    static let seldom = ["fee", "basis", "value", "unknown", "note"]
    private static let amounts = ["quantity", "cash", "price", "fee", "cost", "value", "to_quantity"]

    /// A purchase comes with the deposit of the cash that the wallet lacks, unless the form's box for it was cleared.
    ///
    /// - Parameter typed: the fields as they were sent, or as a link fills them in.
    init(_ typed: PageKit.Fields) {
        kind = RecordKind(rawValue: typed["kind"]) ?? .buy
        self.typed = kind == .buy && !typed.has("offered") ? typed.with("deposit", "yes") : typed
    }

    subscript(field: String) -> String { typed[field] }

    /// Whether a field has a value other than the one that it starts with.
    func isGiven(_ field: String) -> Bool { field == "basis" ? self[field] == "market" : !self[field].isEmpty }

    /// The number of the transaction that is edited; empty for a new one.
    var replaces: String { self["replaces"] }

    /// Returns the form to record, with what the shown one cannot show of the transaction that it edits.
    func completed(from recorded: RecordedFields?) -> RecordForm {
        let typed = typed.with("note", self["note"])
        return RecordForm(recorded?.completed(typed) ?? typed)
    }

    /// Returns the form with the day of the newest close, if no day was given and today has no close.
    func dated(_ error: any Error) -> RecordForm {
        guard case .noPrice(_, _, let newest?) = error as? PortfolioError, self["time"].isEmpty else { return self }
        return RecordForm(typed.with("time", "\(newest)"))
    }

    /// Returns the input of the operation, and the errors that can be found without it.
    ///
    /// - Parameter wallet: the wallet's id.
    func input(_ wallet: String, _ words: Words) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        var plain: [String: String] = [:]
        let needed = kind == .buy || kind == .sell ? [] : ["quantity", "to_quantity"]
        for field in Self.amounts where kind.fields.contains(field) {
            plain[field] = typed.decimal(field, words, &errors, missing: needed.contains(field) ? "wallet.error.missing" : nil)
        }
        if self["asset"].isEmpty { errors.add(words("wallet.error.missing"), to: "asset") }
        if kind.fields.contains("to_asset"), self["to_asset"].isEmpty { errors.add(words("wallet.error.missing"), to: "to_asset") }
        if kind == .transfer, self["to"].isEmpty { errors.add(words("wallet.error.missing"), to: "to") }
        let sizes = [plain["quantity"], plain["cash"]].compactMap { $0 }.count
        if kind == .buy || kind == .sell, errors.isEmpty, sizes == 0 || sizes == 2 && plain["price"] != nil {
            errors.add(words("wallet.error.quantity-or-cash"), to: "quantity")
        }
        return (texts(wallet, plain), errors)
    }

    private func texts(_ wallet: String, _ plain: [String: String]) -> KeyValuePairs<String, String?> {
        // The form sets one holding; the operation takes a list.
        let coin = kind == .set ? "holdings/0/" : ""
        return [
            "wallet": wallet, "kind": kind.rawValue, "\(coin)asset": self["asset"], "\(coin)quantity": plain["quantity"],
            "cash": plain["cash"], "price": plain["price"], "fee": plain["fee"], "cost": plain["cost"],
            "value": plain["value"], "at_market": kind == .income ? "\(self["basis"] == "market")" : nil,
            "look_up_value": kind.fields.contains("unknown") && self["unknown"] == "yes" ? "false" : nil,
            "deposit_missing_cash": kind == .buy && self["deposit"] == "yes" ? "true" : nil,
            "replaces": replaces.isEmpty ? nil : replaces,
            "to": kind == .transfer ? self["to"] : nil,
            "to_asset": kind.fields.contains("to_asset") ? self["to_asset"] : nil, "to_quantity": plain["to_quantity"],
            "label": kind.labels.first { $0.rawValue == self["label"] }?.rawValue,
            "time": self["time"], "note": typed.exact("note"),
        ]
    }
}
