import Ledger
import Market
import MarketData
import Store

/// Cash that another part of the store takes from an owner's wallet, or brings into it, within its own change: both or neither.
package struct WalletCash: Sendable {
    /// Cash to take from a wallet, or to bring into it.
    package struct Movement: Sendable {
        package let wallet: Wallet
        package let isDeposit: Bool
        package let amount: Quantity
        package let currency: Currency
        /// In seconds since 1970-01-01 UTC.
        package let time: Int
        package let key, note: String

        package init(
            _ wallet: Wallet, isDeposit: Bool, _ amount: Quantity, _ currency: Currency, time: Int, key: String, note: String
        ) {
            (self.wallet, self.isDeposit, self.amount, self.currency) = (wallet, isDeposit, amount, currency)
            (self.time, self.key, self.note) = (time, key, note)
        }

        fileprivate func transaction(value: Money?) throws(LedgerError) -> Transaction {
            let make = isDeposit ? Transaction.deposit : Transaction.withdrawal
            return try make(key, time, wallet.id, currency.asset, amount, value, note)
        }
    }

    private let owner: String
    private let quotas: QuotaChecks

    package init(of owner: String, _ quotas: QuotaChecks) { (self.owner, self.quotas) = (owner, quotas) }

    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``, also for another owner's.
    package func wallet(_ reading: borrowing Reading, named text: String) throws -> Wallet {
        guard let wallet = try Wallet.named(text, of: owner, in: reading.connection) else {
            throw PortfolioError.noSuchWallet(text)
        }
        return wallet
    }

    /// Records a withdrawal or a deposit, at the market value of its day.
    ///
    /// - Parameter old: the transaction that it replaces, which is taken back.
    /// - Throws: ``PortfolioError``, such as ``PortfolioError/notEnough(wallet:asset:have:need:time:)``; `LedgerError`; `QuotaExceeded`.
    package func record(
        _ change: borrowing Change, _ movement: Movement, replacing old: TransactionID? = nil
    ) throws -> TransactionID {
        var transaction = try movement.transaction(value: try value(change.reading, movement))
        var transactions: [Transaction] = []
        if let record = try old.flatMap({ try Self.record($0, in: change.reading.connection) }) {
            let key = Replacements.correctionKey(record.id, by: movement.key)
            transactions.append(try .correction(of: record, key: key))
            transaction.place = record.place
        }
        return try append(transactions + [transaction], change)
    }

    /// Takes a transaction back, unless that was done before.
    ///
    /// - Throws: ``PortfolioError``, such as ``PortfolioError/neededLater(wallet:asset:left:need:by:kind:time:)``.
    package func takeBack(_ change: borrowing Change, _ id: TransactionID) throws {
        guard let record = try Self.record(id, in: change.reading.connection), record.correctedBy == nil else { return }
        _ = try append([.correction(of: record, key: Replacements.correctionKey(id, by: nil))], change)
    }

    /// Records a transaction again that was taken back.
    ///
    /// - Returns: the transaction that stands now; nil if its wallet was deleted, or if another transaction took its place.
    /// - Throws: as ``record(_:_:replacing:)``.
    package func restore(_ change: borrowing Change, _ id: TransactionID) throws -> TransactionID? {
        let connection = change.reading.connection
        guard let record = try newest(id, in: connection) else { return nil }
        // A person restored it in the wallet meanwhile.
        guard let correction = record.correctedBy else { return record.id }
        guard try Self.record(correction, in: connection)?.transaction.key == Replacements.correctionKey(record.id, by: nil),
            try record.transaction.wallets.allSatisfy({ try Wallet.isThere($0, in: connection) })
        else { return nil }
        return try append([record.restoration], change)
    }

    /// The transactions that stand and whose key begins with a text, or that were recorded again for such ones, without those of
    /// deleted wallets.
    ///
    /// - Parameter prefix: ends with a slash.
    package func standing(_ reading: borrowing Reading, keyed prefix: String) throws -> [TransactionID] {
        let connection = reading.connection
        let keyed = try reading.rows(
            "SELECT id FROM transactions WHERE owner = ?1 AND key > ?2 AND key < substr(?2, 1, length(?2) - 1) || '0'",
            [owner, prefix]
        ).map { TransactionID(try $0.decode(atIndex: 0)) }
        return try keyed.compactMap { id in
            guard let record = try newest(id, in: connection), record.correctedBy == nil,
                try record.transaction.wallets.allSatisfy({ try Wallet.isThere($0, in: connection) })
            else { return nil }
            return record.id
        }
    }

    /// Returns a transaction, or the last one that was recorded again for it.
    private func newest(_ id: TransactionID, in connection: Connection) throws -> RecordedTransaction? {
        guard var record = try Self.record(id, in: connection) else { return nil }
        while let later = try RecordedTransaction.fetch(key: Replacements.restorationKey(record.id), of: owner, in: connection) {
            record = later
        }
        return record
    }

    private static func record(_ id: TransactionID, in connection: Connection) throws -> RecordedTransaction? {
        try RecordedTransaction.fetch([id], upTo: nil, in: connection).first
    }

    /// The value in US dollars at the rate of the day; nil for US dollars themselves, and without a rate.
    private func value(_ reading: borrowing Reading, _ movement: Movement) throws -> Money? {
        guard movement.currency != .usd else { return nil }
        let (day, asset) = (Day(secondsSince1970: movement.time), movement.currency.asset)
        let newest = try StoredCandle.newest(1, of: asset, through: day, in: reading.connection).first
        guard let rate = newest.flatMap({ PriceOfDay($0) }), day - rate.day <= ClosePrices.longestAgeDays(of: asset) else {
            return nil
        }
        return try movement.amount.multiplied(by: rate.price)
    }

    /// - Returns: the number of the last transaction.
    private func append(_ transactions: [Transaction], _ change: borrowing Change) throws -> TransactionID {
        let (connection, now) = (change.reading.connection, change.now.seconds)
        do {
            let results = try JournalAppend.record(
                transactions, of: owner, recordedAt: now, expecting: [:], quotas, in: connection)
            return results[results.count - 1].id
        } catch PortfolioError.insufficient(let wallet, let asset, let have, let need, let time, let recorded) {
            let name = try Wallet.existing(wallet, in: connection).name
            let ticker = Currency(asset).flatMap { Ticker($0.code) } ?? Ticker(Currency.usd.code)!
            guard let recorded, let later = try Self.record(recorded, in: connection) else {
                throw PortfolioError.notEnough(wallet: name, asset: ticker, have: have, need: need, time: time)
            }
            throw PortfolioError.neededLater(
                wallet: name, asset: ticker, left: have, need: need, by: recorded, kind: later.transaction.kind, time: time)
        }
    }
}

extension Wallet {
    fileprivate static func isThere(_ id: WalletID, in connection: Connection) throws -> Bool {
        do {
            _ = try existing(id, in: connection)
            return true
        } catch PortfolioError.noSuchWallet {
            return false
        }
    }
}
