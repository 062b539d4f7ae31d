import APIKit
import HTMLTemplates
import Market
import PageKit
import Portfolio
import Services

/// The links that show a wallet to others: made, listed and revoked. The secret of each is shown once.
package struct SharePages: Sendable {
    let portfolios: Portfolios
    let operations: ShareOperations
    let origin: SiteOrigin

    private static let days = [7, 30, 90, 365]
    /// The fields of the form by the members of the operation.
    private static let fields = ["/label": "share-title", "/shows": "shows", "/days": "days"]

    func add(to pages: inout PageList) {
        let path = "/wallets/:wallet/share"
        pages.get(path, .scope(.read)) { visit in .page(try await page(visit)) }
        pages.post(path, .scope(.write), make)
        pages.post("\(path)/revocation", .scope(.write)) { visit, fields in
            let place = try await WalletPlace(visit, portfolios)
            try await visit.perform(operations.revoke, ["wallet": place.id, "share": fields["id"]])
            return .redirect(LocalPath.done(place.href(.share), "share-revoked"))
        }
    }

    private func make(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios)
        do {
            let made = try await visit.perform(
                operations.make,
                ["wallet": place.id, "label": fields["share-title"], "shows": fields["shows"], "days": fields["days"]])
            return .page(try await page(visit, made: made))
        } catch {
            let errors = try FormErrors(error, Self.fields, visit.words)
            return .page(try await page(visit, errors, typed: fields))
        }
    }

    // MARK: The page

    private func page(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil, made: MadeShare? = nil
    ) async throws -> Page {
        let words = visit.words
        let place = try await WalletPlace(visit, portfolios)
        let shares = try await visit.perform(operations.list, ["wallet": place.id])
        var cards: [CardView] = []
        if let made {
            var card = CardView("made", words("share.made"), words("share.made-text"))
            card.secret = "\(origin.text(for: visit))/shared/\(made.token)"
            cards.append(card)
        }
        var list = CardView("shares", words("share.heading"), words("share.text"))
        list.items = shares.map { item($0, place, visit) }
        list.emptyText = words("share.none")
        let unpriced = try await place.portfolio.valuations.valuation(of: place.group).holdings.filter { $0.value == nil }
        if !unpriced.isEmpty {
            list.notice = words("share.no-price-of", ["coins": unpriced.map { "\($0.asset.ticker)" }.joined(separator: ", ")])
        }
        var new = CardView("new-share", words("share.new"), words("share.new-text"))
        new.forms = [form(place, words).values(errors, typed: typed)]
        cards += [list, new]
        var values = place.values(.share, visit)
        values["cards"] = .list(cards.map(\.values))
        return Page("wallet-share", title: words("wallet.tab.share"), place: .portfolio, scripts: ["account"], values).with(errors)
    }

    private func form(_ place: WalletPlace, _ words: Words) -> FormView {
        let contents = [
            (WalletShare.Content.percent.rawValue, words("share.shows.percent")),
            (WalletShare.Content.amounts.rawValue, words("share.shows.amounts")),
        ]
        return FormView(
            place.href(.share),
            [
                FieldView(
                    "share-title", .text, words("share.field.label"), hint: words("share.field.label-hint"),
                    isRequired: true),
                FieldView("shows", .choice(contents), words("share.field.shows"), value: WalletShare.Content.percent.rawValue),
                FieldView(
                    "days", .choice(Self.days.map { ("\($0)", words("share.days", n: $0)) }), words("share.field.days"),
                    value: "\(ShareDraft.usualDays)"),
            ], submit: words("share.submit"))
    }

    private func item(_ share: WalletShare, _ place: WalletPlace, _ visit: Visit) -> ItemView {
        let words = visit.words
        let used = share.lastUsedOn.map { words("share.used", ["date": visit.format.date($0)]) } ?? words("share.unused")
        let details = [
            words("share.shows.\(share.shows.rawValue)"),
            words("share.until", ["date": AccountFrame.day(share.endsAt.seconds, visit)]), used,
        ]
        var item = ItemView(title: share.label, detail: details.dotted, icon: "link")
        var form = FormView("\(place.href(.share))/revocation", submit: words("share.revoke"), kind: .plain)
        form.hidden = [("id", share.id)]
        item.forms = [form.values(id: share.id)]
        return item
    }
}
