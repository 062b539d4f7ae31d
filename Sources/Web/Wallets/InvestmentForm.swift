import Languages
import Ledger
import Market
import Server

/// The form of an investment: coins at their buy price.
struct InvestmentForm: Sendable {
    static let fields = ["asset", "quantity", "price", "time", "note"]
    var typed: [String: String]

    init() { typed = [:] }
    init(_ fields: Fields) { typed = Dictionary(uniqueKeysWithValues: Self.fields.map { ($0, fields[$0]) }) }

    subscript(field: String) -> String { typed[field] ?? "" }

    /// Returns the input of the operation, and the errors that can be found without it: an incomplete investment is not recorded.
    ///
    /// - Parameter id: the number of the investment to correct; nil for a new one.
    func input(_ words: Words, id: String?) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        var plain: [String: String] = [:]
        for field in ["asset", "quantity", "price", "time"] where self[field].isEmpty {
            errors.add(words("wallet.error.missing"), to: field)
        }
        for field in ["quantity", "price"] where !self[field].isEmpty {
            plain[field] = words.format.decimal(typed: self[field])
            if plain[field] == nil { errors.add(words("wallet.amount.bad", ["text": self[field]]), to: field) }
        }
        return (
            [
                "transaction": id, "asset": self["asset"], "quantity": plain["quantity"], "price": plain["price"],
                "time": self["time"], "note": self["note"],
            ], errors
        )
    }

    func values(_ errors: FormErrors, _ words: Words, isHidden: Bool) -> [FormField] {
        var asset = FormField(name: "asset", label: words("wallet.field.asset"), value: self["asset"])
        (asset.list, asset.hint, asset.isRequired) = ("assets", words("wallet.field.asset.hint"), true)
        var quantity = FormField.amount("quantity", words("wallet.field.quantity"), self["quantity"])
        var price = FormField.amount(
            "price", words("investments.price"), self["price"], unit: Currency.usd.code, hint: words("investments.price.hint"))
        var time = FormField(name: "time", label: words("investments.bought"), value: self["time"])
        (time.type, quantity.isRequired, price.isRequired, time.isRequired) = ("date", true, true, true)
        // Quantities are hidden from onlookers; a price reveals nothing.
        if isHidden { quantity.type = "password" }
        return [asset, quantity, price, time, FormField(name: "note", label: words("wallet.field.note"), value: self["note"])]
    }
}
