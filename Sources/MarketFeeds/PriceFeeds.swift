import Market

/// All providers. They share their connections, and each has its own request queue.
package struct PriceFeeds: Sendable {
    /// The providers that offer enough history without a key, in the order in which they are asked.
    package static let keyless: [Provider] = [.binance, .kraken, .coinmetrics, .coinbase, .frankfurter]

    /// The clock used for all requests.
    package let clock: FeedClock
    private let feeds: [Provider: any PriceProvider]
    private let skews: [ClockSkew]

    /// Creates clients of all providers. Create one instance and keep it, because it holds the request queues.
    package init(settings: FeedSettings = FeedSettings(), clock: FeedClock = .system) {
        self.init(settings: settings, clock: clock, transport: CurlTransport())
    }

    package init(settings: FeedSettings, clock: FeedClock, transport: any HTTPTransport) {
        self.clock = clock
        let connections = Provider.allCases.map {
            FeedConnection($0, settings: settings, clock: clock, transport: transport)
        }
        feeds = Dictionary(uniqueKeysWithValues: connections.map { ($0.provider, Self.feed($0)) })
        skews = connections.map(\.skew)
    }

    /// Seconds by which our clock is ahead of a provider's, by its last answer; negative if it is behind. 0 for up to 15
    /// minutes, and if unknown. Of several providers, the one with the largest difference counts.
    package var clockAheadSeconds: Int { skews.map(\.aheadSeconds).max { abs($0) < abs($1) } ?? 0 }

    /// The client of a provider.
    package subscript(provider: Provider) -> any PriceProvider { feeds[provider]! }

    private static func feed(_ connection: FeedConnection) -> any PriceProvider {
        switch connection.provider {
        case .binance: BinanceFeed(connection: connection)
        case .kraken: KrakenFeed(connection: connection)
        case .coinmetrics: CoinMetricsFeed(connection: connection)
        case .coinbase: CoinbaseFeed(connection: connection)
        case .coingecko: CoinGeckoFeed(connection: connection)
        case .cryptocompare: CryptoCompareFeed(connection: connection)
        case .coinapi: CoinAPIFeed(connection: connection)
        case .messari: MessariFeed(connection: connection)
        case .frankfurter: FrankfurterFeed(connection: connection)
        }
    }
}
