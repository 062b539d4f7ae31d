import Alerts
import Forecasts
import JSONText
import Ledger
import Market
import MarketData
import Platform
import Portfolio
import Records
import Storage
import Synchronization

/// Measures the alerts of a new day, for `scripts/bench --alerts`.
///
///     closecast-bench alerts --folder DIR --alerts 10000 --coins 100 --repeats R
///
/// Alerts on prices, some far and some near, are set on the closes of a month. Each repetition stores the closes of one more day and
/// evaluates. The peer does the same with the alerts of DIR/bench.db and the closes that are printed; both must fire equally often.
struct AlertBench {
    private let options: Options
    private let folder: String
    private let store: Store
    private let clock: BenchClock
    private let coins: [AssetID]
    private var random = SeededGenerator(seed: 20_261_128)
    private var prices: [Double]

    init(_ options: Options) async throws {
        (self.options, folder) = (options, options["folder"])
        let clock = BenchClock()
        self.clock = clock
        store = try Store("\(folder)/bench.db", clock: { clock.now })
        coins = (0..<options.integer("coins")).map { AssetID("coin-\($0)")! }
        prices = coins.indices.map { 10 + Double($0) }
        for (index, coin) in coins.enumerated() {
            try await store.save(Asset(id: coin, ticker: Ticker("COIN\(index)")!, name: "Coin \(index)"))
        }
    }

    mutating func run() async throws {
        for _ in 0..<30 { _ = try await day() }
        let figures = figures
        let alerts = Alerts(store, figures)
        for number in 0..<options.integer("alerts") {
            _ = try await alerts.add(try draft(number), of: "owner \(number % 100)")
        }
        let work = AlertWork(store, figures, version: { 0 }) { Options.end("\($0): \($1)", status: 70) }
        var (seconds, fired, closes): ([Double], [Int], [[Double]]) = ([], [], [])
        for _ in 0..<options.integer("repeats") {
            closes.append(try await day())
            let start = ProcessState.monotonicSeconds
            fired.append(try await work.run())
            seconds.append(ProcessState.monotonicSeconds - start)
        }
        let text = JSONWriter.document { writer in
            writer.object { writer in
                writer.key("seconds")
                writer.array { writer in for value in seconds { writer.number(value) } }
                writer.key("fired")
                writer.array { writer in for value in fired { writer.integer(value) } }
                writer.member("first_day", (clock.today - closes.count).daysSince1970)
                writer.key("closes")
                writer.array { writer in
                    for day in closes { writer.array { writer in for close in day { writer.number(close) } } }
                }
            }
        }
        try Files.writeAll(Array(text.utf8), descriptor: 1, path: "standard output")
    }

    private var figures: AlertFigures {
        let clock = clock
        let market = MarketData(store) { clock.now }
        return AlertFigures(
            market: market, diary: Diary(store) { clock.now }, portfolio: { Portfolio(market, owner: $0) },
            practice: { _ in WalletGroup([]) }, forecaster: { nil })
    }

    /// Stores the closes of a day that has just ended.
    private mutating func day() async throws -> [Double] {
        for (index, coin) in coins.enumerated() {
            prices[index] *= 1 + Double.random(in: -0.03...0.03, using: &random)
            let candle = Candle(day: clock.today, close: prices[index])
            _ = try await store.store([candle], of: coin, source: "bench", retrievedAt: 0, replaces: false)
        }
        clock.advance()
        return prices
    }

    private mutating func draft(_ number: Int) throws -> AlertDraft {
        let index = number % coins.count
        let threshold = prices[index] * Double.random(in: 0.5...1.5, using: &random)
        let direction = threshold > prices[index] ? "above" : "below"
        let json = """
            {"measure":"price","asset":"\(coins[index])","direction":"\(direction)","threshold":\
            "\(FixedDecimal(exactly: (threshold * 1000).rounded() / 1000)!)","repeats":true}
            """
        return try Shape<AlertDraft>().value(checked: try JSONValue(parsing: Array(json.utf8)))
    }
}

/// The clock of the benchmark: noon of a day.
private final class BenchClock: Sendable {
    private let days = Atomic<Int>(0)

    var today: Day { Day(iso: "2026-01-01")! + days.load(ordering: .relaxed) }
    var now: Int { today.daysSince1970 * 86_400 + 43_200 }
    func advance() { days.add(1, ordering: .relaxed) }
}
