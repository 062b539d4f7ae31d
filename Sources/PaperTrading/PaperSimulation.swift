import Ledger
import Market

/// Plays a match on closes, day by day.
///
/// A day's trades are at the closes of that day, and depend on nothing later: ``firstDay`` is found, and every value computed, from the
/// closes up to the day alone.
struct PaperSimulation {
    let match: PaperMatch
    /// In the order of the match's coins.
    let coins: [PaperCloses]
    /// The first day on which every coin has a close.
    let firstDay: Day
    let lastDay: Day

    /// - Parameters:
    ///   - coins: in the order of the match's coins.
    ///   - today: the first day that has not ended; closes from this day on are ignored.
    /// - Returns: nil if no day has a close of every coin.
    init?(_ match: PaperMatch, _ coins: [PaperCloses], today: Day) {
        (self.match, self.coins) = (match, coins)
        let newest = coins.compactMap(\.lastDay).max()
        guard let newest, case let last = min(match.lastDay(today: today), newest), last >= match.start,
            let first = (match.start...last).days.first(where: { day in coins.allSatisfy { $0.price(on: day) != nil } })
        else { return nil }
        (firstDay, lastDay) = (first, last)
    }

    /// The first day, and the first day of each month after it.
    var tradingDays: [Day] { (firstDay...lastDay).days.filter { $0 == firstDay || $0.civil.day == 1 } }

    /// - Parameter decisions: of ``Strategy/followForecast``, one for each of ``tradingDays``; empty if it does not take part.
    /// - Throws: ``PaperTradingError/tooLarge(_:_:)``.
    func result(_ decisions: [ForecastDecision], by model: PaperModel?) throws(PaperTradingError) -> PaperResult {
        let wanted = Dictionary(uniqueKeysWithValues: decisions.map { ($0.day, $0.wanted) })
        let prices = (firstDay...lastDay).days.map { day in coins.map { $0.price(on: day) } }
        var lines: [PaperResult.Line] = []
        for strategy in match.strategies {
            let course = try course(of: strategy, at: prices, wanted)
            lines.append(try line(strategy, course, hold: lines.first?.values))
        }
        return PaperResult(
            coins: coins.map(\.asset), firstDay: firstDay, lines: lines, missing: missing(prices), decisions: decisions,
            model: model)
    }

    // MARK: One strategy

    private struct Course {
        var account: PaperAccount
        var values: [FixedDecimal] = []
        var trades: [PaperTrade] = []
    }

    private func course(
        of strategy: Strategy, at prices: [[FixedDecimal?]], _ wanted: [Day: [Int]]
    ) throws(PaperTradingError) -> Course {
        var course = Course(account: PaperAccount(cash: match.cash, coins: coins.count, feeRate: match.feeRate))
        var known = prices[0]
        let trading = Set(strategy == .hold ? [firstDay] : tradingDays)
        for (index, today) in prices.enumerated() {
            let day = firstDay + index
            for (coin, price) in today.enumerated() where price != nil { known[coin] = price }
            do throws(DecimalError) {
                if trading.contains(day) {
                    let coins = strategy == .followForecast ? wanted[day] ?? [] : Array(coins.indices)
                    course.trades += try course.account.trade(into: coins, at: today, on: day)
                }
                course.values.append(try course.account.value(at: known))
            } catch {
                throw .tooLarge(extreme(known), day)
            }
        }
        return course
    }

    /// The coin whose price is farthest from 1, which makes amounts too large.
    private func extreme(_ prices: [FixedDecimal?]) -> Ticker {
        func distance(_ price: FixedDecimal?) -> Double { price.map { max($0.doubleValue, 1 / $0.doubleValue) } ?? 0 }
        return coins[coins.indices.max { distance(prices[$0]) < distance(prices[$1]) }!].asset.ticker
    }

    private func line(
        _ strategy: Strategy, _ course: Course, hold: [FixedDecimal]?
    ) throws(PaperTradingError) -> PaperResult.Line {
        let values = [match.cash] + course.values
        let stream = UInt64(Strategy.allCases.firstIndex(of: strategy)!)
        let luck = hold.map {
            PaperLuck(values, hold: [match.cash] + $0, StationaryBootstrap(seed: match.seed), stream: stream)
        }
        do throws(DecimalError) {
            return PaperResult.Line(
                strategy: strategy, values: course.values, trades: course.trades, cash: course.account.cash,
                quantities: course.account.quantities, fees: try course.trades.map(\.fee).sum(),
                change: try course.values[course.values.count - 1].subtracting(match.cash).divided(by: match.cash),
                largestFall: try Self.largestFall(values), luck: luck)
        } catch {
            throw .tooLarge(extreme(coins.map { $0.price(on: lastDay) }), lastDay)
        }
    }

    private static func largestFall(_ values: [FixedDecimal]) throws(DecimalError) -> FixedDecimal {
        var (peak, largest) = (values[0], FixedDecimal.zero)
        for value in values {
            peak = max(peak, value)
            largest = max(largest, try peak.subtracting(value).divided(by: peak))
        }
        return largest
    }

    // MARK: Missing closes

    private func missing(_ prices: [[FixedDecimal?]]) -> [PaperResult.Missing] {
        coins.indices.compactMap { coin in
            let days = prices.count { $0[coin] == nil }
            guard days > 0, let last = prices.lastIndex(where: { $0[coin] != nil }) else { return nil }
            return PaperResult.Missing(coin: coin, days: days, lastClose: firstDay + last)
        }
    }
}
