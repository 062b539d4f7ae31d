import Access
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import Portfolio
import Server
import Trading

/// Trades in the simulated account: an amount, a preview that is valid for some seconds, a confirmation, a result. Limit and stop
/// orders and recurring purchases are other tabs of the same form.
struct TradePages: Sendable {
    let trading: Trading
    let market: MarketData
    let operations: TradeOperations
    let favourites: @Sendable (Principal) -> Favourites
    let offer: PracticeOffer

    func add(to pages: inout PageList) {
        pages.get("/trading/trade", .scope(.read), choose)
        pages.get("/trading/trade/:asset", .scope(.read), open)
        pages.post("/trading/trade/:asset", .scope(.write), send)
    }

    // MARK: Which coin

    private func choose(_ visit: Visit) async throws -> Outcome {
        let side = visit.choice("side", default: TradeSide.buy)
        guard let text = visit.query("asset") else { return .page(try await chooser(side, visit, FormErrors())) }
        do {
            let coin = try await market.directory.asset(text)
            guard !Currency.allCases.map(\.asset).contains(coin.id) else {
                let error = visit.words("trade.refused.not-a-coin", ["coin": "\(coin.ticker)"])
                return .page(try await chooser(side, visit, FormErrors(error, to: "asset")))
            }
            return .redirect("\(TradePlace.path(coin))?side=\(side.rawValue)")
        } catch let error as AssetError {
            let sentence = FormErrors.sentence(error.problem, visit.words)
            return .page(try await chooser(side, visit, FormErrors(sentence, to: "asset")))
        }
    }

    private func chooser(_ side: TradeSide, _ visit: Visit, _ errors: FormErrors) async throws -> Page {
        let state = try await trading.accounts.state(of: visit.caller.owner)
        let cash = Set(Currency.allCases.map(\.asset))
        let known = try await market.store.assets().filter { !cash.contains($0.id) }
        let write = TradingWords(visit, trading)
        let held = known.filter { (state.balances[$0.id]?.free ?? .zero) > .zero }
        let offered = side == .sell ? held : held + (try await otherFavourites(visit, besides: held, cash))
        let title = visit.words("trade.choose.\(side.rawValue)")
        let field = FieldView("asset", .coin, visit.words("wallet.coin"), hint: visit.words("trade.choose.hint"))
        var page = Page(
            "trade-choose", title: title, place: .practice,
            [
                "htmlClass": write.amounts.pageClass, "heading": .text(title), "side": .text(side.rawValue),
                "coinField": field.values(errors, typed: visit.fields),
                "knownCoins": CoinView.known(known, visit.words),
                "offered": .list(
                    offered.prefix(12).map { coin in
                        [
                            "coin": CoinView.of(coin, visit.words), "href": .text("\(TradePlace.path(coin))?side=\(side.rawValue)"),
                            "free": state.balances[coin.id].map { write.amounts.quantity($0.free) } ?? false,
                        ]
                    }),
                "hasNothing": .flag(side == .sell && held.isEmpty),
            ]
        ).with(errors)
        page.add(try await offer.notices(visit))
        return page
    }

    private func otherFavourites(_ visit: Visit, besides held: [Asset], _ cash: Set<AssetID>) async throws -> [Asset] {
        let known = Set(held.map(\.id)).union(cash)
        return try await favourites(visit.caller).all().filter { !known.contains($0.id) }
    }

    // MARK: The form

    private func open(_ visit: Visit) async throws -> Outcome {
        let place = try await TradePlace(visit, trading, market)
        return .page(view(place, TradeForm(visit.fields, first: place.firstCurrency(visit)), visit).formPage(nil))
    }

    private func view(_ place: TradePlace, _ form: TradeForm, _ visit: Visit) -> TradeView {
        TradeView(place: place, form: form, visit: visit, priceLink: offer.action(visit))
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await TradePlace(visit, trading, market)
        let form = TradeForm(fields, first: place.firstCurrency(visit))
        if let filled = form.filled(by: fields["do"], place) { return .page(view(place, filled, visit).formPage(nil)) }
        if fields["do"] == "confirm" { return try await confirm(fields["quote"], place, form, visit) }
        let (input, errors) = form.input(place.coin, visit.words)
        guard errors.isEmpty else { return .page(view(place, form, visit).formPage(TradeRefusal(errors))) }
        do {
            switch form.tab {
            case .now:
                // Without a key: a repeated preview gets the current price.
                return .page(view(place, form, visit).preview(try await visit.perform(operations.quote, input)))
            case .limit, .stop:
                let order = try await visit.perform(operations.place, input, key: fields.key)
                return .redirect("/trading/orders/\(order.id)")
            case .recurring:
                _ = try await visit.perform(operations.start, input, key: fields.key)
                return .redirect("/trading/plans?done=trade-plan-started")
            }
        } catch {
            return .page(view(place, form, visit).formPage(try TradeRefusal(error, place, form)))
        }
    }

    /// The quote is the key: sent twice, it trades once and leads to the same result.
    private func confirm(_ quote: String, _ place: TradePlace, _ form: TradeForm, _ visit: Visit) async throws -> Outcome {
        do {
            let order = try await visit.perform(operations.confirm, ["quote": quote]).order
            return .redirect("/trading/orders/\(order.id)")
        } catch {
            return .page(view(place, form, visit).failure(try TradeRefusal(error, place, form)))
        }
    }
}

extension TradePlace {
    /// The currency offered first: that of the available cash, otherwise the reader's own.
    func firstCurrency(_ visit: Visit) -> Currency {
        let own = visit.preferences.currency
        guard free(own.asset) == .zero else { return own }
        return [Currency.eur, .usd].first { free($0.asset) > .zero } ?? own
    }
}
