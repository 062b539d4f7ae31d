import JSONText
import Market
import MarketData
import Trading

/// The history of a simulated account as a file: all entries, written page by page, so that memory does not grow with it.
package struct TradingHistoryFile: Sendable {
    package enum Format: String, Sendable { case json, csv }

    package let format: Format
    package let accounts: TradingAccounts
    package let market: MarketData

    package init(format: Format, accounts: TradingAccounts, market: MarketData) {
        (self.format, self.accounts, self.market) = (format, accounts, market)
    }

    /// How many entries are read at once. A shorter file shows one moment; a longer one may lack an entry that was completed
    /// meanwhile and so moved to the front.
    static let pageSize = 10_000

    /// Writes the entries of a query, newest first.
    ///
    /// - Parameters:
    ///   - query: its limit is ignored.
    ///   - write: takes the bytes of a page; the next page is read when it returns.
    package func write(
        _ query: HistoryQuery = HistoryQuery(), of owner: String, _ write: ([UInt8]) async throws -> Void
    ) async throws {
        var query = query
        query.limit = Self.pageSize
        var isFirst = true
        try await write(Array((format == .json ? "{\"simulated\":true,\"entries\":[" : TradingDocuments.entryLine.csvHeader).utf8))
        while true {
            let page = try await accounts.history(of: owner, query)
            if !page.isEmpty {
                let coins = format == .csv ? Set(page.compactMap(\.asset)) : []
                let tickers = try await market.store.assets(ids: coins).mapValues { "\($0.ticker)" }
                try await write(bytes(of: page, tickers: tickers, isFirst: isFirst))
            }
            guard page.count == query.limit, let last = page.last else { break }
            query.after = (last.time, last.id)
            isFirst = false
        }
        if format == .json { try await write(Array("\n]}\n".utf8)) }
    }

    private func bytes(of entries: [HistoryEntry], tickers: [AssetID: String], isFirst: Bool) -> [UInt8] {
        guard format == .json else {
            return entries.flatMap { entry in
                TradingDocuments.entryLine.csvLine((entry, entry.asset.flatMap { tickers[$0] } ?? "")).utf8
            }
        }
        var bytes: [UInt8] = []
        for (index, entry) in entries.enumerated() {
            var writer = JSONWriter()
            writer.object { TradingDocuments.entry.write(entry, &$0) }
            bytes += (isFirst && index == 0 ? "\n" : ",\n").utf8
            bytes += writer.bytes
        }
        return bytes
    }
}
