import Ledger
import Market
import MarketData
import Portfolio
import Scratch
import Storage
import Synchronization

/// A database in a temporary folder, with a clock; removed with its owner.
package final class World: Sendable {
    package final class Clock: Sendable {
        package let time: Mutex<Int>
        package init(_ time: Int) { self.time = Mutex(time) }
    }

    private let scratch: Scratch
    package let database: Store
    package let clock: Clock

    /// - Parameter today: the first day that has not ended; it is noon.
    package init(today: Day = day0 + 400) throws {
        scratch = try Scratch()
        database = try Store(scratch("test.db"), options: .init(durability: .normal))
        clock = Clock(moment(today, 12))
    }

    /// One owner's portfolio; several of them for one owner act like several processes.
    package func portfolio(_ owner: String = "me") -> Portfolio {
        let clock = clock
        return Portfolio(database, owner: owner) { clock.time.withLock { $0 } }
    }

    /// Stores closes of successive days; nil for a day that is missing.
    package func store(_ closes: [Double?], of asset: AssetID, from first: Day = day0) async throws {
        let candles = closes.enumerated().compactMap { index, close in close.map { Candle(day: first + index, close: $0) } }
        _ = try await database.store(candles, of: asset, source: "test", retrievedAt: 0, replaces: true)
    }

    /// Records transactions unchanged.
    @discardableResult package func record(_ transactions: Transaction..., owner: String = "me") async throws -> [TransactionID] {
        try await database.append(transactions, of: owner, recordedAt: 0, expecting: [:]).map(\.id)
    }
}

package let day0 = Day(iso: "2024-01-01")!
package let bitcoin = AssetID("bitcoin")!
package let ethereum = AssetID("ethereum")!
package let litecoin = AssetID("litecoin")!
package let coins = [bitcoin, ethereum, litecoin]

/// Seconds since 1970 of an hour of a day.
package func moment(_ day: Day, _ hour: Int = 0) -> Int { day.daysSince1970 * 86_400 + hour * 3600 }

package func decimal(_ text: String) -> FixedDecimal { FixedDecimal(text)! }
package func decimal(_ text: String) -> Money { .usd(FixedDecimal(text)!) }

extension FixedDecimal: ExpressibleByStringLiteral {
    /// Amounts in tests are written as text: `"0.05"`.
    package init(stringLiteral text: String) { self = FixedDecimal(text)! }
}

/// Money in tests is in US dollars unless stated otherwise.
extension Money: ExpressibleByStringLiteral {
    /// The US dollars of a text: `"0.05"`.
    package init(stringLiteral text: String) { self = .usd(FixedDecimal(text)!) }

    /// US dollars in units of 1e-18.
    package init(units: Int128) { self = .usd(FixedDecimal(units: units)) }

    /// The amount in units of 1e-18.
    package var units: Int128 { amount.units }

    /// Its share of a part of a whole.
    package func scaled(by part: FixedDecimal, over whole: FixedDecimal) throws -> Money {
        Money(try amount.scaled(by: part, over: whole), currency)
    }
}

extension Portfolio {
    package func order(
        _ wallet: Wallet, _ asset: AssetID, _ action: Order.Action, at time: Int = moment(day0, 1), note: String = ""
    ) async throws -> Order {
        Order(wallet: wallet, asset: try await market.directory.asset(asset.description), action: action, time: time, note: note)
    }

    @discardableResult package func perform(
        _ wallet: Wallet, _ asset: AssetID, _ action: Order.Action, at time: Int = moment(day0, 1)
    ) async throws -> TransactionID {
        try await orders.commit(orders.prepare([order(wallet, asset, action, at: time)]))[0].id
    }

    package func balances(_ wallet: Wallet) async throws -> [AssetID: Quantity] {
        try await valuations.holdings(of: WalletGroup(wallet)).quantities
    }

    /// Returns everything recorded, as rows of a file.
    package func rows(_ wallets: [Wallet]? = nil) async throws -> [TransactionRow] {
        var rows: [TransactionRow] = []
        let all = try await self.wallets.all()
        try await transactions.export(wallets ?? all) { rows.append($0) }
        return rows
    }

    @discardableResult package func importCSV(_ text: String, wallet: String? = nil, makesWallets: Bool = false)
        async throws -> [AppendResult]
    {
        try await importFile(Array(text.utf8), wallet: wallet, ImportOptions(makesWallets: makesWallets)).results
    }

    @discardableResult package func importFile(
        _ bytes: [UInt8], wallet: String? = nil, _ options: ImportOptions = ImportOptions()
    ) async throws -> ImportReport {
        let rows = try await TransactionFile.rows(bytes, file: "f", wallet: wallet) { try await market.directory.asset($0).id }
        return try await importer.record(rows, file: "f", options: options)
    }
}
