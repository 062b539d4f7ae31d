import Ledger
import Market
import Platform
import Portfolio
import Storage

/// Times of interactive database operations. Prints them; nothing passes or fails.
struct Measurement {
    let folder: String
    let count: Int
    private static let walletCount = 1000

    func run() async throws {
        for durability in [Store.Options.Durability.full, .normal] { try await smallWrites(durability) }
        let opening = ProcessState.monotonicSeconds
        let database = try Store("\(folder)/closecast.db")
        report("making a file", since: opening)
        try await candles(database)
        let wallets = try await fill(database)
        try await reads(database, wallets)
        let again = ProcessState.monotonicSeconds
        _ = try await Store("\(folder)/closecast.db").assets()
        report("opening it and reading its assets", since: again)
        try await timed("audit") { _ = try await database.audit(AuditOptions(today: nil)) }
        try await timed("backup, audited") { try database.backup(to: "\(folder)/backup.db", overwrites: true) }
    }

    private func report(_ name: String, since start: Double, per times: Int = 1) {
        let milliseconds = (ProcessState.monotonicSeconds - start) * 1000 / Double(times)
        print("\(name): \((milliseconds * 1000).rounded() / 1000) ms")
    }

    private func timed(_ name: String, per times: Int = 1, _ body: () async throws -> Void) async throws {
        let start = ProcessState.monotonicSeconds
        try await body()
        report(name, since: start, per: times)
    }

    private func smallWrites(_ durability: Store.Options.Durability) async throws {
        let database = try Store("\(folder)/\(durability.rawValue).db", options: .init(durability: durability))
        let wallet = try await database.createWallet(
            named: "w", of: "ann", costBasis: .fifo, allowsNegative: false, createdAt: 0
        ).id
        try await timed("one transaction, synchronous = \(durability.rawValue)", per: 500) {
            for index in 0..<500 {
                _ = try await database.append([deposit(index, wallet)], of: "ann", recordedAt: 0, expecting: [:])
            }
        }
    }

    private func deposit(_ index: Int, _ wallet: WalletID) throws -> Transaction {
        try .deposit(key: "key-\(index)", time: 1_600_000_000 + index, wallet: wallet, asset: .usd, quantity: FixedDecimal(1000))
    }

    private func candles(_ database: Store) async throws {
        let candles = (0..<100_000).map {
            Candle(day: Day(daysSince1970: $0 - 80_000), open: 1.5, high: 2.5, low: 0.5, close: 1.25 + Double($0), volume: 1e6)
        }
        for name in ["import", "the same again"] {
            try await timed("100,000 candles, \(name)") {
                _ = try await database.store(
                    candles, of: AssetID("bitcoin")!, source: "file:a.csv", retrievedAt: 1, replaces: false)
            }
        }
        try await timed("500 newest candles") {
            _ = try await database.newestCandles(of: AssetID("bitcoin")!, count: 500, through: Day(daysSince1970: 30_000))
        }
    }

    private func fill(_ database: Store) async throws -> [WalletID] {
        var wallets: [WalletID] = []
        for index in 0..<Self.walletCount {
            wallets.append(
                try await database.createWallet(
                    named: "w\(index)", of: "ann", costBasis: .fifo, allowsNegative: false, createdAt: 0
                ).id)
        }
        let start = ProcessState.monotonicSeconds
        for batch in stride(from: 0, to: count, by: 10_000) {
            let transactions = try (batch..<min(count, batch + 10_000)).map { try transaction($0, wallets) }
            _ = try await database.append(transactions, of: "ann", recordedAt: 0, expecting: [:])
        }
        let seconds = ProcessState.monotonicSeconds - start
        print("\(count) transactions in batches of 10,000: \(Int(Double(count) / seconds)) a second")
        return wallets
    }

    /// Wallet after wallet: a deposit, then purchases, and at times a transfer to the next wallet.
    private func transaction(_ index: Int, _ wallets: [WalletID]) throws -> Transaction {
        let (wallet, round) = (wallets[index % wallets.count], index / wallets.count)
        let (key, time) = ("key-\(index)", 1_600_000_000 + index * 60)
        switch round % 10 {
        case 0: return try deposit(index * 60, wallet).keyed(key)
        case 9:
            return try .transfer(
                key: key, time: time, from: wallet, to: wallets[(index + 1) % wallets.count], asset: .usd,
                quantity: FixedDecimal(1))
        default:
            return try .buy(
                key: key, time: time, wallet: wallet, asset: AssetID("bitcoin")!, quantity: FixedDecimal(units: 12_345_678),
                paid: .usd(FixedDecimal(2)), fee: .usd(FixedDecimal(units: 1_500_000_000_000_000)))
        }
    }

    private func reads(_ database: Store, _ wallets: [WalletID]) async throws {
        let first = try await database.transactions(JournalQuery(wallets: [wallets[7]], limit: 100))
        try await timed("a page of 100, newest first") {
            _ = try await database.transactions(JournalQuery(wallets: [wallets[8]], order: .newestFirst, limit: 100))
        }
        try await timed("a page of 1,000 of one asset") {
            _ = try await database.transactions(
                JournalQuery(wallets: [wallets[9]], asset: AssetID("bitcoin")!, leavesOutCorrected: true, limit: 1000))
        }
        try await timed("a page of 1,000 of all wallets") {
            _ = try await database.transactions(JournalQuery(wallets: Set(wallets), limit: 1000))
        }
        try await timed("balances") { _ = try await database.balances(of: wallets[10]) }
        try await timed("1,000 wallets that feed one") { _ = try await database.walletsFeeding([wallets[11]]) }
        try await timed("one transaction with the past gone through") {
            _ = try await database.append(
                [.withdrawal(key: "old", time: first[1].transaction.time, wallet: wallets[7], asset: .usd, quantity: .one)],
                of: "ann", recordedAt: 0, expecting: [:])
        }
    }
}

extension Transaction {
    fileprivate func keyed(_ key: String) -> Transaction { Transaction(key: key, kind: kind, time: time, postings: postings) }
}
