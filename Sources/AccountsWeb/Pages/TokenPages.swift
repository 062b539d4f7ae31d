import APIKit
import Access
import HTMLTemplates
import Market
import PageKit
import People

/// API tokens that a person makes for programs. Each is shown once.
package struct TokenPages: Sendable {
    let people: People
    let operations: PersonalTokenOperations

    private static let path = AccountFrame.Part.tokens.rawValue

    func add(to pages: inout PageList) {
        pages.get(Self.path, .session(.full)) { .page(try await page($0)) }
        pages.postFresh(Self.path, .session(.full), create)
        pages.post("\(Self.path)/revocation", .session(.full)) { visit, fields in
            try await visit.perform(operations.revoke, ["token": fields["id"]])
            return .redirect(LocalPath.done(Self.path, "token-revoked"))
        }
    }

    private func page(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil, made: String? = nil
    ) async throws -> Page {
        let words = visit.words
        var cards: [CardView] = []
        if let made {
            var card = CardView("made", words("account.tokens.made"), words("account.tokens.made-text"))
            card.secret = made
            cards.append(card)
        }
        let now = people.parts.now()
        let tokens = try await people.tokens.all(of: visit.account.owner).filter { $0.isValid(at: now) }
        var list = CardView("tokens", words("account.tokens.heading"), words("account.tokens.text"))
        list.items = tokens.map { item($0, visit) }
        list.emptyText = words("account.tokens.none")
        var new = CardView("new-token", words("account.tokens.new"))
        new.forms = [form(visit).values(errors, typed: typed)]
        cards += [list, new]
        return AccountFrame.page(visit, .tokens, title: words("account.tokens.title"), cards).with(errors)
    }

    private func form(_ visit: Visit) -> FormView {
        let words = visit.words
        let scopes = AccessScope.allCases.filter { visit.caller.scope.allows($0) }
        let days = [7, 30, 90, 365]
        return FormView(
            Self.path,
            [
                FieldView("name", .text, words("account.field.token-name"), hint: words("account.field.token-name-hint")),
                FieldView(
                    "scope", .choice(scopes.map { ($0.rawValue, words("account.scope.\($0.rawValue)")) }),
                    words("account.field.scope"), value: AccessScope.read.rawValue),
                FieldView(
                    "days", .choice(days.map { ("\($0)", words("account.tokens.days", n: $0)) }), words("account.field.days"),
                    value: "90"),
            ], submit: words("account.tokens.submit"))
    }

    private func item(_ token: AccessToken, _ visit: Visit) -> ItemView {
        let words = visit.words
        var details = [words("account.scope.\(token.scope.rawValue)")]
        if let end = token.expiresAt { details.append(words("account.tokens.until", ["date": AccountFrame.day(end, visit)])) }
        let used = token.lastUsedDay.map { visit.format.date(Day(daysSince1970: $0)).withoutBreaks }
        details.append(used.map { words("account.tokens.used", ["date": $0]) } ?? words("account.tokens.unused"))
        var item = ItemView(title: token.name, detail: details.dotted, icon: "key")
        var form = FormView("\(Self.path)/revocation", submit: words("account.tokens.revoke"), kind: .plain)
        form.hidden = [("id", token.id)]
        item.forms = [form.values()]
        return item
    }

    private func create(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            let made = try await visit.perform(operations.create, fields)
            return .page(try await page(visit, made: made.secret.text))
        } catch {
            let errors = try FormErrors(error, ["name", "scope", "days"], visit.words)
            return .page(try await page(visit, errors, typed: fields))
        }
    }
}
