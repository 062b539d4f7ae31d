import APIKit
import HTTPEdge
import Market
import MarketData
import PageKit

/// The coins that a reader chose to compare, as written in the page's address: `/compare?coins=BTC,ETH&past=1Y`.
struct CompareChoice: Sendable {
    static let path = "/compare"
    /// The lines of more coins cannot be distinguished.
    static let most = 5
    /// The maximum number of names that are looked up.
    private static let mostNames = 30

    /// The chosen coins with closes, each once.
    private(set) var coins: [Asset] = []
    /// Why a name in the address does not give a coin to compare.
    private(set) var faults: [Fault] = []
    let past: PastPeriod
    let zoom: ClosedRange<Day>?
    /// All coins that can be compared, by ticker.
    let all: [Asset]

    enum Fault: Sendable, Equatable {
        /// No coin has this name; `near` may be the one that was meant.
        case unknown(String, near: String?)
        case ambiguous(String, ids: [String])
        case noCloses(Asset)
    }

    init(_ visit: Visit, _ market: MarketData) async throws {
        past = visit.choice("past", default: .year)
        zoom = visit.zoom
        all = try await market.assetsWithCloses().filter { $0.id != .usd }.sortedByTicker
        for name in Self.names(visit) {
            do {
                let coin = try await market.directory.asset(name)
                if !all.contains(where: { $0.id == coin.id }) {
                    faults.append(.noCloses(coin))
                } else if !coins.contains(where: { $0.id == coin.id }) {
                    coins.append(coin)
                }
            } catch AssetError.unknown(let text, let near) {
                faults.append(.unknown(text, near: near))
            } catch AssetError.ambiguousTicker(let text, let ids) {
                faults.append(.ambiguous(text, ids: ids.map(\.description)))
            } catch let error as AssetError {
                throw error.problem
            }
        }
    }

    /// The names in the address; a form adds one more.
    private static func names(_ visit: Visit) -> [String] {
        let names = (visit.queries("coins") + visit.queries("add")).flatMap { $0.split(separator: ",") }
        return names.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty && $0.count <= 100 }.prefix(mostNames).map(\.self)
    }

    /// Whether a form wrote the address, as opposed to the canonical form for sharing.
    static func isForm(_ visit: Visit) -> Bool { visit.query("add") != nil || visit.queries("coins").count > 1 }

    // MARK: Addresses

    /// The ticker, or the id if several coins have the ticker.
    func name(_ coin: Asset) -> String { CoinFinder.name(coin, among: all) }

    var href: String { href(coins) }

    func href(_ coins: [Asset], past: PastPeriod? = nil, path: String = CompareChoice.path) -> String {
        let period = (past ?? self.past).rawValue
        guard !coins.isEmpty else { return path }
        return "\(path)?coins=\(coins.map { URLForm.encoded(name($0)) }.joined(separator: ","))&past=\(period)"
    }

    /// The address without one of the coins.
    func href(without coin: Asset) -> String { href(coins.filter { $0.id != coin.id }) }

    /// The coins that can be added.
    var others: [Asset] { all.filter { coin in !coins.contains { $0.id == coin.id } } }
}
