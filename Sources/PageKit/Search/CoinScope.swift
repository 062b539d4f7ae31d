import Ledger
import Market
import MarketData
import Portfolio
import Trading

/// Which coins a search or a field of a form offers, and whose quantities it shows.
package enum CoinScope: Equatable, Sendable {
    /// All coins, with what all wallets have together.
    case all
    /// Coins with closes, with what all wallets have together.
    case priced
    /// Coins and cash, with what a wallet has; the wallet's id.
    case wallet(String)
    /// The coins of the simulated account, each with a link to what is done with it.
    case practice(Action?)

    package enum Action: String, Sendable { case buy, sell, send, receive }

    private static let walletPrefix = "wallet-"

    /// - Parameter text: that of an address; ``text``.
    package init?(_ text: String) {
        if let action = Action(rawValue: text) {
            self = .practice(action)
        } else if text.hasPrefix(Self.walletPrefix) {
            self = .wallet(String(text.dropFirst(Self.walletPrefix.count)))
        } else if let scope = [CoinScope.all, .priced, .practice(nil)].first(where: { $0.text == text }) {
            self = scope
        } else {
            return nil
        }
    }

    package var text: String {
        switch self {
        case .all: "all"
        case .priced: "priced"
        case .wallet(let id): Self.walletPrefix + id
        case .practice(let action): action?.rawValue ?? "practice"
        }
    }

    /// The address of the coins; a field's script adds what is typed.
    var path: String { "\(Page.Place.search.path)?for=\(URLForm.encoded(text))" }

    /// Whether the coins are those of the simulated account.
    var isOfPractice: Bool { if case .practice = self { true } else { false } }

    /// Whether only coins of which there is something can be chosen.
    var isOfHeld: Bool { self == .practice(.sell) || self == .practice(.send) }

    /// Where the choice of a coin leads.
    func href(_ coin: Asset) -> String {
        switch self {
        case .practice(.buy?): "\(PagePaths.trade("\(coin.ticker)"))?side=buy"
        case .practice(.sell?): "\(PagePaths.trade("\(coin.ticker)"))?side=sell"
        case .practice(.send?): PagePaths.transfer("send", "\(coin.ticker)")
        case .practice(.receive?): PagePaths.transfer("receive", "\(coin.ticker)")
        default: CoinView.href(coin)
        }
    }
}
