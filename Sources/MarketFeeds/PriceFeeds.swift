import Market

/// All providers, sharing one network session, with one queue of requests each.
public struct PriceFeeds: Sendable {
    /// The providers that answer without a key with enough history, in the order in which they are asked.
    public static let keyless: [Provider] = [.binance, .kraken, .coinmetrics, .coinbase]

    /// What time it is.
    public let clock: FeedClock
    private let feeds: [Provider: any PriceProvider]

    /// Clients of all providers. Make one and keep it: the queues that keep requests apart live in it.
    public init(settings: FeedSettings = FeedSettings(), clock: FeedClock = .system) {
        self.init(settings: settings, clock: clock, transport: URLSessionTransport())
    }

    package init(settings: FeedSettings, clock: FeedClock, transport: any HTTPTransport) {
        self.clock = clock
        feeds = Dictionary(
            uniqueKeysWithValues: Provider.allCases.map { provider in
                let connection = FeedConnection(provider, settings: settings, clock: clock, transport: transport)
                return (provider, Self.feed(connection))
            })
    }

    /// One provider's client.
    public subscript(provider: Provider) -> any PriceProvider { feeds[provider]! }

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
