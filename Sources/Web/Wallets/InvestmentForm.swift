import HTMLTemplates
import Languages
import Ledger
import Market
import Server

/// The form of an investment: coins at their buy price.
struct InvestmentForm: Sendable {
    /// The fields as they were sent, or as they are filled in.
    let typed: Fields

    /// Returns the input of the operation, and the errors that can be found without it: an incomplete investment is not recorded.
    ///
    /// - Parameter id: the number of the investment to correct; nil for a new one.
    func input(_ words: Words, id: String?) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        for field in ["asset", "time"] where typed[field].isEmpty { errors.add(words("wallet.error.missing"), to: field) }
        let texts: KeyValuePairs<String, String?> = [
            "transaction": id, "asset": typed["asset"], "quantity": typed.decimal("quantity", words, &errors),
            "price": typed.decimal("price", words, &errors), "time": typed["time"], "note": typed["note"],
        ]
        return (texts, errors)
    }

    func values(_ errors: FormErrors, _ words: Words, isHidden: Bool) -> TemplateValue {
        var quantity = FieldView("quantity", .amount(), words("wallet.field.quantity"), isRequired: true)
        // Quantities are hidden from onlookers; a price reveals nothing.
        if isHidden { quantity.type = "password" }
        let fields = [
            FieldView("asset", .coin, words("wallet.field.asset"), hint: words("wallet.field.asset.hint"), isRequired: true),
            quantity,
            FieldView(
                "price", .amount(unit: Currency.usd.code), words("investments.price"), hint: words("investments.price.hint"),
                isRequired: true),
            FieldView("time", .date, words("investments.bought"), isRequired: true),
            FieldView("note", .text, words("wallet.field.note")),
        ]
        return .list(fields.map { $0.values(errors, typed: typed) })
    }
}
