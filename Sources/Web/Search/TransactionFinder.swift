import HTMLTemplates
import Ledger
import Market
import MarketData
import PageKit
import Portfolio
import Services
import Trading
import TradingWeb
import WalletsWeb

/// Finds the visitor's own wallets, transactions and movements of the simulated account.
struct TransactionFinder: Sendable {
    let market: MarketData
    let portfolios: Portfolios
    let trading: Trading

    init(_ parts: ServerParts) { (market, portfolios, trading) = (parts.market, parts.portfolios, parts.trading) }

    /// The rows of wallets whose name has the words.
    func wallets(_ text: SearchText, _ visit: Visit) async throws -> [TemplateValue] {
        try await portfolios(visit.caller).wallets.all().filter { text.matches([$0.name]) }.map { wallet in
            FoundRow.values(title: wallet.name, href: WalletPlace.path(of: wallet), icon: "wallet")
        }
    }

    /// The rows of transactions of all wallets.
    func transactions(_ text: SearchText, most: Int, _ visit: Visit) async throws -> [TemplateValue] {
        let (words, portfolio, amounts) = (visit.words, portfolios(visit.caller), Amounts(visit))
        let labels = Dictionary(
            uniqueKeysWithValues: Transaction.Label.allCases.map { ($0.rawValue, words("wallet.label.\($0.rawValue)")) })
        let searched = Self.searched(text, labels) { (kind: Transaction.Kind) in words("wallet.kind.\(kind.rawValue)") }
        let found = try await portfolio.transactions.found(in: portfolio.wallets.group(nil), searched, limit: most)
        let names = RowNames(try await market.store.assets(ids: Set(found.map(\.row.asset))))
        return found.map { logged in
            let row = logged.row
            let parts = [visit.format.date(Day(secondsSince1970: row.time), .short), row.wallet, row.note]
            return FoundRow.values(
                title: "\(words.kind(row)) \(names.ticker(row.asset))",
                detail: parts.filter { !$0.isEmpty }.dotted, href: Self.href(row), icon: "file",
                amount: amounts.quantity(row.quantity, of: row.asset))
        }
    }

    /// The history of the transaction's wallet with its day, coin and kind.
    private static func href(_ row: TransactionRow) -> String {
        let day = Day(secondsSince1970: row.time)
        let path = row.walletID.map(WalletPlace.path) ?? Page.Place.portfolio.path
        return row.walletID == nil
            ? path
            : "\(path)/history?kind=\(row.kind.rawValue)&asset=\(URLForm.encoded("\(row.asset)"))&since=\(day)&until=\(day)"
    }

    /// The rows of the simulated account's history.
    func movements(_ text: SearchText, most: Int, _ visit: Visit) async throws -> [TemplateValue] {
        let words = visit.words
        var query = HistoryQuery()
        query.words = Self.searched(text) { (kind: HistoryEntry.Kind) in words("trade.kind.\(kind.rawValue)") }
        query.limit = most
        guard !query.words.isEmpty else { return [] }
        let found = try await trading.accounts.history(of: visit.caller.owner, query)
        let assets = try await market.store.assets(ids: Set(found.compactMap(\.asset)))
        let write = TradingWords(visit, trading)
        return found.map { TradingEntryView(entry: $0, assets: assets, write: write).found }
    }

    /// The words, each with the kinds and labels whose names have it.
    ///
    /// - Parameter labels: the names of labels.
    private static func searched<Kind: RawRepresentable<String> & Hashable & Sendable & CaseIterable>(
        _ text: SearchText, _ labels: [String: String] = [:], name: (Kind) -> String
    ) -> [SearchedWord<Kind>] {
        text.words.map { word in
            SearchedWord(
                word, kinds: Set(Kind.allCases.filter { name($0).lowercased().contains(word) }),
                labels: Set(labels.filter { $0.value.lowercased().contains(word) }.keys))
        }
    }
}
