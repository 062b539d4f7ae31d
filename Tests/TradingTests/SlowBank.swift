import Foundation
import Identity
import Ledger
import Market
import Trading

/// A slow second ledger, written from the documented behaviour of simulated accounts and not from their code: plain dictionaries
/// and whole numbers of the smallest units, with every rule written out again. It computes the answer to each step, and everyone's
/// balances afterwards.
///
/// Cash counts in cents and coins in units of 1e-8. Prices are dollars in units of 1e-4. Uses of limits are dollars in units of 1e-12.
struct SlowBank {
    enum Thing: Int, CaseIterable { case usd, eur, bitcoin, bnb }

    struct Purse: Equatable {
        var free = 0
        var held = 0
    }

    struct Person {
        let name: String
        var level = VerificationLevel.full
        /// In millionths.
        var tolerance = 10_000
        /// Cents.
        var passwordAbove = 100_000
        var purses: [Thing: Purse] = [:]
        var used: [UsagePurpose: [Int: Int128]] = [:]
        var orderTimes: [Int] = []
        var paymentTimes: [Int] = []
        var transferTimes: [Int] = []
        var address: [Thing: String] = [:]
    }

    /// The rules. The session gives the same numbers to both sides.
    struct Rules {
        var quoteSeconds = 30
        var quoteAge = 15 * 60
        var closeAge = 36 * 3600
        /// Fees in millionths.
        var tradeFee = 10_000
        var transferFee = 1000
        var leastTrade = 100
        var mostTrade = 1_000_000
        var leastDeposit = 100
        var mostDeposit = 5_000_000
        var leastWithdrawal = 1000
        var withdrawalFee = 50
        var longestOrderDays = 365
        var mostOpenOrders = 100
        var mostOrdersAnHour = 200
        var mostPaymentsADay = 50
        var mostTransfersADay = 100
        /// Whole dollars a day and a month.
        var limits: [VerificationLevel: [UsagePurpose: (day: Int, month: Int)]] = [
            .none: [.trade: (0, 0), .withdrawal: (0, 0), .transfer: (0, 0)],
            .basic: [.trade: (150, 500), .withdrawal: (0, 0), .transfer: (0, 0)],
            .full: [.trade: (20_000, 200_000), .withdrawal: (5000, 50_000), .transfer: (5000, 50_000)],
        ]
    }

    /// A refused step, with the code of its error.
    struct Refusal: Error { let code: String }

    /// A card or an account, and whether the bank returns payments to it.
    struct Method {
        let person: String
        let comesBack: Bool
        var isLinked = true
    }

    let rules: Rules
    /// The real time.
    var now: Int
    /// The bank's clock: its speed, since when, and the time it showed then. It never shows an earlier time.
    let speed: Int
    var clock: (real: Int, bank: Int)
    var people: [String: Person] = [:]
    var methods: [String: Method] = [:]
    var quotes: [Thing: [Int: Int]] = [:]
    var closes: [Thing: [Int: Int]] = [:]
    var offers: [String: Offer] = [:]
    var orders: [String: Order] = [:]
    var plans: [String: Plan] = [:]
    var payments: [String: SlowPayment] = [:]
    var lease: (holder: String, until: Int)?
    /// The amounts that came in from outside, went out, and were paid as fees in the same asset.
    var cameIn: [Thing: Int] = [:]
    var wentOut: [Thing: Int] = [:]
    var fees: [Thing: Int] = [:]
    /// The total that all people received from the market, minus what they gave to it.
    var fromMarket: [Thing: Int] = [:]

    var bankNow: Int { clock.bank + max(0, now - clock.real) * speed }

    init(_ rules: Rules, now: Int, speed: Int) {
        (self.rules, self.now, self.speed) = (rules, now, speed)
        clock = (now, now)
    }

    /// An event at a bank time prevents the bank's clock from going back behind that time.
    mutating func keepBankTime() { if bankNow > clock.bank { clock = (now, bankNow) } }

    /// If the real clock was set back by more than a minute, the bank's clock does not wait for it.
    mutating func letBankGoOn() { if now < clock.real - 60 { clock.real = now } }

    /// Runs a step, and returns its answer or the code of its error. A refused step changes nothing.
    mutating func answer(_ step: (inout SlowBank) throws -> String) -> String {
        var copy = self
        do {
            let text = try step(&copy)
            self = copy
            return text
        } catch {
            return (error as? Refusal)?.code ?? "\(error)"
        }
    }

    // MARK: Purses

    func has(_ person: String, _ thing: Thing) -> Purse { people[person]!.purses[thing] ?? Purse() }

    mutating func add(_ amount: Int, of thing: Thing, to person: String) {
        people[person]!.purses[thing, default: Purse()].free += amount
    }

    /// Moves an available amount to the held amount; a negative amount moves it back.
    mutating func hold(_ amount: Int, of thing: Thing, for person: String) {
        people[person]!.purses[thing, default: Purse()].free -= amount
        people[person]!.purses[thing, default: Purse()].held += amount
    }

    func requireFree(_ amount: Int, of thing: Thing, for person: String) throws {
        guard has(person, thing).free >= amount else { throw Refusal(code: "not-enough") }
    }

    // MARK: Limits

    /// Fails if an amount exceeds the limits of the person's level on the bank's day.
    func requireRoom(_ dollars: Int128, for purpose: UsagePurpose, _ person: String) throws {
        let person = people[person]!
        let limit = rules.limits[person.level]![purpose]!
        guard limit.day > 0, limit.month > 0 else { throw Refusal(code: "not-verified") }
        let today = Self.day(now)
        let used = person.used[purpose] ?? [:]
        let ofMonth = used.filter { $0.key <= today && Self.month($0.key) == Self.month(today) }.values.reduce(0, +)
        guard (used[today] ?? 0) + dollars <= Self.dollars(limit.day) else { throw Refusal(code: "over-limit") }
        guard ofMonth + dollars <= Self.dollars(limit.month) else { throw Refusal(code: "over-limit") }
    }

    mutating func count(_ dollars: Int128, for purpose: UsagePurpose, _ person: String) {
        people[person]!.used[purpose, default: [:]][Self.day(now), default: 0] += dollars
    }

    /// Fails if the password is needed for an amount and was not given.
    func requirePassword(_ dollars: Int128, isConfirmed: Bool, _ person: String) throws {
        guard isConfirmed || dollars <= Int128(people[person]!.passwordAbove) * 10_000_000_000 else {
            throw Refusal(code: "not-fresh")
        }
    }

    /// A higher limit needs the password, too.
    mutating func setPasswordAbove(_ cents: Int, isConfirmed: Bool, of person: String) throws -> String {
        guard isConfirmed || cents <= people[person]!.passwordAbove else { throw Refusal(code: "not-fresh") }
        people[person]!.passwordAbove = cents
        return "above \(Thing.usd.decimal(cents))"
    }

    func requireLevel(for purpose: UsagePurpose, _ person: String) throws {
        guard rules.limits[people[person]!.level]![purpose]!.day > 0 else { throw Refusal(code: "not-verified") }
    }

    // MARK: Numbers

    static func day(_ time: Int) -> Int { Int((Double(time) / 86_400).rounded(.down)) }
    static func dollars(_ whole: Int) -> Int128 { Int128(whole) * 1_000_000_000_000 }

    static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        return calendar
    }()

    static func month(_ day: Int) -> DateComponents {
        calendar.dateComponents([.year, .month], from: Date(timeIntervalSince1970: Double(day) * 86_400))
    }
}

extension SlowBank.Thing {
    var asset: AssetID {
        switch self {
        case .usd: .usd
        case .eur: .eur
        case .bitcoin: .bitcoin
        case .bnb: .bnb
        }
    }

    var isCash: Bool { self == .usd || self == .eur }

    init(_ currency: Currency) { self = currency == .usd ? .usd : .eur }

    /// An amount in the smallest units, in the store's format.
    func decimal(_ amount: Int) -> FixedDecimal {
        FixedDecimal(units: Int128(amount) * (isCash ? 10_000_000_000_000_000 : 10_000_000_000))
    }
}
