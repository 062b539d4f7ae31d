import APIKit
import Ledger
import Market
import MarketData
import People
import Services
import Trading

/// The profit or loss of a simulated account.
struct EarningsController: Sendable {
    let trading: Trading
    let market: MarketData
    let portfolios: Portfolios
    let preferred: PreferredCoin
    let worker: WorkerThreads

    func add(to api: inout API) { api.add(Self.earnings, earnings) }

    /// The coin that payments are compared with if the person has not chosen one.
    static let standardCoin = AssetID("bitcoin")!

    private static let earnings = Operation(
        .get, "/v1/trading/earnings", id: "getEarnings", tag: Operation.tradingTag,
        "Gains and losses of the simulated account over time, compared with buying and holding one coin for the same payments.",
        need: .scope(.read),
        parameters: [
            .currency,
            .query(
                "period", .choice(EarningsPeriod.allCases.map(\.rawValue)), "The days to list.",
                default: .string(EarningsPeriod.all.rawValue)),
            .query("coin", .assetName, "The coin to compare with (default: the caller's preferred coin, or BTC)."),
        ],
        answers: [
            .json(200, "The earnings.", TradingDocuments.earnings.schema), .problem(404, "There is no such coin."),
            .problem(409, "Several assets have this ticker; name one by its id."),
        ])

    private func earnings(_ call: Call) async throws -> Reply {
        let coin = try await coin(call)
        let period: EarningsPeriod = call.required("period", Call.choice)
        let earnings = Earnings(parts: trading.parts, market: market, portfolio: portfolios(call.caller))
        return try await worker.run(for: call.caller.owner) {
            let report = try await earnings.report(in: call.currency, beside: coin, over: period)
            return Reply { TradingDocuments.earnings.write((report, period), &$0) }
        }
    }

    private func coin(_ call: Call) async throws -> Asset {
        if let coin = try await preferred.named(call.text("coin")) { return coin }
        return try await market.heldCoin(preferred: preferred.chosen(call))
    }
}

extension MarketData {
    /// Returns the coin that earnings are compared with.
    ///
    /// - Parameter preferred: the id of a person's preferred coin; nil for none.
    package func heldCoin(preferred: String?) async throws -> Asset {
        if let id = preferred.flatMap({ AssetID($0) }), Currency(id) == nil, let asset = try await store.asset(id) { return asset }
        return try await directory.asset(EarningsController.standardCoin.description)
    }
}
