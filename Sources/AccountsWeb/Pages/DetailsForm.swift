import APIKit
import HTMLTemplates
import PageKit
import People

/// The form of a person's details, on the page of an account and on that of one person's machine.
struct DetailsForm: Sendable {
    private let action: String
    private let profile: PersonalProfile
    private let words: Words

    init(_ action: String, _ profile: PersonalProfile, _ visit: Visit) {
        (self.action, self.profile, words) = (action, profile, visit.words)
    }

    private static let names = ["first_name", "last_name", "login_name", "phone", "email"]

    func card(_ shown: (errors: FormErrors, typed: Fields?)) -> CardView {
        var card = CardView("details", words("profile.details"), words("profile.text"))
        card.forms = [FormView(action, fields, submit: words("account.save")).values(shown.errors, typed: shown.typed)]
        return card
    }

    /// An account has a form of its own for its address.
    private var fields: [FieldView] {
        let details = profile.details
        var login = FieldView(
            "login_name", .text, words("profile.login-name"), hint: words("profile.login-name-hint"), value: details.loginName ?? ""
        )
        login.maximumLength = PersonalDetails.loginNameLengths.upperBound
        let phone = FieldView(
            "phone", .phone, words("verification.phone-field"), hint: words("verification.phone-hint"), value: details.phone ?? "")
        let email = FieldView("email", .email, words("account.field.email"), value: details.email ?? "")
        return [
            name("first_name", words("profile.first-name"), details.firstName, "given-name"),
            name("last_name", words("profile.last-name"), details.lastName, "family-name"), login, phone,
        ] + (profile.hasAccount ? [] : [email])
    }

    private func name(_ name: String, _ label: String, _ value: String?, _ autocomplete: String) -> FieldView {
        var field = FieldView(name, .text, label, value: value ?? "", autocomplete: autocomplete)
        field.maximumLength = PersonName.longest
        return field
    }

    /// Sends a form to the operation. Returns what is wrong with it; nil if the details are saved.
    static func send(
        _ fields: Fields, to operation: TypedOperation<PersonalDetails, PersonalProfile>, _ visit: Visit
    ) async throws -> FormErrors? {
        do {
            _ = try await visit.perform(operation, fields)
            return nil
        } catch {
            return try FormErrors(error, names, visit.words)
        }
    }
}
