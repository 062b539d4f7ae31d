import Market
import MarketData
import Platform
import Services
import Synchronization

/// What the discs of coins show: a picture, or up to four letters of the ticker.
package struct CoinSigns: Sendable {
    private static let most = 4

    private let icons: CoinIcons?
    /// The letters of coins whose own letters are also those of another coin.
    private let special: [AssetID: String]

    /// - Parameter assets: the coins that pages may show together, whose letters must differ.
    package init(_ assets: [Asset] = [], icons: CoinIcons? = nil) {
        self.icons = icons
        special = Self.special(assets)
    }

    /// Returns the address of a coin's picture; nil if it has none.
    func icon(of asset: Asset) -> String? { icons?.icon(of: asset).map { Assets.path + $0.name } }

    package func letters(of asset: Asset) -> String { special[asset.id] ?? Self.candidates(asset.ticker)[0] }

    // MARK: Letters

    /// Returns the letters of a ticker in the order of preference: all of a short one; its beginning and its number; its first
    /// letters; then its first letters with later ones.
    private static func candidates(_ ticker: Ticker) -> [String] {
        let signs = "\(ticker)".filter { $0.isLetter || $0.isNumber }
        guard signs.count > most else { return [signs] }
        // Leading zeros of a number, as in SIM01, say nothing.
        let number = signs.reversed().prefix(while: \.isNumber).reversed().drop { $0 == "0" }.prefix(most - 1)
        let numbered = number.isEmpty ? [] : [signs.prefix(most - number.count) + String(number)]
        let later = signs.dropFirst(most).map { "\(signs.prefix(most - 1))\($0)" }
        let ends = (1..<most).reversed().map { signs.prefix($0) + String(signs.suffix(most - $0)) }
        return numbered.map { String($0) } + [String(signs.prefix(most))] + later + ends.map { String($0) }
    }

    private static func special(_ assets: [Asset]) -> [AssetID: String] {
        var taken: Set<String> = []
        var special: [AssetID: String] = [:]
        // Coins with few choices first; then the order of ids, so that a coin keeps its letters.
        let sorted = assets.map { (id: $0.id, candidates: candidates($0.ticker)) }
            .sorted { ($0.candidates.count, $0.id) < ($1.candidates.count, $1.id) }
        for (id, candidates) in sorted {
            let free = candidates.first { !taken.contains($0) }
            if let free, free != candidates[0] { special[id] = free }
            taken.insert(free ?? candidates[0])
        }
        return special
    }
}

/// The signs of all stored coins. They are read again after a change of the stored data, at most every ten seconds.
final class StoredCoinSigns: Sendable {
    private struct State {
        var signs: CoinSigns
        /// The uptime of the last read, in seconds.
        var readAt = -Double.infinity
    }

    private static let seconds = 10.0
    private let market: MarketData
    private let icons: CoinIcons
    private let state: Mutex<State>

    init(_ market: MarketData, icons: CoinIcons) {
        (self.market, self.icons) = (market, icons)
        state = Mutex(State(signs: CoinSigns(icons: icons)))
    }

    /// Returns the signs. If the coins cannot be read, those of the last time.
    func current() async -> CoinSigns {
        let now = ProcessState.monotonicSeconds
        let (signs, isFresh) = state.withLock { ($0.signs, now < $0.readAt + Self.seconds) }
        guard !isFresh, let assets = try? await market.store.assets() else { return signs }
        let read = CoinSigns(assets, icons: icons)
        state.withLock { $0 = State(signs: read, readAt: now) }
        return read
    }
}
