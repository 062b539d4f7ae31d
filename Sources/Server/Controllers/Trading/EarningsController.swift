import Documents
import Ledger
import Market
import MarketData
import People
import Trading

/// What a simulated account has earned or lost.
struct EarningsController: Sendable {
    let trading: Trading
    let market: MarketData
    let portfolios: Portfolios
    /// Nil on one person's machine.
    let profiles: Profiles?
    let worker: WorkerThread

    func add(to api: inout API) { api.add(Self.earnings, earnings) }

    /// What payments are compared with, where nobody has chosen a coin.
    static let standardCoin = AssetID("bitcoin")!

    private static let earnings = Operation(
        .get, "/v1/trading/earnings", id: "getEarnings", tag: Operation.tradingTag,
        "What the simulated account has earned or lost over time, beside one coin bought and held for the same payments.",
        scope: .read,
        parameters: [
            .currency,
            .query(
                "period", .choice(EarningsPeriod.allCases.map(\.rawValue)), "The days that are listed.",
                default: .string(EarningsPeriod.all.rawValue)),
            .query("coin", .assetName, "The coin to hold instead; the caller's preferred coin, or BTC, where it is missing."),
        ],
        answers: [
            .json(200, "The earnings.", TradingSchemas.earnings), .problem(404, "There is no such coin."),
            .problem(409, "Several assets have this ticker; name one by its id."),
        ])

    private func earnings(_ call: Call) async throws -> Reply {
        let coin = try await coin(call)
        let period = call.text("period").flatMap(EarningsPeriod.init(rawValue:)) ?? .all
        let earnings = Earnings(parts: trading.parts, market: market, portfolio: portfolios(call.caller))
        return try await worker.run {
            let report = try await earnings.report(in: call.currency, beside: coin, over: period)
            return Reply { EarningsJSON.document(report, over: period, &$0) }
        }
    }

    private func coin(_ call: Call) async throws -> Asset {
        if let name = call.text("coin") {
            let coin = try await market.directory.namedAsset(name, field: "coin")
            guard !Currency.allCases.map(\.asset).contains(coin.id) else {
                throw TradingError.notACoin(coin.ticker).problem.at("coin")
            }
            return coin
        }
        var preferred: String?
        if let profiles, let person = call.caller.standing?.person {
            preferred = try await profiles.person(person).choices.preferredCoin
        }
        return try await market.heldCoin(preferred: preferred)
    }
}

extension MarketData {
    /// Returns the coin that earnings are compared with.
    ///
    /// - Parameter preferred: the id of a person's preferred coin; nil for none.
    package func heldCoin(preferred: String?) async throws -> Asset {
        let cash = Currency.allCases.map(\.asset)
        if let id = preferred.flatMap({ AssetID($0) }), !cash.contains(id), let asset = try await assets.asset(id) { return asset }
        return try await directory.asset(EarningsController.standardCoin.description)
    }
}
