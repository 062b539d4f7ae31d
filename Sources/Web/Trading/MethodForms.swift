import Banking
import HTMLTemplates
import Languages
import Market

/// The form that links a card. Its number is never shown again, not even if it was mistyped.
struct CardForm: Sendable {
    static let members = ["/number": "number", "/expires": "expires", "/label": "label"]
    private let number: String
    private let expires: String
    private let label: String

    init(_ fields: Fields) { (number, expires, label) = (fields["number"], fields["expires"], fields["label"]) }

    /// Returns the errors beside each field.
    ///
    /// - Parameters:
    ///   - bankTime: on the bank's clock, in seconds since 1970-01-01 UTC.
    ///   - isFast: whether that clock runs at another speed than ours, so that its day must be shown.
    func errors(bankTime: Int, isFast: Bool, _ words: Words) -> FormErrors {
        var errors = FormErrors()
        do { _ = try CardNumber(number) } catch { errors.add(Self.sentence(error, words), to: "number") }
        do {
            try CardExpiry(expires).check(on: Day(secondsSince1970: bankTime))
        } catch {
            var sentence = Self.sentence(error, words)
            if isFast, case .over = error {
                let today = words.format.date(Day(secondsSince1970: bankTime), .plain)
                sentence += " " + words("pay.expires.today", ["date": today])
            }
            errors.add(sentence, to: "expires")
        }
        return errors
    }

    private static func sentence(_ error: CardNumberError, _ words: Words) -> String {
        switch error {
        case .missing: words("wallet.error.missing")
        case .hiddenCharacter: words("pay.number.hidden")
        case .character(let character): words("pay.card.character", ["character": "\(character)"])
        case .tooLong: words("pay.number.long")
        case .length(let count): words("pay.card.length", n: count)
        case .networkLength(let network, let have, let lastFour):
            words("pay.card.network-length", n: have, ["network": network.name, "end": lastFour])
        case .checkDigit(let lastFour): words("pay.card.check", ["end": lastFour])
        }
    }

    private static func sentence(_ error: CardExpiryError, _ words: Words) -> String {
        switch error {
        case .malformed: words("pay.expires.malformed")
        case .month(let month): words("pay.expires.month", ["month": "\(month)"])
        case .over(let expiry): words("pay.expires.over", ["expires": "\(expiry)"])
        }
    }

    static func views(_ form: CardForm?, _ errors: FormErrors?, _ words: Words) -> [TemplateValue] {
        var number = MethodField("number", words("pay.card.number"), hint: words("pay.card.number.hint"))
        (number.autocomplete, number.inputMode) = ("off", "numeric")
        var expires = MethodField("expires", words("pay.card.expires"), hint: words("pay.card.expires.hint"))
        (expires.inputMode, expires.value) = ("numeric", form?.expires ?? "")
        var label = MethodField("label", words("pay.method.label"), hint: words("pay.method.label.hint"))
        (label.value, label.isRequired) = (form?.label ?? "", false)
        return [number, expires, label].map { $0.values(prefix: "card", errors) }
    }
}

/// The form that links a bank account.
struct BankAccountForm: Sendable {
    static let members = ["/iban": "iban", "/label": "label"]
    private let iban: String
    private let label: String

    init(_ fields: Fields) { (iban, label) = (fields["iban"], fields["label"]) }

    func errors(_ words: Words) -> FormErrors {
        var errors = FormErrors()
        do { _ = try IBAN(iban) } catch { errors.add(Self.sentence(error, words), to: "iban") }
        return errors
    }

    private static func sentence(_ error: IBANError, _ words: Words) -> String {
        switch error {
        case .missing: words("wallet.error.missing")
        case .hiddenCharacter: words("pay.number.hidden")
        case .character(let character): words("pay.iban.character", ["character": "\(character)"])
        case .tooLong: words("pay.number.long")
        case .start: words("pay.iban.start")
        case .unknownCountry(let country, _): words("pay.iban.country", ["country": country])
        case .length(let country, let have, let need, _):
            words("pay.iban.length", n: have, ["country": country, "need": "\(need)"])
        case .checkDigits: words("pay.iban.check")
        }
    }

    static func views(_ form: BankAccountForm?, _ errors: FormErrors?, _ words: Words) -> [TemplateValue] {
        let iban = MethodField("iban", words("pay.iban"), hint: words("pay.iban.hint"))
        var label = MethodField("label", words("pay.method.label"), hint: words("pay.method.label.hint"))
        (label.value, label.isRequired) = (form?.label ?? "", false)
        return [iban, label].map { $0.values(prefix: "account", errors) }
    }
}

/// A field of a form that links a card or account: `pay-field.mustache`.
struct MethodField {
    let name: String
    let label: String
    let hint: String
    var value = ""
    var inputMode = "text"
    var autocomplete = "off"
    var isRequired = true

    init(_ name: String, _ label: String, hint: String) { (self.name, self.label, self.hint) = (name, label, hint) }

    /// - Parameter prefix: of the id, since two forms of the page have a field with the same name.
    func values(prefix: String, _ errors: FormErrors?) -> TemplateValue {
        [
            "id": .text("\(prefix)-\(name)"), "name": .text(name), "label": .text(label), "hint": .text(hint),
            "value": .text(value), "inputMode": .text(inputMode), "autocomplete": .text(autocomplete),
            "isRequired": .flag(isRequired), "error": .optional(errors?.byField[name]),
        ]
    }
}
