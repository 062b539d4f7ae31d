import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld

/// A store with closes of 2024, in which files of other programs are read.
struct FormWorld {
    let world: World
    let portfolio: Portfolio

    init() async throws {
        world = try World(today: day0 + 700)
        portfolio = world.portfolio()
        for coin in ["MCO", "SOL", "MATIC"] {
            var entry = AssetEntry(ticker: coin)
            entry.id = coin.lowercased() + "-coin"
            _ = try await portfolio.market.directory.add(entry)
        }
        // The closes of every day: EUR 1.1, BTC 50000, ETH 2000, and so on.
        for (asset, close) in [(AssetID.eur, 1.1), (bitcoin, 50000), (ethereum, 2000), (AssetID("binancecoin")!, 300)] {
            try await world.store([Double?](repeating: close, count: 700), of: asset)
        }
    }

    func read(_ text: String, _ options: ReadingOptions = ReadingOptions(wallet: "w")) async throws -> ReadTransactions {
        try await portfolio.importer.read(Array(text.utf8), file: "f", options)
    }

    /// The rows of a file in order of time, one text for each.
    func rows(_ text: String, _ options: ReadingOptions = ReadingOptions(wallet: "w")) async throws -> [String] {
        try await read(text, options).rows.map(Self.shown)
    }

    /// The faults of a file.
    func faults(_ text: String, _ options: ReadingOptions = ReadingOptions(wallet: "w")) async throws -> [String] {
        do {
            _ = try await read(text, options)
            return []
        } catch let error as ImportError {
            return error.faults.map { "\($0.line): \($0.message)" }
        }
    }

    /// `3 buy 0.01 bitcoin for 980 fee 9.8`: line, kind, quantity, asset and what else the row has.
    static func shown(_ line: Int, _ row: TransactionRow) -> String {
        var text = "\(line) \(row.kind.rawValue) \(row.quantity) \(row.asset)"
        if let cash = row.cash { text += " for \(cash.amount)" }
        if let received = row.received { text += " for \(received.quantity) \(received.asset)" }
        if let fee = row.fee { text += " fee \(fee)" }
        if let value = row.value { text += " value \(value.amount)" }
        if row.isAtMarketValue { text += " at market" }
        if let label = row.label { text += " \(label.rawValue)" }
        if let target = row.target { text += " to \(target)" }
        if row.wallet != "w" { text += " in \(row.wallet)" }
        return text
    }
}

extension LeftOutRows {
    /// `stays: 3, 4`.
    var shown: String { "\(why): \(lines.map(String.init).joined(separator: ", "))" }
}
