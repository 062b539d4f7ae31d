import Forecasts
import Market
import MarketData
import Notices
import Records
import Store
import Synchronization

/// Compares new figures with the thresholds of alerts.
///
/// A figure counts once: each alert keeps the time of the newest one that it was compared with, and state, firing and notice change in
/// one transaction. So neither a crash nor a second process makes an alert fire twice, and what happened while no server ran fires
/// when one runs again.
package final class AlertWork: Sendable {
    private let store: Store
    private let figures: AlertFigures
    private let version: @Sendable () async throws -> Int
    private let seen = Mutex(Seen())
    private let report: @Sendable (_ series: String, any Error) -> Void
    private let reportObstacle: (@Sendable (Alert, AlertObstacle) -> Void)?

    /// What the last look found.
    private struct Seen {
        var version: Int?
        var time = 0
        /// The newest closes and quotes, when figures of wallets were last computed.
        var prices: [AssetID: Int] = [:]
    }

    /// How long without a change of the store until it is looked at again: alerts on stale closes depend on the clock.
    static let idleSeconds = 60

    /// - Parameters:
    ///   - version: changes whenever the stored data changes.
    ///   - report: receives an error that keeps the figures of a series from being computed.
    ///   - reportObstacle: receives what keeps the newest figure of an alert from being known, though its day is over.
    package init(
        _ store: Store, _ figures: AlertFigures, version: @escaping @Sendable () async throws -> Int,
        report: @escaping @Sendable (_ series: String, any Error) -> Void,
        reportObstacle: (@Sendable (Alert, AlertObstacle) -> Void)? = nil
    ) {
        (self.store, self.figures, self.version, self.report) = (store, figures, version, report)
        self.reportObstacle = reportObstacle
    }

    /// The due work of one process.
    package func due(holder: String) -> DueWork {
        DueWork("alerts", every: 2, in: store, holder: holder) { [self] in
            let due = try await look()
            guard !due.isEmpty else { return nil }
            return { [self] in try await evaluate(due).count }
        }
    }

    /// Evaluates everything that is due.
    ///
    /// - Returns: the number of firings.
    @discardableResult package func run() async throws -> Int { try await firings().count }

    /// Evaluates everything that is due.
    ///
    /// - Returns: what fired, in the order in which it was stored; never what another process fires.
    package func firings() async throws -> [AlertFiring] { try await evaluate(due()) }

    // MARK: What is due

    /// An alert of each series, and the earliest time up to which alerts of the series have seen its figures.
    struct DueSeries: Sendable {
        let example: Alert
        let seenUntil: Int
    }

    private func look() async throws -> [DueSeries] {
        let (version, now) = (try await version(), figures.market.now())
        let isUnchanged = seen.withLock { $0.version == version && now < $0.time + Self.idleSeconds && now >= $0.time }
        guard !isUnchanged else { return [] }
        let due = try await due()
        seen.withLock { ($0.version, $0.time) = (version, now) }
        return due
    }

    private func due() async throws -> [DueSeries] {
        let series = try await store.reading { reading in
            try reading.rows(
                """
                SELECT min(alerts.rowid) AS first, min(ifnull(alerts.seen_until, alert_series.seen_until)) AS seen_until
                FROM alerts LEFT JOIN alert_series USING (series)
                WHERE state IN ('armed', 'waiting') AND removed_at IS NULL GROUP BY series
                """
            ).map { row in
                let example = try reading.rows(Alert.self, "WHERE rowid = ?", row.decode(Int.self, forColumn: "first"))[0]
                return DueSeries(example: example, seenUntil: try row.decode(forColumn: "seen_until"))
            }
        }
        let newest = try await newestPrices()
        return series.filter { series in
            let measure = series.example.measure
            if measure.isOfWallets { return newest.values.contains { $0 > series.seenUntil } }
            if measure == .staleness { return true }
            return newest[AssetID(series.example.asset!)!].map { $0 > series.seenUntil } ?? false
        }
    }

    /// The time of the newest close or quote of each coin.
    private func newestPrices() async throws -> [AssetID: Int] {
        let today = figures.market.today.daysSince1970
        return try await store.reading { reading in
            let rows = try reading.rows(
                """
                SELECT slug, max(
                    ifnull((SELECT (max(day) + 1) * 86400 FROM candles WHERE asset = assets.id AND day < ?), 0),
                    ifnull((SELECT max(time) FROM quotes WHERE asset = assets.id), 0)) AS newest
                FROM assets
                """, [today])
            var newest: [AssetID: Int] = [:]
            for row in rows {
                guard let id = AssetID(try row.decode(String.self, forColumn: "slug")) else { continue }
                newest[id] = try row.decode(forColumn: "newest")
            }
            return newest
        }
    }

    // MARK: Evaluating

    /// Series that share a transaction.
    private static let batch = 50

    private func evaluate(_ due: [DueSeries]) async throws -> [AlertFiring] {
        var firings: [AlertFiring] = []
        let coins = due.isEmpty ? [:] : try await store.assets(ids: Set(due.compactMap(\.example.terms.asset)))
        for start in stride(from: 0, to: due.count, by: Self.batch) {
            let series = due[start..<min(start + Self.batch, due.count)]
            firings += try await apply(try await ready(series, coins))
        }
        return firings
    }

    /// The series that have new figures.
    private func ready(_ due: ArraySlice<DueSeries>, _ coins: [AssetID: Asset]) async throws -> [ReadySeries] {
        let prices = try await figures.prices(of: due.map { ($0.example.terms, $0.seenUntil) })
        var ready: [ReadySeries] = []
        for (series, prices) in zip(due, prices) {
            try Task.checkCancellation()
            let alert = series.example
            do {
                let new = try await figures.figures(of: alert.terms, alert.owner, after: series.seenUntil, prices: prices)
                guard !new.isEmpty else {
                    try await noteObstacle(series)
                    continue
                }
                let subject = try await figures.subject(of: alert.terms, alert.owner, coins: coins)
                let owner = alert.measure.isOfWallets ? alert.owner : nil
                ready.append(ReadySeries(series: alert.series, owner: owner, subject: subject, figures: new))
            } catch let error where !(error is CancellationError) {
                report(alert.series, error)
            }
        }
        return ready
    }

    /// Reports why there is no figure, unless no day has ended since the newest one.
    private func noteObstacle(_ series: DueSeries) async throws {
        guard let reportObstacle else { return }
        let alert = series.example
        guard let newest = try? await figures.newestTime(of: alert.terms, alert.owner), newest > series.seenUntil,
            let obstacle = try await figures.obstacle(of: alert.terms, alert.owner)
        else { return }
        reportObstacle(alert, obstacle)
    }

    private func apply(_ ready: [ReadySeries]) async throws -> [AlertFiring] {
        guard !ready.isEmpty else { return [] }
        return try await store.change { try $0.apply(ready) }
    }
}

/// New figures of a series, oldest first.
private struct ReadySeries: Sendable {
    let series: String
    /// Whose wallets the figures are about; nil for figures of coins.
    let owner: String?
    let subject: AlertSubject
    let figures: [AlertFigure]
}

extension Change {
    /// Compares the figures of several series with all their alerts, in the order of the figures' times: so are the notices.
    ///
    /// - Returns: what fired.
    fileprivate func apply(_ ready: [ReadySeries]) throws -> [AlertFiring] {
        let seen = try ready.map { series -> Int in
            try reading.value("SELECT seen_until FROM alert_series WHERE series = ?", [series.series]) ?? 0
        }
        // Those of one series stay in their order: a close and a quote may have the same time.
        let order = ready.indices.flatMap { series in
            ready[series].figures.indices.map { (time: ready[series].figures[$0].time, series: series, figure: $0) }
        }.sorted { ($0.time, $0.series, $0.figure) < ($1.time, $1.series, $1.figure) }
        var firings: [AlertFiring] = []
        for next in order {
            let series = ready[next.series]
            firings += try apply(series.figures[next.figure], of: series, seen: seen[next.series])
        }
        for series in ready { if let last = series.figures.last { try see(last.time, series) } }
        return firings
    }

    private func apply(_ figure: AlertFigure, of ready: ReadySeries, seen: Int) throws -> [AlertFiring] {
        let firings = try crossed(figure, ready.series, seen).map { try fire($0, figure, ready.subject) }
        try run(
            """
            UPDATE alerts SET state = 'armed' WHERE series = ?1 AND state = 'waiting' AND ifnull(seen_until, ?4) < ?2
                AND CASE direction WHEN 'above' THEN rearm_level >= ?3 ELSE rearm_level <= ?3 END
            """, ready.series, figure.time, figure.value, seen)
        return firings
    }

    /// Keeps the newest time once for a series, not in each of its alerts.
    private func see(_ time: Int, _ ready: ReadySeries) throws {
        try run(
            """
            INSERT INTO alert_series VALUES (?, ?, ?)
            ON CONFLICT (series) DO UPDATE SET seen_until = max(seen_until, excluded.seen_until)
            """, ready.series, ready.owner, time)
        try run("UPDATE alerts SET seen_until = NULL WHERE series = ? AND seen_until <= ?", ready.series, time)
    }

    /// The armed alerts whose threshold a figure passes. See ``AlertCrossing``, whose comparisons are the same.
    private func crossed(_ figure: AlertFigure, _ series: String, _ seen: Int) throws -> [Alert] {
        // Each half reads only what its range of the index holds.
        try reading.rows(
            Alert.self,
            """
            WHERE rowid IN (
                    SELECT rowid FROM alerts
                    WHERE series = ?1 AND direction = 'above' AND level < ?3 AND state = 'armed' AND removed_at IS NULL
                    UNION ALL SELECT rowid FROM alerts
                    WHERE series = ?1 AND direction = 'below' AND level > ?3 AND state = 'armed' AND removed_at IS NULL)
                AND ifnull(seen_until, ?4) < ?2 AND (ends_on IS NULL OR (ends_on + 1) * 86400 >= ?2) AND created_at <= ?5
            ORDER BY rowid
            """, series, figure.time, figure.value, seen, figure.arrivedAt ?? now.seconds)
    }

    private func fire(_ alert: Alert, _ figure: AlertFigure, _ subject: AlertSubject) throws -> AlertFiring {
        let firing = AlertFiring(of: alert, figure, at: now)
        try insert(firing)
        try run(
            "UPDATE alerts SET state = ?, fired_count = fired_count + 1, last_fired_at = ? WHERE id = ?",
            (alert.repeats ? AlertState.waiting : .done).rawValue, now, alert.id)
        if alert.firedCount % 100 == 99 { try forgetFirings(of: alert) }
        try tell(alert.owner, Announcement(alert, firing, subject))
        return firing
    }
}

extension Change {
    /// Deletes all but the newest firings of an alert.
    fileprivate func forgetFirings(of alert: Alert) throws {
        try run(
            """
            DELETE FROM alert_firings WHERE alert = ?1 AND rowid NOT IN (
                SELECT rowid FROM alert_firings WHERE alert = ?1 ORDER BY fired_at DESC, rowid DESC LIMIT ?2)
            """, alert.id, Alerts.shownFirings)
    }
}

extension Announcement {
    fileprivate init(_ alert: Alert, _ firing: AlertFiring, _ subject: AlertSubject) {
        self.init(.alert, subject: alert.id, link: "/alerts/\(alert.id)") { language in
            let sentence = AlertSentences(language).firing(
                alert.terms, subject, value: firing.value, time: firing.time.seconds, isLate: firing.isLate)
            return alert.note.isEmpty ? sentence : "\(sentence). \(alert.note)"
        }
    }
}
