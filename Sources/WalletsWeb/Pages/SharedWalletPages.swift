import APIKit
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio
import Services

/// What the reader of a link to a wallet sees, without signing in. The page has no menu and no forms: its address is a secret, which
/// the browser sends to no other site.
package struct SharedWalletPages: Sendable {
    let operations: ShareOperations

    func add(to pages: inout PageList) {
        pages.get("/shared/:token", .nobody) { visit in
            let shared = try await visit.perform(
                operations.show, ["token": visit.path("token"), "currency": visit.preferences.currency.code])
            return .page(page(shared, visit))
        }
    }

    private func page(_ shared: SharedWallet, _ visit: Visit) -> Page {
        let words = visit.words
        var amounts = Amounts(visit)
        if let currency = shared.valuation?.currency { amounts = amounts.in(currency) }
        let ring = WalletRing(
            parts: shared.parts.map { .init(label: label($0.asset, words), value: $0.percent ?? 0) },
            center: ("\(shared.parts.count)", words("share.parts", n: shared.parts.count)))
        var page = Page(
            "shared", title: shared.label, place: nil,
            ring.values(words).merging([
                "htmlClass": amounts.pageClass, "label": .text(shared.label), "hasAmounts": .flag(shared.shows == .amounts),
                "until": .text(words("share.shown-until", ["date": AccountFrame.day(shared.endsAt.seconds, visit)])),
                "of": .text(words("share.closes-of", ["date": visit.format.date(shared.day)])),
                "total": shared.shows == .amounts ? amounts.money(shared.valuation?.total) : false,
                "unit": .text(amounts.currency.code), "hasParts": .flag(!shared.parts.isEmpty),
                "lacksPrice": .flag(shared.lacksPrice),
                "changes": .list(zip(SharedWallet.periods, shared.changes).map { change($0, $1, words) }),
                "parts": .list(shared.parts.map { part($0, amounts) }),
            ]) { $1 })
        page.headers = Reply.sharedHeaders
        page.headers[.cacheControl] = nil  // pages with headers of their own have it
        return page
    }

    private func label(_ asset: Asset, _ words: Words) -> String { asset.id == .usd ? words("wallet.cash") : "\(asset.ticker)" }

    private func change(_ days: Int, _ percent: Double?, _ words: Words) -> TemplateValue {
        ["period": .text(words("share.days", n: days)), "change": ChangeView.of(percent.map { $0 / 100 }, words)]
    }

    private func part(_ part: SharedWallet.Part, _ amounts: Amounts) -> TemplateValue {
        let words = amounts.words
        let share = part.percent.map { WalletRing.share($0 / 100, words) } ?? Conventions.dash
        return [
            "name": .text(label(part.asset, words)),
            "what": .optional(part.asset.id == .usd ? nil : CoinView.name(part.asset, words)),
            "share": .text(share),
            "quantity": part.holding.map { amounts.quantity($0.quantity, of: part.asset.id) } ?? false,
            "value": part.holding.map { amounts.money($0.value) } ?? false,
        ]
    }
}
