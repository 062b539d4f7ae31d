import Forecasts
import Market
import MarketData

/// Computes the outlooks that lists of coins show, so that no visitor waits for them.
struct OutlookWarmUp: Sendable {
    let market: MarketData
    let version: StoreVersion
    let outlooks: CoinOutlooks

    /// Coins beyond this number are computed when their page is opened.
    private static let mostCoins = 300
    private static let pause = Duration.seconds(5)

    func run() async {
        var seen: (version: Int, model: String?)?
        while !Task.isCancelled {
            let current = (version: await version.current(), model: outlooks.modelSHA256)
            if seen.map({ $0 != current }) ?? true {
                // Recording a forecast in the diary also changes the store: the next round then finds everything in memory.
                seen = current
                await computeAll()
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func computeAll() async {
        // After a read error, the next change of the store triggers a new attempt; pages show the known outlooks.
        guard let coins = try? await market.assetsWithCloses() else { return }
        for coin in coins.prefix(Self.mostCoins) {
            if Task.isCancelled { return }
            // Coins with too few closes have no outlook; their page says why.
            _ = try? await outlooks.outlook(of: coin, priority: .background)
        }
    }
}
