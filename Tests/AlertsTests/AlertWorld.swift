import Alerts
import Forecasts
import JSONText
import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Records
import Scratch
import Storage
import Synchronization

/// A database with a clock that the test sets, and the alerts in it; removed with its owner.
final class AlertWorld: Sendable {
    private let scratch: Scratch
    let database: Store
    /// The same file as another process sees it.
    let second: Store

    /// - Parameter today: the first day that has not ended; it is noon.
    init(today: Day = day0 + 400) throws {
        scratch = try Scratch()
        let clock = Clock()
        clock.set(moment(today, 12))
        self.clock = clock
        database = try Store(scratch("test.db"), options: .init(busyTimeoutSeconds: 30, durability: .normal), clock: { clock.now })
        second = try Store(scratch("test.db"), options: .init(busyTimeoutSeconds: 30, durability: .normal), clock: { clock.now })
    }

    final class Clock: Sendable {
        private let time = Mutex(0)
        var now: Int { time.withLock { $0 } }
        func set(_ seconds: Int) { time.withLock { $0 = seconds } }
    }

    let clock: Clock

    var now: Int {
        get { clock.now }
        set { clock.set(newValue) }
    }

    var today: Day { Day(secondsSince1970: now) }

    func figures(_ store: Store? = nil) -> AlertFigures {
        let clock = clock
        let market = MarketData(store ?? database) { clock.now }
        return AlertFigures(
            market: market, diary: Diary(store ?? database) { clock.now }, portfolio: { Portfolio(market, owner: $0) },
            practice: { _ in WalletGroup([]) }, forecaster: { nil })
    }

    func alerts(_ store: Store? = nil) -> Alerts { Alerts(store ?? database, figures(store)) }

    func work(_ store: Store? = nil) -> AlertWork {
        AlertWork(store ?? database, figures(store), version: { 0 }) { series, error in preconditionFailure("\(series): \(error)") }
    }

    func close(_ price: Double, of coin: AssetID, on day: Day) async throws {
        _ = try await database.store([Candle(day: day, close: price)], of: coin, source: "test", retrievedAt: now, replaces: true)
    }

    func quote(_ price: Double, of coin: AssetID) async throws {
        try await database.store([Quote(time: now, price: price)], of: coin, source: "test")
    }

    /// What alerts have fired, by alert, oldest first.
    func firings() async throws -> [String: [AlertFiring]] {
        let all = try await database.reading { try $0.rows(AlertFiring.self, "ORDER BY rowid") }
        return Dictionary(grouping: all, by: \.alert)
    }

    func alert(_ id: String) async throws -> Alert? {
        try await database.reading { try $0.rows(Alert.self, "WHERE id = ?", id) }.first
    }
}

/// Reads a draft as the API does.
func draft(_ json: String) throws -> AlertDraft {
    try Shape<AlertDraft>().value(checked: try JSONValue(parsing: Array(json.utf8)))
}
