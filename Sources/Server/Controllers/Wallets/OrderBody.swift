import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio

/// An order as sent by a client.
struct OrderBody {
    /// The members depend on `kind`. Each kind is recorded as that kind, except `set`, which becomes a deposit or withdrawal.
    static let schema = Schema.named(
        "Order",
        .variants(
            discriminator: "kind",
            [
                .init(
                    "set",
                    [.init("holdings", .array(.object([asset, .init("quantity", .decimal(.notNegative))]), count: 1...100))] + all),
                .init("deposit", [asset, quantity, .optional("cost", .decimal(.notNegative), cost)] + all),
                .init("withdrawal", [asset, quantity] + all), .init("buy", trade + all), .init("sell", trade + all),
                .init(
                    "transfer",
                    [
                        asset, quantity, .init("to", .anyWalletName, "The wallet that gets it, by its id or name."),
                        .optional("fee", .decimal(.notNegative), "What the way costs, of the same asset, beside the quantity."),
                    ] + all),
                .init("fee", [asset, quantity] + all),
                .init(
                    "income",
                    [
                        asset, quantity,
                        .optional("at_market", .boolean, "Count the coins at their close of that day, which they then cost."),
                        .optional("value", .decimal(.positive), "Count the coins at what they were worth in all, in USD."),
                    ] + all),
            ]))

    private static let asset = Schema.Member("asset", .assetName, "A ticker or an id; USD is cash.")
    private static let quantity = Schema.Member("quantity", .decimal(.positive))
    private static let cost = "What the coins cost in all, in USD; their close of that day where it is missing."
    private static let trade: [Schema.Member] = [
        asset, .optional("quantity", .decimal(.positive), "How many coins; or give cash."),
        .optional("cash", .decimal(.positive), "Coins for so many USD, fee not included."),
        .optional("price", .decimal(.positive), "USD a coin; the close of that day, today the newest, where it is missing."),
        .optional("fee", .decimal(.notNegative), "In USD."),
    ]
    /// The members of all kinds.
    static let all: [Schema.Member] = [
        .optional("time", .dayOrMoment, "When it happened; now where it is missing."),
        .optional("note", .kept(0...2000), "A note to store with the transaction."),
    ]

    static let example =
        #"{"kind":"deposit","asset":"BTC","quantity":"0.5","cost":"30000","time":"2025-02-20","note":"from the exchange"}"#

    let body: JSONValue
    let portfolio: Portfolio

    /// Returns the orders in the body. Nothing is recorded yet.
    func orders(in wallet: Wallet) async throws -> [Order] {
        let time = try time()
        guard body["kind"]?.string == "set" else {
            let asset = try await asset(body["asset"]?.string, at: "/asset")
            return [
                Order(wallet: wallet, asset: asset, action: try await action(), time: time, isTimeGiven: isTimeGiven, note: note)
            ]
        }
        var orders: [Order] = []
        for (index, holding) in (body["holdings"]?.array ?? []).enumerated() {
            let asset = try await asset(holding["asset"]?.string, at: "/holdings/\(index)/asset")
            guard !orders.contains(where: { $0.asset.id == asset.id }) else {
                throw Problem(
                    .unprocessableContent, "repeated-asset", "\(asset.ticker) is given twice; give each asset once",
                    field: "/holdings/\(index)/asset", value: holding["asset"])
            }
            orders.append(
                Order(
                    wallet: wallet, asset: asset, action: .set(Self.decimal(holding["quantity"]) ?? .zero), time: time,
                    isTimeGiven: isTimeGiven, note: note))
        }
        return orders
    }

    /// Returns the time of the order.
    ///
    /// - Throws: a ``Problem`` for a time in the future.
    func time() throws(Problem) -> Int {
        guard let text = body["time"]?.string else { return portfolio.time }
        let time = Moment.seconds(text) ?? Day(iso: text).map { $0.daysSince1970 * 86_400 } ?? portfolio.time
        guard time <= portfolio.time else {
            throw Problem(
                .unprocessableContent, "not-yet", "\(text) has not come yet; transactions are of the past", field: "/time",
                value: .string(text), accepted: "up to \(MomentText.iso(portfolio.time))")
        }
        return time
    }

    var isTimeGiven: Bool { body["time"]?.string != nil }
    var note: String { body["note"]?.string ?? "" }

    func asset(_ text: String?, at field: String) async throws -> Asset {
        try await Problem.at(field) { try await portfolio.market.directory.asset(text ?? "") }
    }

    // MARK: Actions

    private func action() async throws -> Order.Action {
        let quantity = Self.decimal(body["quantity"]) ?? .zero
        let fee = Self.decimal(body["fee"]) ?? .zero
        switch body["kind"]?.string {
        case "deposit": return .deposit(quantity, cost: Self.money(body["cost"]))
        case "withdrawal": return .withdraw(quantity)
        case "buy": return .buy(try size(), price: Self.money(body["price"]), fee: .usd(fee))
        case "sell": return .sell(try size(), price: Self.money(body["price"]), fee: .usd(fee))
        case "transfer":
            let target = body["to"]?.string ?? ""
            return .transfer(quantity, to: try await Problem.at("/to") { try await portfolio.wallet(target) }, fee: fee)
        case "fee": return .fee(quantity)
        case "income":
            let value = Self.money(body["value"])
            return .income(quantity, basis: value != nil || body["at_market"] == .boolean(true) ? .marketValue(value) : .zero)
        default: throw Problem.invalid("/kind", value: body["kind"], accepted: "a kind of order")
        }
    }

    private func size() throws(Problem) -> Order.Size {
        switch (Self.decimal(body["quantity"]), Self.decimal(body["cash"])) {
        case (let quantity?, nil): return .coins(quantity)
        case (nil, let cash?): return .cash(.usd(cash))
        default:
            throw Problem(
                .unprocessableContent, "quantity-or-cash", "give either a quantity of coins or cash, not both and not none of them",
                field: "/quantity", accepted: "one of quantity and cash")
        }
    }

    /// An amount of US dollars.
    private static func money(_ value: JSONValue?) -> Money? { decimal(value).map(Money.usd) }

    static func decimal(_ value: JSONValue?) -> FixedDecimal? { value?.string.flatMap { DecimalText.value($0) } }
}
