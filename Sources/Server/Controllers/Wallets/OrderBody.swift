import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio
import Records

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
                .init("withdrawal", [asset, quantity, .optional("value", .decimal(.notNegative), withdrawn)] + all),
                .init("buy", trade(price: .positive) + all), .init("sell", trade(price: .notNegative) + all),
                .init(
                    "transfer",
                    [
                        asset, quantity, .init("to", .anyWalletName, "The receiving wallet, by its id or name."),
                        .optional("fee", .decimal(.notNegative), "The transfer fee, in the same asset, on top of the quantity."),
                    ] + all),
                .init("fee", [asset, quantity] + all),
                .init(
                    "income",
                    [
                        asset, quantity,
                        .optional("at_market", .boolean, "Count the coins at their close of that day, which becomes their cost."),
                        .optional("value", .decimal(.positive), "Count the coins at this total value, in USD."),
                    ] + all),
            ]))

    private static let asset = Schema.Member("asset", .assetName, "A ticker or an id; USD is cash.")
    private static let quantity = Schema.Member("quantity", .decimal(.positive))
    private static let cost = "The total cost of the coins, in USD (default: their close of that day)."
    private static let withdrawn =
        "The total value of the coins, in USD (default: their close of that day). Coins worth 0 are lost, with their cost."

    /// - Parameter price: worthless coins can be sold for nothing, but not bought.
    private static func trade(price: Schema.Sign) -> [Schema.Member] {
        [
            asset, .optional("quantity", .decimal(.positive), "How many coins; or give cash."),
            .optional("cash", .decimal(.positive), "The cash to spend or receive in USD, fee not included."),
            .optional("price", .decimal(price), "USD per coin (default: the close of that day; for today, the newest)."),
            .optional("fee", .decimal(.notNegative), "In USD."),
        ]
    }
    /// The members of all kinds.
    static let all: [Schema.Member] = [
        .optional("time", .dayOrMoment, "When it happened (default: now)."),
        .optional("note", .kept(0...2000), "A note to store with the transaction."),
    ]

    static let example =
        #"{"kind":"deposit","asset":"BTC","quantity":"0.5","cost":"30000","time":"2025-02-20","note":"from the exchange"}"#

    /// An asset by its ticker or id, and the quantity held from now on.
    struct Holding {
        let asset: String
        let quantity: Quantity
    }

    /// The action of an order, before wallets and assets are looked up.
    enum Action {
        case set([Holding])
        case deposit(asset: String, Quantity, cost: Money?)
        case withdrawal(asset: String, Quantity, value: Money?)
        case buy(asset: String, Order.Size, price: Money?, fee: Money)
        case sell(asset: String, Order.Size, price: Money?, fee: Money)
        case transfer(asset: String, Quantity, to: String, fee: Quantity)
        case fee(asset: String, Quantity)
        case income(asset: String, Quantity, basis: Order.IncomeBasis)
    }

    let action: Action
    let circumstances: OrderCircumstances

    /// - Parameter body: checked against ``schema``.
    init(_ body: JSONValue) throws(Problem) {
        let kind = body["kind"]
        let body = BodyObject(body)
        circumstances = try OrderCircumstances(body)
        switch kind?.string {
        case "set": action = .set(try Self.holdings(body))
        case "deposit":
            action = .deposit(
                asset: try Self.asset(body), try Self.quantity(body), cost: try body.optional("cost", .money))
        case "withdrawal":
            action = .withdrawal(
                asset: try Self.asset(body), try Self.quantity(body), value: try body.optional("value", .money))
        case "buy":
            action = .buy(
                asset: try Self.asset(body), try Self.size(body), price: try body.optional("price", .money),
                fee: try Self.fee(body))
        case "sell":
            action = .sell(
                asset: try Self.asset(body), try Self.size(body), price: try body.optional("price", .money),
                fee: try Self.fee(body))
        case "transfer":
            action = .transfer(
                asset: try Self.asset(body), try Self.quantity(body), to: try body.read("to", .text),
                fee: try Self.networkFee(body))
        case "fee": action = .fee(asset: try Self.asset(body), try Self.quantity(body))
        case "income": action = .income(asset: try Self.asset(body), try Self.quantity(body), basis: try Self.basis(body))
        default: throw .invalid("/kind", value: kind, accepted: "a kind of order")
        }
    }

    // MARK: Members

    private static func asset(_ body: BodyObject) throws(Problem) -> String { try body.read("asset", .text) }
    private static func quantity(_ body: BodyObject) throws(Problem) -> Quantity { try body.read("quantity", .decimal) }
    /// A missing fee is a fee of zero.
    private static func fee(_ body: BodyObject) throws(Problem) -> Money { try body.read("fee", .money, default: .zero) }
    private static func networkFee(_ body: BodyObject) throws(Problem) -> Quantity {
        try body.read("fee", .decimal, default: .zero)
    }

    private static func holdings(_ body: BodyObject) throws(Problem) -> [Holding] {
        var holdings: [Holding] = []
        for holding in try body.objects("holdings") {
            holdings.append(Holding(asset: try asset(holding), quantity: try quantity(holding)))
        }
        return holdings
    }

    private static func size(_ body: BodyObject) throws(Problem) -> Order.Size {
        switch (try body.optional("quantity", .decimal), try body.optional("cash", .money)) {
        case (let quantity?, nil): return .coins(quantity)
        case (nil, let cash?): return .cash(cash)
        default:
            throw Problem(
                .unprocessableContent, "quantity-or-cash", "give exactly one of quantity and cash",
                field: "/quantity", accepted: "exactly one of quantity and cash")
        }
    }

    /// A value means income at market value even if `at_market` is missing.
    private static func basis(_ body: BodyObject) throws(Problem) -> Order.IncomeBasis {
        if let value = try body.optional("value", .money) { return .marketValue(value) }
        return try body.read("at_market", .boolean, default: false) ? .marketValue(nil) : .zero
    }
}

/// The members common to all kinds of orders: the time, and a person's note.
struct OrderCircumstances {
    /// Nil for now.
    private let time: SentTime?
    let note: String
    /// Whether the body gives the time.
    var isTimeGiven: Bool { time != nil }

    /// A time, and the text in which it was written.
    struct SentTime {
        let text: String
        let seconds: Int
    }

    init(_ body: BodyObject) throws(Problem) {
        time = try body.optional("time", .time)
        note = try body.read("note", .text, default: "")
    }

    /// An order.
    ///
    /// - Throws: a ``Problem`` for a time in the future.
    func order(_ wallet: Wallet, _ asset: Asset, _ action: Order.Action, now: Int) throws(Problem) -> Order {
        Order(
            wallet: wallet, asset: asset, action: action, time: try seconds(now: now), isTimeGiven: isTimeGiven, note: note)
    }

    /// Returns the time of the order, in seconds since 1970-01-01 UTC.
    ///
    /// - Throws: a ``Problem`` for a time in the future.
    func seconds(now: Int) throws(Problem) -> Int {
        try refuseFuture(now: now)
        return time?.seconds ?? now
    }

    func refuseFuture(now: Int) throws(Problem) {
        guard let time, time.seconds > now else { return }
        throw Problem(
            .unprocessableContent, "not-yet",
            "\(time.text) has not come yet: times are in UTC, where it is \(MomentText.short(now)) now", field: "/time",
            value: .string(time.text), accepted: "up to \(MomentText.iso(now))")
    }
}

extension BodyForm<OrderCircumstances.SentTime> {
    /// A moment, or a day, which means the beginning of that day.
    static var time: Self {
        Self(schema: .dayOrMoment) { value in
            guard let text = value.string else { return nil }
            return (APIMoment.seconds(text) ?? Day(iso: text).map { $0.daysSince1970 * 86_400 }).map {
                OrderCircumstances.SentTime(text: text, seconds: $0)
            }
        }
    }
}
