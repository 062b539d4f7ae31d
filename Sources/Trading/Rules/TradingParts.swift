import Access
import Banking
import Identity
import Ledger
import Market
import MarketData
import Platform
import Portfolio
import Store

/// What the use cases of simulated accounts share. It is a class because each use case holds it.
package final class TradingParts: Sendable {
    package let store: Store
    package let rules: TradingRules
    package let clock: BankClock
    /// Whether new accounts need no verification: on one person's machine, where there is no operator to decide.
    package let startsVerified: Bool
    /// What verifications need from outside; nil without accounts, where there is no verification and no support.
    package let identity: IdentityServices?
    /// Seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int

    package init(
        _ store: Store, rules: TradingRules = TradingRules(), clock: BankClock, startsVerified: Bool,
        identity: IdentityServices? = nil, now: @escaping @Sendable () -> Int
    ) {
        (self.store, self.rules, self.clock, self.startsVerified, self.now) = (store, rules, clock, startsVerified, now)
        self.identity = identity
    }

    /// Reads the bank's clock, or starts it, and sets its speed from now on.
    package static func clock(
        of store: Store, speed: Double, now: @escaping @Sendable () -> Int
    ) async throws -> BankClock {
        let time = now()
        return try await store.changeTrading { records in
            let clock =
                try records.bankClock().map { $0.speed == speed ? $0 : $0.reanchored(speed: speed, at: time) }
                ?? BankClock(realAnchor: time, bankAnchor: time, speed: speed)
            try records.setBankClock(clock)
            return clock
        }
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable (TradingChange) throws -> Value) async throws -> Value {
        let (now, parts) = (now(), self)
        return try await store.changeTrading { records in
            try body(TradingChange(records: records, now: now, parts: parts))
        }
    }

    /// - Parameter rows: as in `Store.read(rows:_:)`.
    func read<Value: Sendable>(
        rows: Int? = nil, _ body: @escaping @Sendable (TradingChange) throws -> Value
    ) async throws -> Value {
        let (now, parts) = (now(), self)
        return try await store.readTrading(rows: rows) { records in
            try body(TradingChange(records: records, now: now, parts: parts))
        }
    }

    static func newID(_ prefix: String) -> String { prefix + RandomID.hexadecimal(digits: 16) }
}

/// One transaction on simulated accounts.
struct TradingChange {
    let records: TradingRecords
    /// Seconds since 1970-01-01 UTC.
    let now: Int
    let parts: TradingParts

    var rules: TradingRules { parts.rules }

    // MARK: Accounts

    /// Returns an owner's account, and opens it if there is none. Code that only reads uses ``standing(of:)``.
    func account(of owner: String) throws -> TradingAccount {
        if let account = try records.account(of: owner) { return account }
        let standing = try standing(of: owner)
        let wallets = try records.makeWallets(of: owner, at: now)
        let account = TradingAccount(
            id: standing.id, owner: owner, wallet: wallets.free, heldWallet: wallets.held, level: standing.level,
            tolerance: standing.tolerance, passwordAbove: standing.passwordAbove, referralCode: try referralCode(), referredBy: nil,
            createdAt: now)
        try records.insert(account)
        return account
    }

    /// The state of an owner: of the account, or as it would be when opened.
    func standing(of owner: String) throws -> TradingStanding {
        if let account = try records.account(of: owner) { return TradingStanding(account) }
        return TradingStanding(
            id: try freeAccountID(of: owner), level: parts.startsVerified ? .full : .none, tolerance: rules.tolerance,
            passwordAbove: rules.passwordAbove.amount, createdAt: nil)
    }

    /// The id that an owner's account is going to have: the same until it is opened, and not computable from the owner's name.
    private func freeAccountID(of owner: String) throws -> String {
        let key = try records.accountKey()
        var number = 0
        while true {
            let id = "t_" + String(SecretDigest.hexadecimal(of: "\(key) \(number) \(owner)").prefix(16))
            // The id of a deleted account is not used again if another person was rewarded for it.
            if try !records.isTaken(accountID: id) { return id }
            number += 1
        }
    }

    /// Eight characters that cannot be mistaken for each other.
    private func referralCode() throws -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        var random = SystemRandomNumberGenerator()
        while true {
            let code = String((0..<8).map { _ in letters.randomElement(using: &random)! })
            if try records.account(referralCode: code) == nil { return code }
        }
    }

    // MARK: Postings

    /// The time of new postings: now, or that of the last ones if the clock was set back.
    func postingTime(_ account: TradingAccount) throws -> Int { max(now, try records.lastPostingTime(of: account) ?? now) }

    /// Checks the available amount, for an error that says how much is missing.
    func requireFree(_ quantity: Quantity, of id: AssetID, in account: TradingAccount) throws {
        let free = try records.balance(of: id, in: account).free
        guard free < quantity else { return }
        throw TradingError.notEnough(try asset(id).ticker, have: free, need: quantity)
    }

    /// Moves an available amount to the held amounts, or back.
    func move(
        _ quantity: Quantity, of asset: AssetID, in account: TradingAccount, toHeld: Bool, key: String, at time: Int
    ) throws -> Transaction {
        let (free, held) = (account.wallet, account.heldWallet)
        return try .transfer(
            key: key, time: time, from: toHeld ? free : held, to: toHeld ? held : free, asset: asset, quantity: quantity,
            note: toHeld ? "held" : "released")
    }

    // MARK: Limits

    /// The usage of a day after a change.
    struct Usage {
        fileprivate let purpose: UsagePurpose
        fileprivate let day: Day
        fileprivate let amount: FixedDecimal
    }

    /// Checks an amount against the daily and monthly limits. ``count(_:of:)`` counts it, after all other checks.
    ///
    /// - Parameter dollars: the amount in US dollars.
    /// - Throws: ``TradingError/notVerified(_:)``, ``TradingError/overLimit(_:_:limit:used:level:)``.
    func requireRoom(for dollars: FixedDecimal, _ purpose: UsagePurpose, _ account: TradingAccount) throws -> Usage {
        let limits = rules.limits(account.level, purpose)
        guard limits.day > .zero, limits.month > .zero else { throw TradingError.notVerified(purpose) }
        let used = try used(purpose, of: account.owner)
        let sum = try used.day.adding(dollars)
        guard sum <= limits.day else {
            throw TradingError.overLimit(purpose, .day, limit: limits.day, used: used.day, level: account.level)
        }
        guard try used.month.adding(dollars) <= limits.month else {
            throw TradingError.overLimit(purpose, .month, limit: limits.month, used: used.month, level: account.level)
        }
        return Usage(purpose: purpose, day: Day(secondsSince1970: now), amount: sum)
    }

    /// The amount used today and this month, in US dollars. Days are real ones: the bank's days can pass in a second.
    func used(_ purpose: UsagePurpose, of owner: String) throws -> (day: FixedDecimal, month: FixedDecimal) {
        let today = Day(secondsSince1970: now)
        let days = try records.usage(of: owner, purpose, from: today.firstOfMonth, through: today)
        return (days[today] ?? .zero, try days.values.sum())
    }

    func count(_ usage: Usage, of owner: String) throws {
        try records.setUsage(usage.amount, of: owner, usage.purpose, on: usage.day)
    }

    /// Checks an amount against the limits, and counts it.
    func use(_ dollars: FixedDecimal, for purpose: UsagePurpose, _ account: TradingAccount) throws {
        try count(requireRoom(for: dollars, purpose, account), of: account.owner)
    }

    /// Takes back an amount that was counted on the same day, or on an earlier one.
    func giveBack(_ dollars: FixedDecimal, for purpose: UsagePurpose, _ account: TradingAccount, on day: Day) throws {
        let used = try records.usage(of: account.owner, purpose, from: day, through: day)[day] ?? .zero
        try records.setUsage(max(used - dollars, .zero), of: account.owner, purpose, on: day)
    }

    func requireOrderRoom(of owner: String) throws {
        guard try records.orderCount(of: owner, since: now - 3600) < rules.mostOrdersAnHour else {
            throw TradingError.tooManyRequests("orders", most: rules.mostOrdersAnHour, hours: 1)
        }
    }

    func requirePaymentRoom(of owner: String) throws {
        guard try records.paymentCount(of: owner, since: now - 86_400) < rules.mostPaymentsADay else {
            throw TradingError.tooManyRequests("payments", most: rules.mostPaymentsADay, hours: 24)
        }
    }

    /// Transfers also appear in the recipients' histories, so their number is limited: no person can fill another's history.
    func requireTransferRoom(of owner: String) throws {
        guard try records.transferCount(of: owner, since: now - 86_400) < rules.mostTransfersADay else {
            throw TradingError.tooManyRequests("transfers", most: rules.mostTransfersADay, hours: 24)
        }
    }

    /// Checks whether an amount may leave without the password.
    ///
    /// - Throws: ``TradingError/notFresh(limit:)``.
    func requireConfirmed(_ dollars: FixedDecimal, _ account: TradingAccount, isConfirmed: Bool) throws {
        guard isConfirmed || dollars <= account.passwordAbove else {
            throw TradingError.notFresh(limit: account.passwordAbove)
        }
    }

    // MARK: Assets

    /// - Throws: `AssetError.notStored`.
    func asset(_ id: AssetID) throws -> Asset {
        guard let asset = try records.asset(id) else { throw AssetError.notStored(id) }
        return asset
    }

    /// - Throws: ``TradingError/notACoin(_:)`` for cash.
    func coin(_ id: AssetID) throws -> Asset {
        let asset = try asset(id)
        guard Currency(id) == nil else { throw TradingError.notACoin(asset.ticker) }
        return asset
    }

    func cash(_ currency: Currency) throws -> Asset { try asset(currency.asset) }
}

extension Day {
    var firstOfMonth: Day { self - (civil.day - 1) }

    /// The same day some months later, or the last day of that month if it is shorter.
    func adding(months: Int) -> Day {
        let (year, month, day) = civil
        let index = year * 12 + month - 1 + months
        let (newYear, newMonth) = (index / 12, index % 12 + 1)
        for candidate in stride(from: day, through: 28, by: -1) {
            if let found = Day(year: newYear, month: newMonth, day: candidate) { return found }
        }
        return Day(year: newYear, month: newMonth, day: min(day, 28))!
    }
}
