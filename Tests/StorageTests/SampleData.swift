import Access
import Forecasts
import Foundation
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

/// A file with samples of everything.
enum SampleData {
    /// Creates it at a path.
    static func fill(_ path: String) async throws {
        let isCreated = FileManager.default.createFile(
            atPath: path, contents: try await bytes.value, attributes: [.posixPermissions: 0o600])
        #expect(isCreated)
    }

    /// Made once: the tests need hundreds.
    private static let bytes = Task {
        try await Scratch.with { folder in
            try await make("\(folder)/closecast.db")
            return try Data(contentsOf: URL(filePath: "\(folder)/closecast.db"))
        }
    }

    private static func make(_ path: String) async throws {
        let database = try Store(path, options: .quick)
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
        try await database.save(AccessToken.sample())
        try await database.answer(to: .sample()) { ((), IdempotentReply(status: 201, headers: [], body: [1, 2])) }
        _ = try await database.append(DiaryEntry.sample())
        try database.close()
    }

    /// Every call of the store.
    static let everything: [@Sendable (Store) async throws -> Void] = [
        { _ = try await $0.assets() }, { _ = try await $0.favourites(of: "ann") }, { _ = try await $0.coverage() },
        { _ = try await $0.candles(of: .bitcoin, from: Day(daysSince1970: 0), through: Day(daysSince1970: 30_000)) },
        { _ = try await $0.quotes(of: .bitcoin, since: 0) }, { _ = try await $0.wallets(of: "ann") },
        { _ = try await $0.balances(of: WalletID(1)) }, { _ = try await $0.walletsFeeding([WalletID(2)]) },
        { _ = try await $0.transactions(JournalQuery(wallets: [WalletID(1), WalletID(2)], leavesOutCorrected: true)) },
        { _ = try await $0.transactions(JournalQuery(wallets: [WalletID(1)], asset: .usd, order: .newestFirst)) },
        { _ = try await $0.audit(AuditOptions(today: Day(daysSince1970: 21_000))) },
        { try await $0.record(.withdrawal(key: "w", time: 50, wallet: WalletID(1), asset: .usd, quantity: d("1"))) },
        {
            let candles = (500..<1000).map { Candle(day: Day(daysSince1970: 19_000 + $0), close: 7) }
            _ = try await $0.store(candles, of: .bitcoin, source: "b", retrievedAt: 5, replaces: true)
        },
        { _ = try await $0.createWallet(named: "three", of: "ann", costBasis: .fifo, allowsNegative: false, createdAt: 1) },
        { _ = try await $0.tokens() }, { _ = try await $0.token(hash: AccessToken.sample().hash) },
        { _ = try await $0.revokeToken(AccessToken.sample().id, at: 9) },
        { _ = try await $0.use(of: .sample()) },
        { try await $0.answer(to: .sample("l")) { ((), IdempotentReply(status: 204, headers: [], body: [])) } },
        { _ = try await $0.entries(of: .bitcoin, before: nil, limit: 9) }, { _ = try await $0.entryCounts() },
        { _ = try await $0.append(DiaryEntry.sample(cutoff: 20_001)) }, { _ = await $0.health() },
        { _ = try await $0.removeCandles(of: .bitcoin) },
    ]
}

extension AccessToken {
    /// A token of Ann.
    static func sample(expiresAt: Int? = nil) -> AccessToken {
        AccessToken(
            id: String(repeating: "a", count: 12), hash: String(repeating: "a", count: 64), owner: "ann", scope: .write,
            createdAt: 5, expiresAt: expiresAt)
    }
}

extension IdempotentRequest {
    static func sample(_ key: String = "k", owner: String = "ann", hash: Character = "a") throws -> IdempotentRequest {
        try IdempotentRequest(owner: owner, key: key, requestHash: String(repeating: hash, count: 64))
    }
}

extension DiaryEntry {
    /// An entry of two days.
    static func sample(of asset: AssetID = .bitcoin, cutoff: Int = 20_000) -> DiaryEntry {
        DiaryEntry(
            asset: asset, cutoff: Day(daysSince1970: cutoff), issuedAt: (cutoff + 1) * 86_400 + 5,
            model: .init(name: "m", sha256: String(repeating: "a", count: 64)), inputSHA256: String(repeating: "b", count: 64),
            settings: .init(days: 2, paths: 1000, seed: .max), lastClose: 0.1,
            numbers: DiaryNumbers(
                points: [0.5, -0.25], quantiles: (0..<42).map { Float($0 % 21) / 64 - 0.25 },
                naiveQuantiles: (0..<42).map { Float($0 % 21) / 32 - 0.25 })!)
    }
}
