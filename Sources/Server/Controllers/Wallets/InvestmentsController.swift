import JSONText
import Ledger
import Market
import Portfolio
import Records

/// The caller's investments: the lots of one wallet.
struct InvestmentsController: Sendable {
    let portfolios: Portfolios

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.create, create)
        api.add(Self.change, change)
        api.add(Self.remove, remove)
    }

    private static let list = Operation(
        .get, "/v1/investments", id: "getInvestments", tag: "Investments",
        "Investments with their gains against their buy prices: the lots of the wallet \(Investments.walletName).",
        scope: .read, parameters: [.onDay, .explain, .currency], answers: [.json(200, "The gains of all investments.", .gains)])

    private func list(_ call: Call) async throws -> Reply {
        let report = try await portfolios(call.caller).investments.gains(
            on: call.day("on"), keepsDisposals: call.flag("explain"), in: call.currency)
        return Reply(json: Array(try GainsJSON.document(report, returns: nil, explained: call.flag("explain")).utf8))
    }

    // MARK: Add

    private static let create = Operation(
        .post, "/v1/investments", id: "addInvestment", tag: "Investments", "Adds an investment.", scope: .write,
        body: .json(InvestmentBody.schema).showing(#"{"asset":"BTC","quantity":"0.05","price":"64000","time":"2025-02-20"}"#),
        answers: [
            .json(
                201, "The recorded transactions; with Idempotency-Replayed, those of an earlier request with the same key.",
                .receipt),
            .problem(404, "There is no such asset (code unknown-asset)."),
        ])

    private func create(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        return try await OrdersController.record([try await Self.order(call, portfolio)], call, portfolio)
    }

    private static func order(_ call: Call, _ portfolio: Portfolio) async throws -> Order {
        let body = try InvestmentBody(call.body)
        let asset = try await portfolio.asset(body.asset, at: "/asset")
        let investment = try NewInvestment(asset, quantity: body.quantity, price: body.price)
        return try await portfolio.investments.order(
            for: investment, time: try body.circumstances.seconds(now: portfolio.time),
            isTimeGiven: body.circumstances.isTimeGiven, note: body.circumstances.note)
    }

    // MARK: Change

    private static let change = Operation(
        .put, "/v1/investments/{transaction}", id: "changeInvestment", tag: "Investments",
        "Corrects an investment: reverses it and records it again, both or neither.", scope: .write,
        parameters: [.path("transaction", .transactionID, "The number of an investment.")],
        body: .json(InvestmentBody.schema).showing(#"{"asset":"BTC","quantity":"0.06","price":"64000","time":"2025-02-20"}"#),
        answers: [
            .json(
                201, "The recorded replacement; with Idempotency-Replayed, that of an earlier request with the same key.", .receipt
            ),
            .problem(404, "There is no such investment."),
            .problem(409, "It was already reversed, or its coins have been used since."),
        ])

    private func change(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let id = TransactionID(Int64(call.required("transaction", Call.integer)))
        // Checked before the order is made, which creates the wallet of investments if it is missing.
        _ = try await portfolio.investments.investment(id)
        let order = try await Self.order(call, portfolio)
        return try await OrdersController.reply(call) { key in
            try await portfolio.investments.replace(id, with: order, key: key)
        }
    }

    // MARK: Remove

    private static let remove = Operation(
        .delete, "/v1/investments", id: "removeInvestments", tag: "Investments",
        "Removes investments, all or none, as if they had never been made.", scope: .write,
        parameters: [
            .query(
                "ids", .array(.transactionID, count: 1...1000), "The numbers of the investments, separated by commas.",
                isRequired: true)
        ],
        answers: [
            .json(200, "The transactions that reverse them.", .receipt),
            .problem(404, "At least one of them is not an investment."),
        ])

    private func remove(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let ids = (call.numbers("ids") ?? []).map { TransactionID(Int64($0)) }
        return try await Correction(status: .ok).reply { try await portfolio.investments.remove(ids) }
    }
}

/// The body of a new investment.
private struct InvestmentBody {
    static let schema = Schema.named(
        "NewInvestment",
        .object(
            [
                .init("asset", .assetName, "A ticker or an id."), .init("quantity", .decimal(.positive), "How many coins."),
                .init("price", .decimal(.notNegative), "The price of one coin, in USD."),
            ] + OrderBody.all))

    let asset: String
    let quantity: Quantity
    let price: Money
    let circumstances: OrderCircumstances

    /// - Parameter body: checked against ``schema``.
    init(_ body: JSONValue) throws(Problem) {
        let body = BodyObject(body)
        (asset, quantity) = (try body.read("asset", .text), try body.read("quantity", .decimal))
        price = try body.read("price", .money)
        circumstances = try OrderCircumstances(body)
    }
}
