import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// Trades in the simulated account: an amount, a preview that is valid for some seconds, a confirmation, a result. Limit and stop
/// orders and recurring purchases are other tabs of the same form.
package struct TradePages: Sendable {
    let trading: Trading
    let market: MarketData
    let operations: TradeOperations
    let coins: CoinFinder
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
            guard Currency(coin.id) == nil else {
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
        let title = visit.words("trade.choose.\(side.rawValue)")
        var choice = CoinChoice(.practice(side == .buy ? .buy : .sell), title: title, action: "/trading/trade")
        choice.side = side.rawValue
        if side == .sell {
            choice.nothing = visit.words("trade.nothing-to-sell")
            choice.link = ("/trading/trade?side=buy", visit.words("trade.side.buy"))
        }
        var page = try await choice.page(coins, errors, visit)
        page.add(try await offer.notices(visit, next: "/trading/trade?side=\(side.rawValue)"))
        return page
    }

    // MARK: The form

    private func open(_ visit: Visit) async throws -> Outcome {
        let place = try await TradePlace(visit, trading, market)
        return .page(try await view(place, TradeForm(visit.fields, first: place.firstCurrency(visit)), visit).formPage(nil))
    }

    private func view(_ place: TradePlace, _ form: TradeForm, _ visit: Visit) async throws -> TradeView {
        let link = try await offer.action(visit, next: form.href(place), for: place)
        return TradeView(place: place, form: form, visit: visit, priceLink: link)
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await TradePlace(visit, trading, market)
        let form = TradeForm(fields, first: place.firstCurrency(visit))
        if let filled = form.filled(by: fields["do"], place) { return .page(try await view(place, filled, visit).formPage(nil)) }
        if fields["do"] == "confirm" { return try await confirm(fields["quote"], place, form, visit) }
        let (input, errors) = form.input(place.coin, visit.words)
        guard errors.isEmpty else { return .page(try await view(place, form, visit).formPage(TradeRefusal(errors))) }
        do {
            switch form.tab {
            case .now:
                // Without a key: a repeated preview gets the current price.
                return .page(try await view(place, form, visit).preview(try await visit.perform(operations.quote, input)))
            case .limit, .stop:
                let order = try await visit.perform(operations.place, input, key: fields.key)
                return .redirect("/trading/orders/\(order.id)")
            case .recurring:
                _ = try await visit.perform(operations.start, input, key: fields.key)
                return .redirect("/trading/plans?done=trade-plan-started")
            }
        } catch {
            return .page(try await view(place, form, visit).formPage(try TradeRefusal(error, place, form)))
        }
    }

    /// The quote is the key: sent twice, it trades once and leads to the same result.
    private func confirm(_ quote: String, _ place: TradePlace, _ form: TradeForm, _ visit: Visit) async throws -> Outcome {
        do {
            let order = try await visit.perform(operations.confirm, ["quote": quote]).order
            return .redirect("/trading/orders/\(order.id)")
        } catch {
            return .page(try await view(place, form, visit).failure(try TradeRefusal(error, place, form)))
        }
    }
}

extension TradePlace {
    /// The currency offered first: that of the available cash, otherwise the reader's own.
    func firstCurrency(_ visit: Visit) -> Currency {
        let own = visit.preferences.accountCurrency
        guard free(own.asset) == .zero else { return own }
        return [Currency.eur, .usd].first { free($0.asset) > .zero } ?? own
    }
}
