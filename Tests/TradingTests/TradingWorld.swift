import Banking
import Foundation
import Identity
import Ledger
import Market
import PortfolioWorld
import Scratch
import Storage
import Synchronization
import Trading

extension TradingRules {
    /// The usual rules, but every deposit takes its banking day, so that tests can look at it on its way.
    static var withoutInstantDeposits: TradingRules {
        var rules = TradingRules()
        rules.instantDeposits = 0
        return rules
    }
}

/// A file in a temporary folder with prices of coins and euros, and a clock that the test sets; removed with its owner.
final class TradingWorld: Sendable {
    private let scratch: Scratch
    private let opened: Mutex<Store>
    private let clock: World.Clock
    let rules: TradingRules
    let startsVerified: Bool

    /// - Parameters:
    ///   - startsVerified: whether new accounts may trade without a decision.
    ///   - day: it is noon of this day, and BTC costs 50,000 USD, BNB 600 USD and a euro 1.25 USD.
    init(_ rules: TradingRules = .withoutInstantDeposits, startsVerified: Bool = true, day: String = "2025-03-12") async throws {
        scratch = try Scratch()
        clock = World.Clock(moment(Day(iso: day)!, 12))
        opened = Mutex(try Self.open(scratch, clock))
        (self.rules, self.startsVerified) = (rules, startsVerified)
        try await quote(50_000, of: .bitcoin)
        try await quote(600, of: .bnb)
        try await quote(1.25, of: .eur)
    }

    private static func open(_ scratch: Scratch, _ clock: World.Clock) throws -> Store {
        try Store(
            scratch("closecast.db"), options: .init(busyTimeoutSeconds: 30, durability: .normal),
            clock: { clock.time.withLock { $0 } })
    }

    var database: Store { opened.withLock { $0 } }

    /// The file as opened by another process.
    func secondDevice() throws -> Store { try Self.open(scratch, clock) }

    /// Closes the file and opens it again, as in a server restart. Earlier use cases can no longer be used.
    func restart() throws {
        try opened.withLock { database in
            try database.close()
            database = try Self.open(scratch, clock)
        }
    }

    // MARK: Time

    var now: Int {
        get { clock.time.withLock { $0 } }
        set { clock.time.withLock { $0 = newValue } }
    }

    func wait(_ seconds: Int) { clock.time.withLock { $0 += seconds } }

    /// Waits, and quotes the initial prices again, so that they stay fresh.
    func waitWithPrices(_ seconds: Int) async throws {
        wait(seconds)
        for (coin, price) in [(AssetID.bitcoin, 50_000), (.bnb, 600), (.eur, 1.25)] { try await quote(price, of: coin) }
    }

    // MARK: Use cases

    /// The use cases of one process.
    ///
    /// - Parameter clock: the bank's; by default it shows the real time.
    func trading(
        _ holder: String = "one", on database: Store? = nil, clock: BankClock? = nil, startsVerified: Bool? = nil
    ) -> Trading {
        Trading(
            TradingParts(
                database ?? self.database, rules: rules,
                clock: clock ?? BankClock(realAnchor: 0, bankAnchor: 0, speed: 1),
                startsVerified: startsVerified ?? self.startsVerified,
                now: { [weak self] in self?.now ?? 0 }), holder: holder)
    }

    // MARK: Prices

    func quote(_ price: Double, of asset: AssetID, ago seconds: Int = 0) async throws {
        try await database.store([Quote(time: now - seconds, price: price)], of: asset, source: "test")
    }

    func close(_ price: Double, of asset: AssetID, on day: Day) async throws {
        _ = try await database.store(
            [Candle(day: day, close: price)], of: asset, source: "test", retrievedAt: now, replaces: true)
    }

    func forgetPrices(of asset: AssetID) async throws { _ = try await database.removeCandles(of: asset) }

    // MARK: Accounts

    /// Puts cash or coins into a simulated account, as a deposit that has arrived.
    @discardableResult func fund(_ owner: String, _ amounts: (AssetID, FixedDecimal)...) async throws -> TradingAccount {
        let account = try await trading().accounts.open(of: owner)
        let now = now
        let deposits = try amounts.map { asset, quantity in
            try Transaction.deposit(
                key: "test/\(UUID().uuidString)", time: now, wallet: account.wallet, asset: asset, quantity: quantity)
        }
        try await database.changeTrading { try $0.append(deposits, of: owner, recordedAt: now) }
        return account
    }

    func setLevel(_ level: VerificationLevel, of owner: String) async throws {
        _ = try await trading().accounts.open(of: owner)
        try await database.changeTrading { records in
            var account = try records.account(of: owner)!
            account.level = level
            try records.update(account)
        }
    }

    func balance(_ asset: AssetID, of owner: String) async throws -> TradingBalance {
        try await database.readTrading { records in
            try records.account(of: owner).map { try records.balance(of: asset, in: $0) } ?? TradingBalance()
        }
    }

    func used(_ purpose: UsagePurpose, of owner: String, on day: Day? = nil) async throws -> FixedDecimal {
        let day = day ?? Day(secondsSince1970: now)
        return try await database.readTrading { try $0.usage(of: owner, purpose, from: day, through: day)[day] ?? .zero }
    }
}

extension AssetID {
    static let bitcoin = AssetID("bitcoin")!
    static let bnb = AssetID("binancecoin")!
}

/// A decimal written out.
func d(_ text: String) -> FixedDecimal { FixedDecimal(text)! }

/// Returns the error of simulated accounts that `body` throws; nil for any other outcome.
func tradingError<Value>(_ body: () async throws -> Value) async -> TradingError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? TradingError
    }
}

extension Trades.Wish {
    static func buy(_ asset: AssetID = .bitcoin, _ currency: Currency = .usd, cash: String) -> Self {
        Self(.buy, asset, currency, .cash(d(cash)))
    }

    static func buy(_ asset: AssetID = .bitcoin, _ currency: Currency = .usd, coins: String) -> Self {
        Self(.buy, asset, currency, .coin(d(coins)))
    }

    static func sell(_ asset: AssetID = .bitcoin, _ currency: Currency = .usd, coins: String) -> Self {
        Self(.sell, asset, currency, .coin(d(coins)))
    }

    static func sell(_ asset: AssetID = .bitcoin, _ currency: Currency = .usd, cash: String) -> Self {
        Self(.sell, asset, currency, .cash(d(cash)))
    }
}

extension Trading {
    /// Requests a quote and confirms it.
    @discardableResult func trade(_ wish: Trades.Wish, of owner: String) async throws -> TradeOrder {
        try await trades.confirm(trades.quote(wish, of: owner).id, of: owner).order
    }
}
