import HTTPEdge
import JSONText
import Ledger
import Market
import MarketData
import Records
import Trading

/// The simulated account, its quotes and orders.
struct TradesController: Sendable {
    let trading: Trading
    let market: MarketData

    func add(to api: inout API) {
        api.add(Self.account, account)
        api.add(Self.open, open)
        api.add(Self.change, change)
        api.add(Self.quote, quote)
        api.add(Self.confirm, confirm)
        api.add(Self.place, place)
        api.add(Self.openOrders, openOrders)
        api.add(Self.order, order)
        api.add(Self.cancel, cancel)
        api.add(Self.plans, plans)
        api.add(Self.start, start)
        api.add(Self.cancelPlan, cancelPlan)
    }

    // MARK: Account

    private static let account = Operation(
        .get, "/v1/trading/account", id: "getTradingAccount", tag: Operation.tradingTag,
        "The caller's simulated account: balances, level and limits. No real money is ever moved.", scope: .read,
        answers: [.json(200, "The account; empty until it is opened.", TradingSchemas.account)])

    private func account(_ call: Call) async throws -> Reply { try await accountReply(call) }

    private func accountReply(_ call: Call) async throws -> Reply {
        let state = try await trading.accounts.state(of: call.caller.owner)
        let tickers = try await market.store.assets(ids: Set(state.balances.keys)).mapValues(\.ticker)
        return Reply { TradingJSON.account(state, tickers: tickers, &$0) }
    }

    private static let open = Operation(
        .put, "/v1/trading/account", id: "openTradingAccount", tag: Operation.tradingTag,
        "Opens the simulated account, as every other write does too. The caller then has a referral code.",
        scope: .write,
        answers: [.json(200, "The account, opened now or earlier.", TradingSchemas.account)])

    private func open(_ call: Call) async throws -> Reply {
        _ = try await trading.accounts.open(of: call.caller.owner)
        return try await accountReply(call)
    }

    private static let change = Operation(
        .patch, "/v1/trading/account", id: "changeTradingAccount", tag: Operation.tradingTag,
        "Changes the limits that the caller has set.", scope: .write,
        body: .json(
            .object([
                .optional(
                    "tolerance_percent", .decimal(.notNegative),
                    "How far a price may move between a quote and its confirmation: 0 to 100, at most four decimal places."
                ),
                .optional(
                    "password_above_usd", .decimal(.notNegative),
                    "Withdrawals and transfers above it need the password again. So does raising it."),
            ])
        )
        .showing(#"{"tolerance_percent":"0.5"}"#),
        answers: [
            .json(200, "The account.", TradingSchemas.account), .problem(403, "The password must be confirmed first."),
        ])

    private func change(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let (percent, dollars) = (
            try body.optional("tolerance_percent", .decimal), try body.optional("password_above_usd", .decimal)
        )
        let (tolerance, limit) = (percent.flatMap { Rate(parsing: "\($0) %") }, dollars.flatMap { Cents(parsing: "\($0)") })
        if let percent, tolerance == nil {
            throw Problem.invalid(
                "/tolerance_percent", value: .string("\(percent)"), accepted: "0 to 100, at most four decimal places")
        }
        if let dollars, limit == nil {
            throw Problem.invalid(
                "/password_above_usd", value: .string("\(dollars)"), accepted: "an amount with at most two decimal places")
        }
        _ = try await trading.trades.change(
            tolerance: tolerance, passwordAbove: limit, of: call.caller.owner, isConfirmed: trading.isConfirmed(call))
        return try await accountReply(call)
    }

    // MARK: Quotes

    private static let wish: [Schema.Member] = [
        .init("side", TradingSchemas.side), .init("asset", .assetName, "A ticker or an id."),
        .init("currency", TradingSchemas.currency),
        .optional("cash", .decimal(.positive), "The cash to spend, fee included, or to receive; or give quantity."),
        .optional("quantity", .decimal(.positive), "How many coins, at most eight decimal places."),
    ]

    private func wish(_ body: BodyObject) async throws -> Trades.Wish {
        let asset = try await market.directory.namedAsset(try body.read("asset", .text), field: "/asset")
        return Trades.Wish(
            try body.read("side", .choice), asset.id, try body.read("currency", .choice), try body.tradeAmount())
    }

    private static let quote = Operation(
        .post, "/v1/trading/quotes", id: "quoteTrade", tag: Operation.tradingTag,
        "Quotes a trade at the current stored price. The quote is valid for 30 seconds and can be confirmed once.", scope: .write,
        body: .json(.named("TradeWish", .object(wish))).showing(#"{"side":"buy","asset":"BNB","currency":"EUR","cash":"65"}"#),
        answers: [.json(201, "The quote.", TradingSchemas.quote), .problem(409, "There is no price for today.")])

    private func quote(_ call: Call) async throws -> Reply {
        let quote = try await trading.trades.quote(try await wish(BodyObject(call.body)), of: call.caller.owner)
        return Reply(.created) { TradingJSON.quote(quote, &$0) }
    }

    private static let confirm = Operation(
        .post, "/v1/trading/quotes/{quote}/confirmation", id: "confirmTrade", tag: Operation.tradingTag,
        "Confirms a quote: trades exactly as it says. Confirming it again returns the same order.", scope: .write,
        parameters: [.path("quote", .text(1...64), "The quote's id.")],
        answers: [
            .json(200, "The order that an earlier confirmation made.", TradingSchemas.order),
            .json(201, "The order, which is filled.", TradingSchemas.order),
            .problem(404, "There is no such quote."),
            .problem(409, "The quote has expired, the price has moved, or the available balance is too low. Nothing was traded."),
        ])

    private func confirm(_ call: Call) async throws -> Reply {
        let (order, isNew) = try await trading.trades.confirm(call.required("quote", Call.text), of: call.caller.owner)
        return Reply(isNew ? .created : .ok) { TradingJSON.order(order, &$0) }
    }

    // MARK: Limit and stop orders

    private static let place = Operation(
        .post, "/v1/trading/orders", id: "placeOrder", tag: Operation.tradingTag,
        "Places a limit or stop order. It reserves what it needs until stored prices reach it, it expires or you cancel it.",
        scope: .write,
        body: .json(
            .named(
                "StandingOrder",
                .object(
                    [.init("kind", .choice(["limit", "stop"]))] + wish + [
                        .init("price", .decimal(.positive), "The limit or stop for one coin, in the currency."),
                        .init("days", .integer(1...3650), "Days until it expires."),
                    ]))
        ).showing(#"{"kind":"limit","side":"buy","asset":"BTC","currency":"EUR","cash":"100","price":"50000","days":30}"#),
        answers: [
            .json(201, "The order.", TradingSchemas.order),
            .problem(409, "The available balance is too low, or there is no price for today."),
        ])

    private func place(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let request = StandingOrders.Request(
            try body.read("kind", .choice), try await wish(body), triggerPrice: try body.read("price", .decimal),
            days: try body.read("days", .whole))
        let order = try await trading.orders.place(request, of: call.caller.owner)
        return Reply(.created) { TradingJSON.order(order, &$0) }
    }

    private static let openOrders = Operation(
        .get, "/v1/trading/orders", id: "listOpenOrders", tag: Operation.tradingTag,
        "Open limit and stop orders, oldest first; orders that have ended are in the history.", scope: .read,
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of orders.", Pagination.schema(of: TradingSchemas.order))])

    private func openOrders(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await trading.orders.open(of: call.caller.owner), call) { $0.id }
        return Reply { Pagination.write(page, next, &$0) { TradingJSON.order($0, &$1) } }
    }

    private static let orderID = Parameter.path("order", .text(1...64), "The order's id.")

    private static let order = Operation(
        .get, "/v1/trading/orders/{order}", id: "getOrder", tag: Operation.tradingTag, "An order.", scope: .read,
        parameters: [orderID], answers: [.json(200, "The order.", TradingSchemas.order)])

    private func order(_ call: Call) async throws -> Reply {
        let order = try await trading.orders.order(call.required("order", Call.text), of: call.caller.owner)
        return Reply { TradingJSON.order(order, &$0) }
    }

    private static let cancel = Operation(
        .delete, "/v1/trading/orders/{order}", id: "cancelOrder", tag: Operation.tradingTag,
        "Cancels an open order and releases what it has reserved.", scope: .write, parameters: [orderID],
        answers: [.json(200, "The order.", TradingSchemas.order), .problem(409, "The order has ended.")])

    private func cancel(_ call: Call) async throws -> Reply {
        let order = try await trading.orders.cancel(call.required("order", Call.text), of: call.caller.owner)
        return Reply { TradingJSON.order(order, &$0) }
    }

    // MARK: Plans

    private static let plans = Operation(
        .get, "/v1/trading/plans", id: "listPlans", tag: Operation.tradingTag, "Repeated purchases, oldest first.", scope: .read,
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of plans.", Pagination.schema(of: TradingSchemas.plan))])

    private func plans(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await trading.plans.all(of: call.caller.owner), call) { $0.id }
        return Reply { Pagination.write(page, next, &$0) { TradingJSON.plan($0, &$1) } }
    }

    private static let start = Operation(
        .post, "/v1/trading/plans", id: "startPlan", tag: Operation.tradingTag,
        "Starts a repeated purchase; the first one is made at once.", scope: .write,
        body: .json(
            .named(
                "NewPlan",
                .object([
                    .init("asset", .assetName), .init("currency", TradingSchemas.currency),
                    .init("cash", .decimal(.positive), "The amount of each purchase, fee included."),
                    .init("every", .choice(RecurringPlan.Interval.allCases.map(\.rawValue))),
                    .init("days", .integer(1...3650), "Days until it ends."),
                ]))
        ).showing(#"{"asset":"BTC","currency":"EUR","cash":"50","every":"week","days":365}"#),
        answers: [
            .json(201, "The plan.", TradingSchemas.plan), .problem(409, "There is no price of today, or there are too many plans."),
        ])

    private func start(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let asset = try await market.directory.namedAsset(try body.read("asset", .text), field: "/asset")
        let request = Plans.Request(
            asset.id, try body.read("currency", .choice), amount: try body.read("cash", .decimal),
            every: try body.read("every", .choice), days: try body.read("days", .whole))
        let plan = try await trading.plans.start(request, of: call.caller.owner)
        return Reply(.created) { TradingJSON.plan(plan, &$0) }
    }

    private static let cancelPlan = Operation(
        .delete, "/v1/trading/plans/{plan}", id: "cancelPlan", tag: Operation.tradingTag, "Ends a repeated purchase.",
        scope: .write,
        parameters: [.path("plan", .text(1...64), "The plan's id.")],
        answers: [.json(200, "The plan.", TradingSchemas.plan), .problem(409, "The plan has ended.")])

    private func cancelPlan(_ call: Call) async throws -> Reply {
        let plan = try await trading.plans.cancel(call.required("plan", Call.text), of: call.caller.owner)
        return Reply { TradingJSON.plan(plan, &$0) }
    }
}
