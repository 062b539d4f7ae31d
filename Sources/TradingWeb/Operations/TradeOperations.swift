import APIKit
import HTTPEdge
import JSONText
import Ledger
import Market
import MarketData
import Records
import Store
import Trading

/// The simulated account, its quotes, orders and plans, over HTTP and for pages.
package struct TradeOperations: Sendable {
    package let account, open: TypedOperation<Nothing, ShownTradingAccount>
    package let change: TypedOperation<TradingLimitsChange, ShownTradingAccount>
    package let quote: TypedOperation<TradeWish, TradeQuote>
    package let confirm: TypedOperation<QuoteReference, (order: TradeOrder, isNew: Bool)>
    package let place: TypedOperation<StandingOrderWish, TradeOrder>
    package let openOrders: TypedOperation<Nothing, [TradeOrder]>
    package let order, cancel: TypedOperation<OrderReference, TradeOrder>
    package let plans: TypedOperation<Nothing, [RecurringPlan]>
    package let start: TypedOperation<PlanWish, RecurringPlan>
    package let cancelPlan: TypedOperation<PlanReference, RecurringPlan>

    package func add(to api: inout API) {
        api.add(account, open, change, quote, confirm, place, openOrders, order, cancel, plans, start, cancelPlan)
    }

    package init(_ trading: Trading, _ market: MarketData) {
        let tag = Operation.tradingTag

        // MARK: Account

        @Sendable func account(_ call: Call) async throws -> ShownTradingAccount {
            let state = try await trading.accounts.state(of: call.caller.owner)
            let tickers = try await market.store.assets(ids: Set(state.balances.keys)).mapValues(\.ticker)
            return (state, tickers)
        }
        func accountAnswer(_ note: String) -> TypedAnswer<ShownTradingAccount> {
            .document(200, note, TradingDocuments.account, again: { _, call in try await account(call) })
        }
        self.account = TypedOperation(
            .get, "/v1/trading/account", id: "getTradingAccount", tag: tag,
            "The caller's simulated account: balances, level and limits. No real money is ever moved.", need: .scope(.read),
            answer: accountAnswer("The account; empty until it is opened.")
        ) { _, call in try await account(call) }
        open = TypedOperation(
            .put, "/v1/trading/account", id: "openTradingAccount", tag: tag,
            "Opens the simulated account, as the first trade, payment or transfer does too. The caller then has a referral code.",
            need: .scope(.write), answer: accountAnswer("The account, opened now or earlier.")
        ) { _, call in
            _ = try await trading.accounts.open(of: call.caller.owner)
            return try await account(call)
        }
        change = TypedOperation(
            .patch, "/v1/trading/account", id: "changeTradingAccount", tag: tag, "Changes the limits that the caller has set.",
            need: .scope(.write), example: #"{"tolerance_percent":"0.5"}"#,
            refusals: [403: "The password must be confirmed first."], answer: accountAnswer("The account.")
        ) { change, call in
            _ = try await trading.trades.change(
                tolerance: try change.rate, passwordAbove: try change.cents, of: call.caller.owner,
                isConfirmed: trading.isConfirmed(call))
            return try await account(call)
        }

        // MARK: Quotes

        @Sendable func trade(_ wish: TradeWish) async throws -> Trades.Wish {
            let asset = try await market.directory.namedAsset(wish.asset, field: "/asset")
            return Trades.Wish(wish.side, asset.id, wish.currency, try TradeAmount(cash: wish.cash, quantity: wish.quantity))
        }
        quote = TypedOperation(
            .post, "/v1/trading/quotes", id: "quoteTrade", tag: tag,
            "Quotes a trade at the current stored price. The quote is valid for 30 seconds and can be confirmed once.",
            need: .scope(.write), example: #"{"side":"buy","asset":"BNB","currency":"EUR","cash":"65"}"#,
            refusals: [409: "There is no price for today."], answer: .document(201, "The quote.", TradingDocuments.quote)
        ) { wish, call in try await trading.trades.quote(trade(wish), of: call.caller.owner) }
        confirm = TypedOperation(
            .post, "/v1/trading/quotes/{quote}/confirmation", id: "confirmTrade", tag: tag,
            "Confirms a quote: trades exactly as it says. Confirming it again returns the same order.", need: .scope(.write),
            refusals: [
                404: "There is no such quote.",
                409: "The quote has expired, the price has moved, or the available balance is too low. Nothing was traded.",
            ],
            answer: .of(
                .json(200, "The order that an earlier confirmation made.", TradingDocuments.order.schema),
                .json(201, "The order, which is filled.", TradingDocuments.order.schema)
            ) { output, _ in Reply(output.isNew ? .created : .ok) { TradingDocuments.order.write(output.order, &$0) } }
        ) { input, call in try await trading.trades.confirm(input.quote, of: call.caller.owner) }

        // MARK: Limit and stop orders

        func orderAnswer(_ status: Int) -> TypedAnswer<TradeOrder> {
            .document(
                status, "The order.", TradingDocuments.order,
                again: { try await trading.orders.order(try $0.id, of: $1.caller.owner) })
        }
        place = TypedOperation(
            .post, "/v1/trading/orders", id: "placeOrder", tag: tag,
            "Places a limit or stop order. It reserves what it needs until stored prices reach it, it expires or you cancel it.",
            need: .scope(.write),
            example: #"{"kind":"limit","side":"buy","asset":"BTC","currency":"EUR","cash":"100","price":"50000","days":30}"#,
            refusals: [409: "The available balance is too low, or there is no price for today."], answer: orderAnswer(201)
        ) { wish, call in
            let request = StandingOrders.Request(wish.kind, try await trade(wish.trade), price: wish.price, days: wish.days)
            return try await trading.orders.place(request, of: call.caller.owner)
        }
        openOrders = TypedOperation(
            .get, "/v1/trading/orders", id: "listOpenOrders", tag: tag,
            "Open limit and stop orders, oldest first; orders that have ended are in the history.", need: .scope(.read),
            answer: .pages("A page of orders.", of: TradingDocuments.order, key: \.id)
        ) { _, call in try await trading.orders.open(of: call.caller.owner) }
        order = TypedOperation(
            .get, "/v1/trading/orders/{order}", id: "getOrder", tag: tag, "An order.", need: .scope(.read),
            answer: orderAnswer(200)
        ) { input, call in try await trading.orders.order(input.order, of: call.caller.owner) }
        cancel = TypedOperation(
            .delete, "/v1/trading/orders/{order}", id: "cancelOrder", tag: tag,
            "Cancels an open order and releases what it has reserved.", need: .scope(.write),
            refusals: [409: "The order has ended."], answer: orderAnswer(200)
        ) { input, call in try await trading.orders.cancel(input.order, of: call.caller.owner) }

        // MARK: Plans

        func planAnswer(_ status: Int) -> TypedAnswer<RecurringPlan> {
            .document(
                status, "The plan.", TradingDocuments.plan,
                again: { try await trading.plans.plan(try $0.id, of: $1.caller.owner) })
        }
        plans = TypedOperation(
            .get, "/v1/trading/plans", id: "listPlans", tag: tag, "Repeated purchases, oldest first.", need: .scope(.read),
            answer: .pages("A page of plans.", of: TradingDocuments.plan, key: \.id)
        ) { _, call in try await trading.plans.all(of: call.caller.owner) }
        start = TypedOperation(
            .post, "/v1/trading/plans", id: "startPlan", tag: tag, "Starts a repeated purchase; the first one is made at once.",
            need: .scope(.write), example: #"{"asset":"BTC","currency":"EUR","cash":"50","every":"week","days":365}"#,
            refusals: [409: "There is no price of today, or there are too many plans."], answer: planAnswer(201)
        ) { wish, call in
            let asset = try await market.directory.namedAsset(wish.asset, field: "/asset")
            let request = Plans.Request(asset.id, wish.currency, amount: wish.cash, every: wish.every, days: wish.days)
            return try await trading.plans.start(request, of: call.caller.owner)
        }
        cancelPlan = TypedOperation(
            .delete, "/v1/trading/plans/{plan}", id: "cancelPlan", tag: tag, "Ends a repeated purchase.", need: .scope(.write),
            refusals: [409: "The plan has ended."], answer: planAnswer(200)
        ) { input, call in try await trading.plans.cancel(input.plan, of: call.caller.owner) }
    }
}

extension TradingLimitsChange {
    /// - Throws: a ``Problem``.
    fileprivate var rate: Rate? {
        get throws(Problem) {
            guard let tolerance else { return nil }
            guard let rate = Rate(parsing: "\(tolerance) %") else {
                throw Problem.invalid(
                    "/tolerance_percent", value: .string("\(tolerance)"), accepted: "0 to 100, at most four decimal places")
            }
            return rate
        }
    }

    /// - Throws: a ``Problem``.
    fileprivate var cents: Cents? {
        get throws(Problem) {
            guard let passwordAbove else { return nil }
            guard let cents = Cents(parsing: "\(passwordAbove)") else {
                throw Problem.invalid(
                    "/password_above_usd", value: .string("\(passwordAbove)"),
                    accepted: "an amount with at most two decimal places")
            }
            return cents
        }
    }
}
