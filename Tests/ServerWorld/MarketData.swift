import Market
import Testing

/// 2025-02-28, the last day that has ended when a test begins.
package let yesterday = Day(iso: "2025-02-28")!

/// A simulated coin's closes, which end yesterday.
package func simulatedHistory(_ index: Int, days: Int = 600, through last: Day = yesterday) -> PriceHistory {
    SimulatedMarket(days: days, seed: 7, lastDay: last).history(index, ticker: Ticker("COIN\(index)")!)
}

/// A price file.
package func priceFile(_ history: PriceHistory) -> String {
    "date,close\n" + history.closes.enumerated().map { "\(history.firstDay + $0.offset),\($0.element)\n" }.joined()
}

/// Closes as a JSON array.
package func jsonCloses(_ history: PriceHistory) -> String { "[" + history.closes.map(\.description).joined(separator: ",") + "]" }

extension ServerUnderTest {
    /// Stores the closes of a simulated coin, or some of them, as an asset's.
    @discardableResult package func storeCloses(of id: String, _ history: PriceHistory) async throws -> PriceHistory {
        let candles = history.closes.enumerated().map { Candle(day: history.firstDay + $0.offset, close: $0.element, volume: 1000) }
        _ = try await database.store(
            candles, of: AssetID(id)!, source: "test", retrievedAt: Self.start - 3600, replaces: true)
        return history
    }

    package func put(_ path: String, csv: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("PUT", path, body: csv, headers: ["Content-Type": "text/csv"].merging(headers) { $1 })
    }

    /// The ids of an array of assets.
    package func ids(_ path: String, headers: [String: String] = [:]) async throws -> [String] {
        let answer = try await get(path, headers: headers)
        try #require(answer.status == 200, "\(answer.text)")
        return (answer.json["data"]?.array ?? []).compactMap { $0["id"]?.string }
    }
}
