import Banking
import HTMLTemplates
import Languages
import Market
import PageKit

/// The form that links a card. Its number is never shown again, not even if it was mistyped.
struct CardForm: Sendable {
    static let members = ["/number": "number", "/expires": "expires", "/label": "label"]
    let typed: Fields

    /// Returns the errors beside each field.
    ///
    /// - Parameters:
    ///   - bankTime: on the bank's clock, in seconds since 1970-01-01 UTC.
    ///   - isFast: whether that clock runs at another speed than ours, so that its day must be shown.
    func errors(bankTime: Int, isFast: Bool, _ words: Words) -> FormErrors {
        var errors = FormErrors()
        do { _ = try CardNumber(typed["number"]) } catch { errors.add(Self.sentence(error, words), to: "number") }
        do {
            try CardExpiry(typed["expires"]).check(on: Day(secondsSince1970: bankTime))
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

    static func views(_ form: CardForm?, _ errors: FormErrors, _ words: Words) -> [TemplateValue] {
        var number = FieldView(
            "number", .digits, words("pay.card.number"), hint: words("pay.card.number.hint"), isRequired: true)
        number.isKept = false
        let expires = FieldView(
            "expires", .digits, words("pay.card.expires"), hint: words("pay.card.expires.hint"), isRequired: true)
        return [number, expires, FieldView.methodLabel(words)].map { $0.values(errors, typed: form?.typed, prefix: "card-") }
    }
}

/// The form that links a bank account.
struct BankAccountForm: Sendable {
    static let members = ["/iban": "iban", "/label": "label"]
    let typed: Fields

    func errors(_ words: Words) -> FormErrors {
        var errors = FormErrors()
        do { _ = try IBAN(typed["iban"]) } catch { errors.add(Self.sentence(error, words), to: "iban") }
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

    static func views(_ form: BankAccountForm?, _ errors: FormErrors, _ words: Words) -> [TemplateValue] {
        var iban = FieldView("iban", .text, words("pay.iban"), hint: words("pay.iban.hint"), isRequired: true)
        iban.isKept = false
        return [iban, FieldView.methodLabel(words)].map { $0.values(errors, typed: form?.typed, prefix: "account-") }
    }
}

extension FieldView {
    fileprivate static func methodLabel(_ words: Words) -> FieldView {
        FieldView("label", .text, words("pay.method.label"), hint: words("pay.method.label.hint"))
    }
}
