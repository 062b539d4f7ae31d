import LoopbackServer
import Market
import Synchronization

/// A provider on the loopback interface that answers as Binance does.
final class Exchange: Sendable {
    enum Mood: Sendable, Equatable {
        case answers, fails, hangs
        /// Answers after this many seconds of the clock.
        case takes(Double)
    }

    private struct State {
        /// By symbol, and the number of requests for closes left.
        var moods: [String: (mood: Mood, left: Int)] = [:]
        /// By symbol, the clock's times of requests for closes.
        var asked: [String: [Int]] = [:]
        /// Requests for hourly prices.
        var hours = 0
        var tellsTime = false
    }

    private let state = Mutex(State())
    private let time: FakeTime

    init(_ time: FakeTime) { self.time = time }

    /// The price of an asset at the end of a day.
    static func close(_ day: Day) -> Double { 100 + Double(day.daysSince1970 % 50) }

    /// - Parameter times: the number of requests for closes after which it answers again.
    func set(_ mood: Mood, of ticker: String, times: Int = .max) {
        state.withLock { $0.moods[ticker + "USDT"] = (mood, times) }
    }

    /// From now on, its answers have a `Date` header.
    func tellTime() { state.withLock { $0.tellsTime = true } }

    /// The times of requests for closes of an asset.
    func asked(_ ticker: String) -> [Int] { state.withLock { $0.asked[ticker + "USDT"] ?? [] } }

    /// The number of requests for hourly prices of any asset.
    var askedForHours: Int { state.withLock { $0.hours } }

    func reply(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        let symbol = request.query["symbol"] ?? ""
        let isDaily = request.query["interval"] == "1d"
        let mood = state.withLock { state -> Mood in
            let (mood, left) = state.moods[symbol] ?? (.answers, 0)
            if isDaily {
                state.asked[symbol, default: []].append(time.now)
                state.moods[symbol]?.left = max(0, left - 1)
            } else {
                state.hours += 1
            }
            return left > 0 ? mood : .answers
        }
        switch mood {
        case .fails: return .json("{}", status: 500)
        case .hangs:
            var reply = LoopbackServer.Reply()
            reply.hangs = true
            return reply
        case .takes(let seconds): time.pass(seconds)
        case .answers: break
        }
        return candles(request, step: isDaily ? 86_400 : 3600)
    }

    /// The price of an unfinished day or hour differs from its later close.
    private func candles(_ request: LoopbackServer.Request, step: Int) -> LoopbackServer.Reply {
        let now = time.realNow
        let first = (Int(request.query["startTime"]!)! / 1000 + step - 1) / step * step
        let last = min(Int(request.query["endTime"]!)! / 1000, now)
        let rows = stride(from: first, through: last, by: step).prefix(1000).map { opening in
            let isOver = opening + step <= now
            let close = Self.close(Day(secondsSince1970: opening)) + (isOver ? 0 : 7)
            return "[\(opening * 1000),\"\(close)\",\"999\",\"1\",\"\(close)\",\"1\",\(opening * 1000 + step * 1000 - 1),\"1\",9,"
                + "\"1\",\"1\",\"0\"]"
        }
        return .json(
            "[" + rows.joined(separator: ",") + "]", headers: state.withLock { $0.tellsTime } ? ["Date": Self.date(now)] : [:])
    }

    /// As HTTP writes it; the day of the week is anything.
    private static func date(_ time: Int) -> String {
        let day = Day(secondsSince1970: time)
        let parts = "\(day)".split(separator: "-")
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let second = time.secondOfDay
        let clock = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "Sat, \(parts[2]) \(months[Int(parts[1])! - 1]) \(parts[0]) \(clock) GMT"
    }
}
