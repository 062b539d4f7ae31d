import Glibc

/// A simulated market with the traits of daily crypto prices, for samples, tests and load tests. Never mistake its prices for
/// real quotes.
///
/// The log-return of coin k on day t is `drift(regime) + beta_k · market_t + own_kt`:
///
/// - **regimes**: calm, rally and slump, a Markov chain. Regimes last 100, 60 and 40 days on average, with a daily drift of 0,
///   +0.4 % and -0.6 % and 0.7, 1.1 and 1.6 times the usual volatility;
/// - **volatility clustering**: the log-volatility is an autoregression with coefficient 0.95;
/// - **fat tails**: shocks are Student-t with 4 degrees of freedom;
/// - **common shocks**: all coins share `market`, with a beta between 0.5 and 1.5; on one day in 250 it has an extra crash or leap.
public struct SimulatedMarket: Sendable {
    /// The most days that can be simulated: all days of the market are held in memory.
    public static let maximumDays = 1_000_000

    /// The seed: the same seed, length and last day make the same market.
    public let seed: UInt64
    /// The day of the last close of every history.
    public let lastDay: Day
    /// For each day: the market's log-return, and the factor of the coins' own volatility.
    private let market: [(return: Double, volatility: Double)]

    /// Draws the shared part of the market.
    ///
    /// - Parameters:
    ///   - days: the number of closes of each history, 1 to ``maximumDays``.
    ///   - seed: the same seed makes the same market.
    ///   - lastDay: the day of the last close.
    public init(days: Int, seed: UInt64, lastDay: Day) {
        precondition((1...Self.maximumDays).contains(days), "days must be 1 to \(Self.maximumDays), not \(days)")
        self.seed = seed
        self.lastDay = lastDay
        var random = SeededGenerator(seed: seed)
        var regime = Regime.calm
        var logVolatility = 0.0
        market = (0..<days).map { _ in
            regime = regime.next(&random)
            logVolatility = 0.95 * logVolatility + 0.12 * random.normal()
            let volatility = regime.volatility * exp(logVolatility)
            var move = regime.drift + 0.022 * volatility * random.studentT(degrees: 4)
            if random.uniform() < 1.0 / 250 { move += 0.12 * random.normal() }
            return (move, volatility)
        }
    }

    /// Returns the history of coin `index`, from 0. It does not depend on how many coins are simulated.
    public func history(_ index: Int, ticker: Ticker) -> PriceHistory {
        var random = SeededGenerator(seed: seed, stream: UInt64(index) + 1)
        let beta = 0.5 + random.uniform()
        let ownVolatility = 0.015 + 0.025 * random.uniform()
        var price = exp(-4 + 12 * random.uniform())
        var logVolatility = 0.0
        let closes = market.map { day in
            logVolatility = 0.95 * logVolatility + 0.12 * random.normal()
            let own = ownVolatility * day.volatility.squareRoot() * exp(logVolatility) * random.studentT(degrees: 4)
            // No day moves a price more than tenfold, and prices stay between 1e-9 and 1e12, so that doubles and readers can
            // represent them.
            price = min(max(price * exp(min(max(beta * day.return + own, -2.3), 2.3)), 1e-9), 1e12)
            return PriceText.rounded(price, digits: 7)
        }
        return PriceHistory(ticker: ticker, firstDay: lastDay - (closes.count - 1), closes: closes)
    }

    /// The name under which a sample is stored. Pages show it in the reader's language.
    package static func sampleName(_ ticker: Ticker) -> String { "\(ticker), a simulated market" }

    private static let practiceMark = ", simulated prices"

    /// The name under which a real coin with simulated prices is stored. Pages show it in the reader's language.
    package static func practiceName(_ coin: String) -> String { coin + practiceMark }

    /// Returns the coin's own name if its stored name is a ``practiceName(_:)``, otherwise nil.
    package static func coinName(ofPractice name: String) -> String? {
        name.hasSuffix(practiceMark) ? String(name.dropLast(practiceMark.count)) : nil
    }

    /// Returns true if ``ticker(_:of:)`` can have made the ticker: `SIM` and digits.
    package static func isTicker(_ ticker: Ticker) -> Bool {
        let number = ticker.description.dropFirst(3)
        return ticker.description.hasPrefix("SIM") && number.count >= 2 && number.allSatisfy(\.isNumber)
    }

    /// Returns `SIM01`, `SIM02`, …: tickers that are recognizably simulated, padded so that `count` of them sort correctly.
    public static func ticker(_ index: Int, of count: Int) -> Ticker {
        let number = String(index + 1)
        let width = max(2, String(count).count)
        return Ticker("SIM" + String(repeating: "0", count: max(0, width - number.count)) + number)!
    }
}

private enum Regime: CaseIterable {
    case calm, rally, slump

    var drift: Double { [.calm: 0, .rally: 0.004, .slump: -0.006][self]! }
    var volatility: Double { [.calm: 0.7, .rally: 1.1, .slump: 1.6][self]! }
    private var averageDays: Double { [.calm: 100, .rally: 60, .slump: 40][self]! }

    func next(_ random: inout SeededGenerator) -> Regime {
        guard random.uniform() < 1 / averageDays else { return self }
        let others = Regime.allCases.filter { $0 != self }
        return others[random.uniform() < 0.5 ? 0 : 1]
    }
}
