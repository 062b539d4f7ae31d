import Foundation
import Market

/// Where the providers are, which keys they get and how they are asked. Values only: nothing here reads the environment.
package struct FeedSettings: Equatable, Sendable {
    /// One provider's part.
    package struct Source: Equatable, Sendable {
        /// Where its paths begin, without a slash at the end: a mirror or a test server may stand here.
        package var address: URL
        /// Its key, where there is one.
        package var key: FeedKey?
        /// How often it may be asked.
        package var requestsPerSecond: Double
    }

    /// What CoinGecko calls the two kinds of keys.
    package enum CoinGeckoPlan: String, CaseIterable, Sendable {
        /// A free key or none: the last 365 days.
        case demo
        /// A paid key, at an address of its own.
        case pro
    }

    /// Which kind of key CoinGecko gets.
    package var coinGeckoPlan = CoinGeckoPlan.demo
    /// How long one request may take from first to last byte.
    package var timeoutSeconds = 10.0
    /// How often a request that failed for a passing reason is sent again.
    package var retries = 2
    /// A provider that asks us to wait longer than this is given up at once.
    package var longestWaitSeconds = 60.0
    /// The largest answer in bytes that is read.
    package var sizeLimit = 32 << 20
    private var sources: [Provider: Source]

    /// The providers' own addresses, no keys, and distances between requests that their documentation allows.
    package init() {
        sources = Dictionary(uniqueKeysWithValues: Provider.allCases.map { ($0, Self.standard($0)) })
    }

    /// One provider's part.
    package subscript(provider: Provider) -> Source {
        get { sources[provider]! }
        set { sources[provider] = newValue }
    }

    private static func standard(_ provider: Provider) -> Source {
        let (address, perSecond): (StaticString, Double) =
            switch provider {
            case .binance: ("https://data-api.binance.vision", 10)
            case .kraken: ("https://api.kraken.com", 1)
            case .coinmetrics: ("https://community-api.coinmetrics.io/v4", 1.5)
            case .coinbase: ("https://api.exchange.coinbase.com", 5)
            case .coingecko: ("https://api.coingecko.com/api/v3", 0.5)
            case .cryptocompare: ("https://min-api.cryptocompare.com", 1)
            case .coinapi: ("https://rest.coinapi.io", 5)
            case .messari: ("https://data.messari.io", 0.33)
            }
        return Source(address: URL(string: "\(address)")!, key: nil, requestsPerSecond: perSecond)
    }

    /// CoinGecko's address for paid keys.
    static let coinGeckoPro = "https://pro-api.coingecko.com/api/v3"
}

/// A secret that no text shows: printing it, or anything that contains it, gives `[key]`.
package struct FeedKey: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key itself, for a header.
    package let secret: String

    /// - Returns: nil unless `text`, white space at its ends aside, is 1 to 512 visible ASCII characters: what else there is cannot
    ///   stand in a header.
    package init?(_ text: String) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...512).contains(trimmed.utf8.count), trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        secret = trimmed
    }

    /// `[key]`.
    package var description: String { "[key]" }
    /// `[key]`.
    package var debugDescription: String { "[key]" }
    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
