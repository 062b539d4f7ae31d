import JSONText
import Ledger
import Market
import Platform
import Portfolio
import Storage

/// Measures operations on a store with many transactions, for `scripts/bench --store`.
///
///     closecast-bench store --folder DIR --transactions 1000000 --wallets 1000 --days 1826 --repeats R
///
/// The store is DIR/bench.db, and the imported closes are in DIR/coin-0.csv and so on; the peer reads both.
struct StoreBench {
    private static let assetCount = 10
    private let options: Options
    private let folder: String
    private let store: Store
    private let portfolio: Portfolio
    private let lastDay = Day(iso: "2025-12-31")!
    private let assets: [Asset]
    private var random = SeededGenerator(seed: 20_240_229)

    init(_ options: Options) async throws {
        (self.options, folder) = (options, options["folder"])
        store = try StoreFile.open("\(folder)/bench.db")
        let now = (lastDay + 1).daysSince1970 * 86_400
        portfolio = Portfolio(store, owner: "bench") { now }
        assets = (0..<Self.assetCount).map {
            Asset(id: AssetID("coin-\($0)")!, ticker: Ticker("COIN\($0)")!, name: "Coin \($0)")
        }
        for asset in assets { try await store.save(asset) }
    }

    mutating func run() async throws {
        let days = options.integer("days")
        let closes = try await importing(days: days)
        let journal = try await journalling()
        let name = "wallet 1"
        let wallet = try await portfolio.wallets.named(name)
        let before = residentBytes
        let (valuation, valuations) = try await timed { try await portfolio.gains.report(of: wallet) }
        let (plain, plains) = try await timed { try await portfolio.valuations.valuation(of: wallet) }
        let (series, overTime) = try await timed {
            try await portfolio.valueHistory.values(of: wallet, from: lastDay - (days - 1), through: lastDay)
        }
        // A hundred further wallets must not take more memory than one.
        for number in 2...min(100, options.integer("wallets")) {
            _ = try await portfolio.gains.report(of: try await portfolio.wallets.named("wallet \(number)"))
        }
        let after = residentBytes
        let large = try await oneLargeWallet()
        let text = JSONWriter.document { writer in
            writer.object { writer in
                writer.member("import_closes", closes.count)
                writer.member("import_seconds", closes.seconds)
                writer.member("reimport_seconds", closes.again)
                writer.member("transactions", journal.count)
                writer.member("append_seconds", journal.seconds)
                writer.key("gains_seconds")
                writer.array { writer in for value in valuations { writer.number(value) } }
                writer.key("valuation_seconds")
                writer.array { writer in for value in plains { writer.number(value) } }
                writer.key("over_time_seconds")
                writer.array { writer in for value in overTime { writer.number(value) } }
                writer.member("days", series.count)
                writer.member("total", plain.total?.description)
                writer.member("cost", valuation.gains.coins.cost.total?.description)
                writer.member("realized", valuation.gains.coins.realized.gain.total?.description)
                writer.member("last_value", series.last?.value?.description)
                writer.member("resident_before", before)
                writer.member("resident_after_100_wallets", after)
                writer.member("large_wallet_transactions", large.count)
                writer.member("large_wallet_seconds", large.seconds)
                writer.member("resident_growth_large_wallet", large.resident)
            }
        }
        try Files.writeAll(Array(text.utf8), descriptor: 1, path: "standard output")
    }

    /// Returns all durations; the caller computes the median. The first call fills the caches and is not counted.
    private func timed<Result>(_ body: () async throws -> Result) async throws -> (Result, [Double]) {
        var result = try await body()
        var seconds: [Double] = []
        for _ in 0..<options.integer("repeats") {
            let start = ProcessState.monotonicSeconds
            result = try await body()
            seconds.append(ProcessState.monotonicSeconds - start)
        }
        return (result, seconds)
    }

    // MARK: Closes

    /// Imports 100,000 closes or more, from the text of files to stored candles, twice.
    private mutating func importing(days: Int) async throws -> (count: Int, seconds: Double, again: Double) {
        var texts: [[UInt8]] = []
        for asset in assets {
            let market = SimulatedMarket(days: max(days, 100_000 / Self.assetCount), seed: 7, lastDay: lastDay)
            let history = market.history(texts.count, ticker: asset.ticker)
            var text = "date,close\n"
            for (index, close) in history.closes.enumerated() { text += "\(history.firstDay + index),\(close)\n" }
            try Files.write(Array(text.utf8), to: "\(folder)/\(asset.id).csv")
            texts.append(Array(text.utf8))
        }
        var count = 0
        func importAll() async throws {
            count = 0
            for (asset, text) in zip(assets, texts) {
                let (candles, _) = try PriceFile(text, name: "bench").candles(endedBefore: portfolio.today)
                _ = try await store.store(candles, of: asset.id, source: "file:bench", retrievedAt: 0, replaces: false)
                count += candles.count
            }
        }
        let start = ProcessState.monotonicSeconds
        try await importAll()
        let middle = ProcessState.monotonicSeconds
        try await importAll()
        return (count, middle - start, ProcessState.monotonicSeconds - middle)
    }

    // MARK: Transactions

    private mutating func journalling() async throws -> (count: Int, seconds: Double) {
        let (total, walletCount) = (options.integer("transactions"), options.integer("wallets"))
        var count = 0
        let start = ProcessState.monotonicSeconds
        for number in 1...walletCount {
            let wallet = try await portfolio.wallets.create("wallet \(number)", costBasis: CostBasis.allCases[(number - 1) % 4])
            var transactions = try trades(of: wallet.id, count: total / walletCount)
            count += transactions.count
            try await append(&transactions)
        }
        return (count, ProcessState.monotonicSeconds - start)
    }

    private func append(_ transactions: inout [Transaction]) async throws {
        while !transactions.isEmpty {
            _ = try await store.append(Array(transactions.prefix(10_000)), of: "bench", recordedAt: 0, expecting: [:])
            transactions.removeFirst(min(10_000, transactions.count))
        }
    }

    /// Returns five years of buys and sales, after a deposit that pays for all of them.
    private mutating func trades(of wallet: WalletID, count: Int) throws -> [Transaction] {
        let first = (lastDay - (options.integer("days") - 1)).daysSince1970 * 86_400
        let seconds = options.integer("days") * 86_400 - 1
        var held = [Int](repeating: 0, count: Self.assetCount)
        var transactions = [
            try Transaction.deposit(
                key: "\(wallet) 0", time: first, wallet: wallet, asset: .usd, quantity: FixedDecimal(1_000_000_000))
        ]
        for number in 1..<count {
            let index = Int.random(in: 0..<Self.assetCount, using: &random)
            let time = first + seconds / count * number
            let units = Int.random(in: 1...1000, using: &random)
            let cash = try FixedDecimal(units).multiplied(by: FixedDecimal(units: Int128(50 + number % 100) << 56))
            let isSale = held[index] > units && Bool.random(using: &random)
            held[index] += isSale ? -units : units
            transactions.append(
                isSale
                    ? try .sell(
                        key: "\(wallet) \(number)", time: time, wallet: wallet, asset: assets[index].id,
                        quantity: FixedDecimal(units), received: .usd(cash), fee: .one)
                    : try .buy(
                        key: "\(wallet) \(number)", time: time, wallet: wallet, asset: assets[index].id,
                        quantity: FixedDecimal(units), paid: .usd(cash), fee: .one))
        }
        return transactions
    }

    /// Values one wallet with a tenth of all transactions: memory must grow with open lots, not with the journal.
    private mutating func oneLargeWallet() async throws -> (count: Int, seconds: Double, resident: Int) {
        let wallet = try await portfolio.wallets.create("large", costBasis: .average)
        var transactions = try trades(of: wallet.id, count: max(options.integer("transactions") / 10, 10))
        let count = transactions.count
        try await append(&transactions)
        transactions = []
        let (before, start) = (residentBytes, ProcessState.monotonicSeconds)
        _ = try await portfolio.gains.report(of: wallet)
        return (count, ProcessState.monotonicSeconds - start, residentBytes - before)
    }

    private var residentBytes: Int { ProcessState.residentBytes }
}
