import APIKit
import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// The home page of the simulated account: balances, pending items, and actions.
package struct TradingHomePages: Sendable {
    let trading: Trading
    let market: MarketData
    let offer: PracticeOffer
    /// Whether there may be other people, to whom coins can be sent.
    let hasPeople: Bool

    func add(to pages: inout PageList) {
        pages.get(Page.Place.practice.path, .scope(.read), home)
    }

    private func home(_ visit: Visit) async throws -> Outcome {
        let view = try await TradingHome.of(visit, trading, market)
        var page = Page("trading", title: visit.words("trade.home.title"), place: .practice, view.values)
        page.values["hasPeople"] = .flag(hasPeople)
        let offered = try await offer.notices(visit, next: Page.Place.practice.path)
        page.add(offered + PaymentPlace.clockNotices(view.state, view.write))
        return .page(page)
    }
}

/// The contents of the home page of a simulated account.
package struct TradingHome: Sendable {
    let state: TradingAccounts.State
    let assets: [AssetID: Asset]
    let prices: [AssetID: KnownPrice]
    /// The changes over a day, by coin.
    let changes: [AssetID: Double]
    /// Whether documents were submitted and not yet decided.
    let awaitsDecision: Bool
    let write: TradingWords

    /// Reads the account of the caller, with the prices of what it holds.
    package static func of(_ visit: Visit, _ trading: Trading, _ market: MarketData) async throws -> TradingHome {
        let state = try await trading.accounts.state(of: visit.caller.owner)
        let ids = Set(state.balances.keys).union(state.openOrders.map(\.asset)).union(Currency.ofAccounts.map(\.asset)).union([
            visit.preferences.currency.asset
        ])
        let assets = try await market.store.assets(ids: ids)
        let prices = try await trading.accounts.newestPrices(of: ids)
        var changes: [AssetID: Double] = [:]
        for id in state.balances.keys {
            guard let asset = assets[id] else { continue }
            changes[id] = try await market.statistics(of: asset, periodDays: 30)?.changes[1]
        }
        let status = try await trading.identity.verifications.status(of: visit.caller.owner)
        return TradingHome(
            state: state, assets: assets, prices: prices, changes: changes,
            awaitsDecision: status.verification.state == .pending, write: TradingWords(visit, trading))
    }

    private var words: Words { write.words }
    private var amounts: Amounts { write.amounts }

    /// The currency of the total: the reader's, or US dollars if the rate is missing.
    private var currency: Currency { rate == nil ? .usd : amounts.currency }

    /// US dollars for one unit of the reader's currency.
    private var rate: FixedDecimal? { dollars(amounts.currency.asset) }

    private func dollars(_ asset: AssetID) -> FixedDecimal? { asset == .usd ? .one : prices[asset]?.stored.dollars }

    /// The value of an amount of an asset, rounded to cents when it is shown; nil without a price.
    private func value(_ quantity: Quantity, of asset: AssetID) -> FixedDecimal? {
        guard let dollars = dollars(asset), let value = try? quantity.multiplied(by: dollars) else { return nil }
        guard currency != .usd, let rate else { return value }
        return try? value.divided(by: rate)
    }

    private var held: [(asset: Asset, balance: TradingBalance)] {
        state.balances.filter { $0.value.whole > .zero }.compactMap { entry in assets[entry.key].map { ($0, entry.value) } }
    }

    private var isCash: Set<AssetID> { Set(Currency.ofAccounts.map(\.asset)) }

    package var values: Values {
        let coins = held.filter { !isCash.contains($0.asset.id) }.sorted { worth($0) > worth($1) }
        // Prices are not limited, so a sum may exceed the largest amount.
        let known = try? held.compactMap { value($0.balance.whole, of: $0.asset.id) }.sum()
        let isEmpty = held.isEmpty && state.openPayments.isEmpty
        var values: Values = [
            "htmlClass": amounts.pageClass, "isEmpty": .flag(isEmpty),
            "total": amounts.in(currency).figure(known.map { Money($0, currency) }), "bell": AlertBell.practiceTotal(words),
            "cash": .list([Currency.eur, .usd].map(cashRow)), "coins": .list(coins.map(coinRow)),
            "hasCoins": .flag(!coins.isEmpty), "notes": .list(notes.map(amounts.sentence)), "hasNotes": .flag(!notes.isEmpty),
            "orders": .list(state.openOrders.suffix(5).reversed().map { OrderView($0, assets[$0.asset], write).row }),
            "hasOrders": .flag(!state.openOrders.isEmpty),
            "moreOrders": .optional(state.openOrders.count > 5 ? words("trade.orders.all", n: state.openOrders.count) : nil),
            "payments": .list(state.openPayments.map(payment)), "hasPayments": .flag(!state.openPayments.isEmpty),
        ]
        values.merge(verification) { $1 }
        return values
    }

    private func worth(_ holding: (asset: Asset, balance: TradingBalance)) -> Double {
        value(holding.balance.whole, of: holding.asset.id)?.doubleValue ?? -1
    }

    // MARK: What there is

    private func cashRow(_ currency: Currency) -> TemplateValue {
        let balance = state.balances[currency.asset] ?? TradingBalance()
        return [
            "name": .text(currency.code), "amount": amounts.view(write.cash(balance.whole, currency)),
            "held": heldNote(write.cash(balance.held, currency), balance),
        ]
    }

    private func coinRow(_ holding: (asset: Asset, balance: TradingBalance)) -> TemplateValue {
        let (asset, balance) = holding
        let value = value(balance.whole, of: asset.id)
        return [
            "coin": CoinView.of(asset, words), "quantity": amounts.quantity(balance.whole),
            "held": heldNote(write.coins(balance.held, "\(asset.ticker)"), balance),
            "value": value.map { amounts.view(write.cash($0, currency)) } ?? Amounts.none,
            "change": ChangeView.of(changes[asset.id], words),
        ]
    }

    /// The amount held by open orders and withdrawals; nothing if they hold nothing.
    private func heldNote(_ text: String, _ balance: TradingBalance) -> TemplateValue {
        guard balance.held > .zero else { return false }
        return amounts.sentence(words("trade.held-of-it", ["amount": amounts.marked(text)]))
    }

    private var notes: [String] {
        let coins = held.map(\.asset).filter { $0.id != .usd }
        func list(_ assets: [Asset]) -> String { assets.map { "\($0.ticker)" }.joined(separator: ", ") }
        let missing = coins.filter { prices[$0.id] == nil }
        let old = coins.filter { prices[$0.id]?.isFresh == false }
        var notes: [String] = []
        if !missing.isEmpty { notes.append(words("trade.home.missing", ["coins": list(missing)])) }
        if let oldest = old.compactMap({ prices[$0.id]?.stored.time }).min() {
            notes.append(words("trade.home.old", ["coins": list(old), "moment": write.moment(oldest)]))
        }
        if rate == nil { notes.append(words("trade.home.no-rate", ["currency": amounts.currency.code])) }
        return notes
    }

    // MARK: What is under way

    private func payment(_ payment: Payment) -> TemplateValue {
        let sum = payment.kind == .deposit ? payment.amount : payment.whole
        return [
            "kind": .text(words("trade.kind.\(payment.kind.rawValue)")),
            "state": .text(words("trade.state.\(payment.state.rawValue)")),
            "amount": amounts.view(write.cash(sum, payment.currency)),
            "due": .text(words("trade.home.due", ["moment": write.moment(payment.dueAt)])),
            "href": .text("/trading/history/\(payment.id)"),
        ]
    }

    // MARK: Verification

    private var verification: Values {
        let level = state.account.level
        let limit = state.limits.first { $0.purpose == .trade && $0.period == .day }
        let used = limit.map {
            words("trade.level.used", ["used": amounts.marked(write.cash($0.used, .usd)), "most": write.cash($0.most, .usd)])
        }
        return [
            "level": .text(words("trade.level.\(level.rawValue)")), "levelText": .text(words("trade.level.\(level.rawValue).what")),
            "isVerified": .flag(level == .full), "mustVerify": .flag(level == .none),
            "levelBadge": .text(level == .none ? "warn" : level == .full ? "up" : "accent"),
            "levelNext": .optional(level == .full || awaitsDecision ? nil : words("trade.level.\(level.rawValue).next")),
            "levelWaits": .optional(awaitsDecision ? words("verification.state.pending") : nil),
            "levelUsed": level == .none ? false : used.map(amounts.sentence) ?? false,
        ]
    }
}
