import Ledger
import Market
import Portfolio
import Storage

/// A file with a bit of everything.
enum SampleData {
    static func fill(_ path: String) async throws {
        let database = try Database(path, options: .quick)
        let candles = (0..<900).map { Candle(day: Day(daysSince1970: 19_000 + $0), open: 1, close: 2 + Double($0), volume: 3) }
        _ = try await database.store(candles, of: .bitcoin, source: "file:a.csv", retrievedAt: 5, replaces: false)
        try await database.store((0..<50).map { Quote(time: $0 * 60, price: 2) }, of: .bitcoin, source: "binance")
        try await database.addFavourites([.bitcoin], of: "ann")
        let (one, two) = (try await database.make("one"), try await database.make("two"))
        for index in 0..<100 {
            try await database.record(
                .deposit(key: "d\(index)", time: 100 - index, wallet: one, asset: .usd, quantity: d("10.5"), note: "note"),
                .transfer(key: "t\(index)", time: 200, from: one, to: two, asset: .usd, quantity: d("1"), fee: d("0.01")))
        }
        let record = try await database.transaction(TransactionID(1), of: "ann")!
        try await database.record(.correction(of: record, key: "c"))
        try database.close()
    }

    /// Every call there is.
    static let everything: [@Sendable (Database) async throws -> Void] = [
        { _ = try await $0.assets() }, { _ = try await $0.favourites(of: "ann") }, { _ = try await $0.coverage() },
        { _ = try await $0.candles(of: .bitcoin, from: Day(daysSince1970: 0), through: Day(daysSince1970: 30_000)) },
        { _ = try await $0.quotes(of: .bitcoin, since: 0) }, { _ = try await $0.wallets(of: "ann") },
        { _ = try await $0.balances(of: WalletID(1)) }, { _ = try await $0.walletsFeeding(WalletID(2)) },
        { _ = try await $0.transactions(JournalQuery(wallets: [WalletID(1), WalletID(2)], leavesOutCorrected: true)) },
        { _ = try await $0.transactions(JournalQuery(wallets: [WalletID(1)], asset: .usd, order: .newestFirst)) },
        { _ = try await $0.audit(AuditOptions(today: Day(daysSince1970: 21_000))) },
        { try await $0.record(.withdrawal(key: "w", time: 50, wallet: WalletID(1), asset: .usd, quantity: d("1"))) },
        {
            let candles = (500..<1000).map { Candle(day: Day(daysSince1970: 19_000 + $0), close: 7) }
            _ = try await $0.store(candles, of: .bitcoin, source: "b", retrievedAt: 5, replaces: true)
        },
        { _ = try await $0.createWallet(named: "three", of: "ann", costBasis: .fifo, allowsNegative: false, createdAt: 1) },
        { _ = try await $0.removeCandles(of: .bitcoin) },
    ]
}
