import Foundation
import Market

/// Addresses, keys and limits of the providers. Plain values: nothing here reads the environment.
package struct FeedSettings: Equatable, Sendable {
    /// The settings of one provider.
    package struct Source: Equatable, Sendable {
        /// The base address without a trailing slash; may be a mirror or a test server.
        package var address: URL
        /// The key, if any.
        package var key: FeedKey?
        /// The most requests a second.
        package var requestsPerSecond: Double
    }

    /// CoinGecko's kinds of keys.
    package enum CoinGeckoPlan: String, CaseIterable, Sendable {
        /// A free key or none: the last 365 days.
        case demo
        /// A paid key, with its own address.
        case pro
    }

    /// The kind of CoinGecko's key.
    package var coinGeckoPlan = CoinGeckoPlan.demo
    /// The longest duration of one request, from first to last byte, in seconds.
    package var timeoutSeconds = 10.0
    /// How often a request is retried after a temporary failure.
    package var retries = 2
    /// If a provider asks for a longer wait than this, in seconds, the request fails at once.
    package var longestWaitSeconds = 60.0
    /// The largest accepted answer, in bytes.
    package var sizeLimit = 32 << 20
    private var sources: [Provider: Source]

    /// Creates settings with the providers' own addresses, no keys, and the request rates that their documentation allows.
    package init() {
        sources = Dictionary(uniqueKeysWithValues: Provider.allCases.map { ($0, Self.standard($0)) })
    }

    /// The settings of one provider.
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
            // States no limit.
            case .frankfurter: ("https://api.frankfurter.dev", 2)
            }
        return Source(address: URL(string: "\(address)")!, key: nil, requestsPerSecond: perSecond)
    }

    /// CoinGecko's address for paid keys.
    static let coinGeckoPro = "https://pro-api.coingecko.com/api/v3"
}

/// A secret that is never printed: its text, and that of anything that contains it, shows `[key]`.
package struct FeedKey: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key, for use in a header.
    package let secret: String

    /// Creates a key.
    ///
    /// - Returns: nil unless `text`, without surrounding white space, is 1 to 512 visible ASCII characters, as headers require.
    package init?(_ text: String) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...512).contains(trimmed.utf8.count), trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        secret = trimmed
    }

    /// `[key]`.
    package var description: String { "[key]" }
    /// `[key]`.
    package var debugDescription: String { "[key]" }
    /// An empty mirror, so that reflection does not reveal the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
