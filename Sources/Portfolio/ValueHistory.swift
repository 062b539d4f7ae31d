import Ledger
import Market
import MarketData

/// Values wallets day by day, and computes their returns.
package struct ValueHistory: Sendable {
    private let wallets: OwnedWallets
    private let journal: Journal
    let prices: ClosePrices
    let transactions: TransactionLog

    init(_ wallets: OwnedWallets, _ journal: Journal, _ prices: ClosePrices, _ transactions: TransactionLog) {
        (self.wallets, self.journal, self.prices, self.transactions) = (wallets, journal, prices, transactions)
    }

    /// Returns the value of a wallet at the end of each day; otherwise as ``values(of:from:through:in:)-(WalletGroup,_,_,_)``.
    package func values(
        of wallet: Wallet, from first: Day, through last: Day, in currency: Currency = .usd
    ) async throws -> [DayValue] {
        try await values(of: WalletGroup(wallet), from: first, through: last, in: currency)
    }

    /// Returns the combined value of wallets at the end of each day, from stored closes.
    ///
    /// A value is the sum of holdings times the closes of exactly that day; for currencies, the rates for that day. Deposits,
    /// withdrawals, and transfers from or to wallets outside the group are flows. Income and fees, including transfer fees, are
    /// part of what the wallets earned.
    /// - Parameter currency: the currency of the values, each converted at the close of its own day.
    /// - Returns: a value for each day from `first` through `last`, oldest first; none if `last` is before `first`.
    /// - Complexity: the wallets' journal is read once, memory grows with days and assets only.
    package func values(
        of group: WalletGroup, from first: Day, through last: Day, in currency: Currency = .usd
    ) async throws -> [DayValue] {
        try wallets.check(group)
        guard first <= last else { return [] }
        return try await days(of: group, from: first, through: last, closesThrough: last, in: currency).values()
    }

    /// Returns the days from `first` through `last`; the closes of `newest` are used for the days after it.
    private func days(
        of group: WalletGroup, from first: Day, through last: Day, closesThrough newest: Day, in currency: Currency
    ) async throws -> WalletDays {
        let (from, through) = (min(first, newest), min(last, newest))
        var days = WalletDays(
            wallets: group.ids, first: first, last: last, newest: newest,
            conversion: try await prices.conversion(to: currency, from: from, through: through))
        try await journal.replay(group.ids, before: (last + 1).daysSince1970 * 86_400) { try days.add($0) }
        for asset in days.assets where asset != .usd {
            let stored = try await prices.market.store.candles(
                of: asset, from: from - ClosePrices.longestAgeDays(of: asset), through: through)
            days.setPrices(stored.compactMap(PriceOfDay.init), of: asset)
        }
        return days
    }

    /// Returns the day of a wallet's first transaction and the newest day with a stored close of its holdings; the same day twice
    /// if all closes are older; nil without transactions.
    package func span(of wallet: Wallet) async throws -> (first: Day, last: Day)? { try await span(of: WalletGroup(wallet)) }

    /// As ``span(of:)-(Wallet)``, of several wallets together.
    package func span(of group: WalletGroup, in currency: Currency = .usd) async throws -> (first: Day, last: Day)? {
        try wallets.check(group)
        guard let first = try await journal.firstDay(of: group) else { return nil }
        return (first, max(first, try await prices.newestDay(of: try await journal.balances(of: group).keys, in: currency)))
    }

    // MARK: Returns

    /// Returns the returns of a wallet from its first transaction to the end of a day.
    ///
    /// - Returns: nil for a wallet without a transaction up to that day.
    package func returns(of wallet: Wallet, through last: Day) async throws -> WalletReturns? {
        try await returns(of: WalletGroup(wallet), through: last, closesThrough: last, in: .usd)
    }

    /// Returns the returns of a report's wallets, from their first transaction to the report's last day.
    ///
    /// In a report of now, transactions after the day of the newest closes count at those closes, as in the report itself.
    ///
    /// - Returns: nil if there is no transaction up to that day.
    package func returns(of report: GainsReport) async throws -> WalletReturns? {
        try await returns(of: report.wallets, through: report.lastDay, closesThrough: report.day, in: report.currency)
    }

    /// Deposits, withdrawals and transfers count at the closes of their day, in both returns. Income and fees are part of what the
    /// wallets earned.
    private func returns(
        of group: WalletGroup, through last: Day, closesThrough newest: Day, in currency: Currency
    ) async throws -> WalletReturns? {
        try wallets.check(group)
        guard let first = try await journal.firstDay(of: group), first <= last else { return nil }
        let days = try await days(of: group, from: first, through: last, closesThrough: newest, in: currency)
        return WalletReturns(try days.values(), try days.closeShifts())
    }
}
