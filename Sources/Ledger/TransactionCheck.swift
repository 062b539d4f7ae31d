import Market

extension Transaction {
    /// The longest key, in bytes of UTF-8.
    package static let longestKey = 200
    /// The longest note, in bytes of UTF-8.
    package static let longestNote = 2000
    /// The limit of every amount's absolute value, 1e18, so that many of them can be added.
    package static let amountLimit = FixedDecimal(1_000_000_000_000_000_000)
    /// The most postings of a transaction. Sums of this many amounts below ``amountLimit`` cannot overflow.
    package static let mostPostings = 100
    /// The accepted times, in seconds since 1970-01-01 UTC: the years 1970 to 9999.
    package static let times = 0..<253_402_300_800

    /// Returns the day of a time that may be out of range, for example one in milliseconds. Clamps extreme values.
    package static func day(ofAny time: Int) -> Day { Day(secondsSince1970: max(min(time, 1 << 50), -(1 << 50))) }

    /// Checks that the transaction may be recorded: its texts and amounts are within their limits, its postings balance for
    /// each asset, and they have the form of its kind.
    ///
    /// - Throws: ``LedgerError/badKey(key:)``, ``LedgerError/noteTooLong(key:bytes:)``, ``LedgerError/badNote(key:)``,
    ///   ``LedgerError/badTime(key:time:)``, ``LedgerError/wrongPostingCount(key:count:)``,
    ///   ``LedgerError/zeroPosting(key:account:asset:)``, ``LedgerError/amountTooLarge(key:name:amount:)``,
    ///   ``LedgerError/unbalanced(key:asset:sum:)``, ``LedgerError/wrongPostings(key:kind:)``,
    ///   ``LedgerError/badAmount(key:name:amount:)``, ``LedgerError/wrongValue(key:kind:value:)``,
    ///   ``LedgerError/wrongCurrency(key:name:amount:)``, ``LedgerError/wrongCorrection(key:kind:)``,
    ///   ``LedgerError/wrongLabel(key:kind:label:)``, ``LedgerError/lossWithValue(key:value:)``.
    package func check() throws(LedgerError) {
        // SQLite ends a text at U+0000: everything behind it would be lost.
        guard (1...Self.longestKey).contains(key.utf8.count), !key.utf8.contains(0) else { throw .badKey(key: key) }
        guard note.utf8.count <= Self.longestNote else { throw .noteTooLong(key: key, bytes: note.utf8.count) }
        guard !note.utf8.contains(0) else { throw .badNote(key: key) }
        guard Self.times.contains(time) else { throw .badTime(key: key, time: time) }
        guard (kind == .correction) == (corrects != nil) else { throw .wrongCorrection(key: key, kind: kind) }
        try checkAmounts()
        try checkBalance()
        guard kind == .correction || hasShapeOfKind else { throw .wrongPostings(key: key, kind: kind) }
        try checkValue()
        try checkLabel()
    }

    private func checkAmounts() throws(LedgerError) {
        guard (2...Self.mostPostings).contains(postings.count) else { throw .wrongPostingCount(key: key, count: postings.count) }
        for posting in postings {
            guard posting.amount != .zero else { throw .zeroPosting(key: key, account: posting.account, asset: posting.asset) }
            guard posting.amount < Self.amountLimit, posting.amount > -Self.amountLimit else {
                throw .amountTooLarge(key: key, name: posting.asset.description, amount: posting.amount)
            }
        }
    }

    private func checkBalance() throws(LedgerError) {
        for (index, posting) in postings.enumerated() where !postings[..<index].contains(where: { $0.asset == posting.asset }) {
            let sum = postings[index...].reduce(.zero) { $1.asset == posting.asset ? $0 + $1.amount : $0 }
            guard sum == .zero else { throw .unbalanced(key: key, asset: posting.asset, sum: sum) }
        }
    }

    private func checkValue() throws(LedgerError) {
        guard let value else { return }
        guard value.currency == .usd else { throw .wrongCurrency(key: key, name: "value", amount: value) }
        guard value.amount >= .zero else { throw .badAmount(key: key, name: "value", amount: value.amount) }
        guard value.amount < Self.amountLimit else { throw .amountTooLarge(key: key, name: "value", amount: value.amount) }
        guard [.deposit, .withdrawal, .income, .swap].contains(kind) else { throw .wrongValue(key: key, kind: kind, value: value) }
        let cash = postings.filter { $0.account.role == .holding && $0.asset == .usd }.reduce(.zero) { $0 + $1.amount }
        guard cash == .zero || value.amount == cash.magnitude else {
            throw .wrongValue(key: key, kind: kind, value: value)
        }
    }
}

extension Transaction.Kind {
    /// The expected postings of the kind, for error messages.
    var shape: String {
        switch self {
        case .deposit: "one to a holding and one from external"
        case .withdrawal: "one from a holding and one to external"
        case .buy: "coins from the market to a holding, US dollars from it to the market and to fees"
        case .sell: "coins from a holding to the market, US dollars from there to the holding and to fees"
        case .transfer: "one from a holding, one to another wallet's holding, and a fee in the same asset"
        case .fee: "one from a holding and one to fees"
        case .income:
            "one from income to a holding, or coins from the market to a holding and their value in US dollars from income to the market"
        case .swap:
            "coins from a holding to the market and other coins from there to the same wallet's holding, neither of them US dollars"
        case .split:
            "coins from a holding to the market and the coins that replace them from there to the same wallet's holding, no currencies"
        case .correction: "those of the corrected transaction, negated"
        }
    }
}
