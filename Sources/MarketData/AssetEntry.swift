import Market
import Text

/// A user's entry for a new asset, or more details about a known one.
package struct AssetEntry: Equatable, Sendable {
    package var ticker: String
    /// The id; nil for the id of the known asset with this ticker, or else the ticker in lower case.
    package var id: String?
    package var name: String?
    /// The asset's ids at providers; providers not listed keep their stored id.
    package var providerIDs: [Provider: String] = [:]
    /// The number of coins in circulation, above zero.
    package var supply: Double?
    package var firstTrade: Day?
    package var lastTrade: Day?

    package init(ticker: String) { self.ticker = ticker }
}

/// Why an asset cannot be added or removed.
package enum AssetEntryError: Error, Equatable, Sendable, CustomStringConvertible {
    case noTicker(String)
    case noID(String)
    /// The id is that of US dollars, which are cash and cannot be changed.
    case cash
    /// A name or provider id contains an invisible character.
    case badText(String)
    /// The id already belongs to another asset, as its id or its ticker.
    case idTaken(AssetID, by: Ticker)
    /// The ticker is the id of an asset with another ticker.
    case tickerTaken(Ticker, by: Asset)
    /// The ticker or id is reserved for one of ``KnownAssets/all``.
    case reserved(String, for: AssetID)
    /// The asset is one of ``KnownAssets/all``, which keep their tickers and cannot be removed.
    case known(AssetID)
    /// The ticker of a new coin is the code of a currency, and no id says that the coin is meant.
    case currency(Ticker)
    /// The asset has stored prices, transactions, or forecasts in the diary.
    case inUse(AssetID)

    package var description: String {
        switch self {
        case .noTicker(let text):
            "\"\(text)\" is not a ticker: expected 1 to 20 letters, digits, '.', '-' or '_', such as BTC"
        case .noID(let text): "\"\(text)\" is not an id: expected 1 to 64 small letters, digits and hyphens, such as bitcoin"
        case .badText(let text):
            "\"\(text.replacing("\0", with: "\\0"))\" has the invisible or control character "
                + "\(HiddenCharacter.first(in: text).map(HiddenCharacter.name) ?? "U+0000"); leave it out"
        case .cash: "USD is reserved for cash and cannot be changed; choose another ticker and id"
        case .idTaken(let id, let ticker): "the id \(id) belongs to \(ticker); choose another id"
        case .tickerTaken(let ticker, let other):
            "\(ticker) is the id of \(other.name) (ticker \(other.ticker)); choose another ticker"
        case .reserved(let name, let id): "\(name) is reserved for the built-in asset \(id); choose another ticker or id"
        case .known(let id): "\(id) is built in: it keeps its ticker and cannot be removed"
        case .currency(let ticker):
            "\(ticker) is the currency \(CurrencyTable.asset(named: "\(ticker)")?.name ?? ""), which is built in; a coin with this ticker needs "
                + "an id of its own, such as mantle for MNT"
        case .inUse(let id):
            "\(id) has stored closes, transactions or diary forecasts, so it cannot be removed; only closes can be removed first"
        }
    }
}
