import Market

/// All providers, sharing one network session, with one queue of requests each.
package struct PriceFeeds: Sendable {
    /// The providers that answer without a key with enough history, in the order in which they are asked.
    package static let keyless: [Provider] = [.binance, .kraken, .coinmetrics, .coinbase]

    /// What time it is.
    package let clock: FeedClock
    private let feeds: [Provider: any PriceProvider]
    private let skews: [ClockSkew]

    /// Clients of all providers. Make one and keep it: the queues that keep requests apart live in it.
    package init(settings: FeedSettings = FeedSettings(), clock: FeedClock = .system) {
        self.init(settings: settings, clock: clock, transport: URLSessionTransport())
    }

    package init(settings: FeedSettings, clock: FeedClock, transport: any HTTPTransport) {
        self.clock = clock
        let connections = Provider.allCases.map {
            FeedConnection($0, settings: settings, clock: clock, transport: transport)
        }
        feeds = Dictionary(uniqueKeysWithValues: connections.map { ($0.provider, Self.feed($0)) })
        skews = connections.map(\.skew)
    }

    /// Seconds by which our clock was ahead of a provider's, negative where behind, by its last answer; 0 within a quarter of an hour,
    /// and where nobody told. Of several providers the one that differs most.
    package var clockAheadSeconds: Int { skews.map(\.aheadSeconds).max { abs($0) < abs($1) } ?? 0 }

    /// One provider's client.
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
        }
    }
}
