import APIKit
import Foundation
import HTMLTemplates
import Languages
import PageKit
import People

/// The profile of a person with an account: name, picture, personal details, address, language of mails and time zone.
package struct ProfilePages: Sendable {
    let operations: OwnAccountOperations
    let storage: StorageOperations
    let details: ProfileOperations

    func add(to pages: inout PageList) {
        pages.get("/account", .session(.full)) { .page(try await page($0)) }
        pages.post("/account", .session(.full), change)
        pages.get("/account/picture", .session(.any)) { .response(try await $0.perform(operations.picture).asResponse) }
        pages.post("/account/picture", .session(.full), maximumBytes: 11 << 20, setPicture)
        pages.post("/account/picture/removal", .session(.full), operations.removePicture.form(to: "/account?done=saved"))
        pages.post("/account/details", .session(.full), changeDetails)
        pages.postFresh("/account/email", .session(.full), changeEmail)
    }

    /// The form that was refused.
    private enum Form { case profile, picture, details, email }

    private func page(
        _ visit: Visit, _ form: Form? = nil, _ errors: FormErrors = FormErrors(), typed: Fields? = nil, notice: String? = nil
    ) async throws -> Page {
        func shown(_ own: Form) -> (FormErrors, Fields?) { form == own ? (errors, typed) : (FormErrors(), nil) }
        let (words, profile) = (visit.words, try await visit.perform(details.show))
        let own = DetailsForm("/account/details", profile, visit)
        var page = AccountFrame.page(
            visit, .profile, title: words("account.title"),
            [
                try profileCard(visit, shown(.profile)), own.card(shown(.details)),
                try emailCard(visit, shown(.email), notice: notice), try await storageCard(visit),
            ])
        page.template = "account-profile"
        page.values.merge(OwnPicture("/account/picture", profile, name: try visit.account.name).values(visit, shown(.picture).0)) {
            $1
        }
        page.values["signedInAs"] = .text(try visit.account.email.text)
        return page.with(errors)
    }

    // MARK: Profile

    private func profileCard(_ visit: Visit, _ shown: (errors: FormErrors, typed: Fields?)) throws -> CardView {
        let (words, person) = (visit.words, try visit.account)
        let form = FormView(
            "/account",
            [
                FieldView(
                    "name", .text, words("account.field.shown-name"), hint: words("account.field.shown-name-hint"),
                    value: person.name, autocomplete: "name"),
                FieldView(
                    "language", .choice(Self.languages), words("account.field.mail-language"),
                    hint: words("account.field.mail-language-hint"), value: person.choices.language.rawValue),
                FieldView(
                    "time_zone", .choice(Self.zones(person.choices.timeZone)), words("account.field.time-zone"),
                    value: person.choices.timeZone),
            ], submit: words("account.save"))
        var card = CardView("profile", words("account.profile.heading"))
        card.forms = [form.values(shown.errors, typed: shown.typed)]
        return card
    }

    private static let languages = Language.choices

    private static func zones(_ own: String) -> [(value: String, text: String)] {
        // The chosen time zone may be one that this machine does not know.
        let names = Set(TimeZone.knownTimeZoneIdentifiers + ["UTC", own])
        return names.sorted().map { ($0, $0.replacing("_", with: " ")) }
    }

    private func change(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            // The operation would leave the name as it is if the text is empty.
            _ = try PersonName.checked(fields["name"])
            _ = try await visit.perform(
                operations.change,
                ["name": fields["name"], "language": fields["language"], "time_zone": fields["time_zone"]])
        } catch {
            let errors = try FormErrors(error, ["name", "language", "time_zone"], visit.words)
            return .page(try await page(visit, .profile, errors, typed: fields))
        }
        return .redirect("/account?done=saved", SettingsPages.cookie(.language, fields["language"], visit))
    }

    // MARK: Storage

    private func storageCard(_ visit: Visit) async throws -> CardView {
        let (words, format) = (visit.words, visit.format)
        let (use, quotas) = try await visit.perform(storage.show)
        func pair(_ name: String, _ used: Int, _ limit: Int?, _ shown: (Int) -> String) -> (name: String, value: String) {
            guard let limit else { return (name, shown(used)) }
            return (name, words("account.storage.of", ["used": shown(used), "limit": shown(limit)]))
        }
        var card = CardView("storage", words("account.storage.heading"))
        card.pairs = [
            pair(words("account.storage.transactions"), use.transactions, quotas.transactions) { format.exact("\($0)") },
            pair(words("account.storage.jobs"), use.jobBytes, quotas.jobBytes, format.bytes),
            pair(words("account.storage.pictures"), use.pictureBytes, quotas.pictureBytes, format.bytes),
        ]
        return card
    }

    // MARK: Picture

    private func setPicture(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        if let errors = try await OwnPicture.send(fields, to: operations.setPicture, visit) {
            return .page(try await page(visit, .picture, errors))
        }
        return .redirect("/account?done=saved")
    }

    // MARK: Details

    private func changeDetails(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        if let errors = try await DetailsForm.send(fields, to: details.set, visit) {
            return .page(try await page(visit, .details, errors, typed: fields))
        }
        return .redirect("/account?done=saved")
    }

    // MARK: Address

    private func emailCard(_ visit: Visit, _ shown: (errors: FormErrors, typed: Fields?), notice: String?) throws -> CardView {
        let words = visit.words
        let form = FormView(
            "/account/email",
            [FieldView("email", .email, words("account.field.new-email"), hint: words("account.field.new-email-hint"))],
            submit: words("account.email.submit"), kind: .plain)
        var card = CardView("email", words("account.email.heading"))
        card.pairs = [(words("account.email.present"), try visit.account.email.text)]
        card.notice = notice
        card.forms = [form.values(shown.errors, typed: shown.typed)]
        return card
    }

    private func changeEmail(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let email = fields["email"]
        guard email.lowercased() != (try visit.account.email.key) else {
            let errors = FormErrors(visit.words("account.email.same"), to: "email")
            return .page(try await page(visit, .email, errors, typed: fields))
        }
        do {
            try await visit.perform(operations.changeEmail, fields)
        } catch {
            return .page(try await page(visit, .email, try FormErrors(error, ["email"], visit.words), typed: fields))
        }
        return .page(try await page(visit, notice: visit.words("account.email.mailed", ["email": email])))
    }
}
