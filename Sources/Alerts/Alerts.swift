import Ledger
import Market
import MarketData
import Platform
import Portfolio
import Records
import Store

/// The alerts of people: sets, lists, pauses and removes them.
package struct Alerts: Sendable {
    package let store: Store
    package let figures: AlertFigures

    /// The most alerts of one person, ended ones too.
    package static let mostAlerts = 1000
    /// The days of a trial for which forecasts are made: more would take longer than a request may.
    package static let trialForecastDays = 100
    /// The number of newest firings that are shown.
    package static let shownFirings = 500
    /// How many of the alerts that were removed last can be restored, and for how long.
    static let mostRestorable = 100
    static let keptSeconds = 86_400

    package init(_ store: Store, _ figures: AlertFigures) { (self.store, self.figures) = (store, figures) }

    /// An alert that is named by its id.
    package struct Named: Record {
        package let id: String

        package init(_ id: String) { self.id = id }

        package init(_ field: inout Fields<Self>) throws { id = try field("alert", \.id, .text(1...40), "The alert's id.") }
    }

    // MARK: Setting

    /// Sets an alert. It watches from the newest figure that is known: only what comes later can fire.
    ///
    /// - Throws: ``AlertError``, `AssetError`, `PortfolioError`.
    package func add(_ draft: AlertDraft, of owner: String) async throws -> Alert {
        let terms = try await terms(draft, owner)
        let start = try await start(terms, owner)
        return try await store.change { change in
            try change.ensureOwner(owner)
            let count: Int? = try change.reading.value(
                "SELECT count(*) FROM alerts WHERE owner = ? AND removed_at IS NULL", [owner])
            guard count ?? 0 < Self.mostAlerts else { throw AlertError.tooMany(most: Self.mostAlerts) }
            let alert = Alert(terms, of: owner, from: start, at: change.now)
            try change.insert(alert)
            return alert
        }
    }

    /// Checks a draft, and finds the coin and the wallet that it names.
    package func terms(_ draft: AlertDraft, _ owner: String) async throws -> AlertTerms {
        do {
            var asset: AssetID?
            if let name = draft.asset, draft.measure.isOfCoin { asset = try await figures.market.directory.asset(name).id }
            var wallet: String?
            if let name = draft.wallet, draft.measure.isOfWallets, draft.account == .wallets {
                wallet = try await figures.portfolio(owner).wallets.named(name).publicID
            }
            return try AlertTerms(draft, asset: asset, wallet: wallet, today: figures.market.today)
        } catch let error as AlertError {
            throw error.refusal
        }
    }

    /// The newest figure that is known. Without closes it is the present, so that a whole history that is imported later is no news.
    private func start(_ terms: AlertTerms, _ owner: String) async throws -> AlertStart {
        do {
            if let newest = try await figures.newest(of: terms, owner) { return AlertStart(time: newest.time, value: newest.value) }
            return AlertStart(time: try await figures.newestTime(of: terms, owner) ?? figures.now, value: nil)
        } catch let error as AlertError {
            throw error.refusal
        }
    }

    // MARK: Reading

    package func list(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> [Alert] {
        try reading.rows(
            Alert.self, "WHERE owner = ? AND removed_at IS NULL ORDER BY created_at DESC, rowid DESC LIMIT ?", caller.owner,
            Self.mostAlerts)
    }

    /// - Throws: ``AlertError/noAlert(_:)``.
    package func show(_ reading: borrowing Reading, _ caller: Caller, _ named: Named) throws -> Alert {
        try Self.alert(reading, caller.owner, named)
    }

    /// What an alert has fired, newest first.
    ///
    /// - Throws: ``AlertError/noAlert(_:)``.
    package func firings(_ reading: borrowing Reading, _ caller: Caller, _ named: Named) throws -> [AlertFiring] {
        let alert = try Self.alert(reading, caller.owner, named)
        return try reading.rows(
            AlertFiring.self, "WHERE alert = ? ORDER BY fired_at DESC, time DESC, id LIMIT ?", alert.id, Self.shownFirings)
    }

    private static func alert(
        _ reading: borrowing Reading, _ owner: String, _ named: Named, isRemoved: Bool = false
    ) throws -> Alert {
        let found = try reading.rows(
            Alert.self, "WHERE id = ? AND owner = ? AND (removed_at IS NOT NULL) = ?", named.id, owner, isRemoved)
        guard let alert = found.first else { throw AlertError.noAlert(named.id) }
        return alert
    }

    // MARK: Changing

    /// - Throws: ``AlertError/noAlert(_:)``, ``AlertError/ended(_:)``.
    package func pause(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> Alert {
        let alert = try Self.alert(change.reading, caller.owner, named)
        guard alert.state != .done else { throw AlertError.ended(alert.id) }
        try change.run("UPDATE alerts SET state = 'paused' WHERE id = ?", alert.id)
        return try Self.alert(change.reading, caller.owner, named)
    }

    /// Watches a paused alert again, from the newest figure on.
    ///
    /// - Throws: ``AlertError/noAlert(_:)``, ``AlertError/ended(_:)``.
    package func resume(_ named: Named, of owner: String) async throws -> Alert {
        let alert = try await store.refusing { try Self.alert($0, owner, named) }
        guard alert.state != .done else { throw AlertError.ended(alert.id).refusal }
        guard alert.state == .paused else { return alert }
        let start = try await start(alert.terms, alert.owner)
        return try await store.change { change in
            let isPassed = start.value.map { alert.terms.crossing.isPassed($0) } == true
            try change.run(
                """
                UPDATE alerts SET state = ?, seen_until = max(?, ifnull(seen_until,
                    (SELECT seen_until FROM alert_series WHERE series = alerts.series)))
                WHERE id = ? AND state = 'paused'
                """,
                (isPassed ? AlertState.waiting : .armed).rawValue, start.time, alert.id)
            return try Self.alert(change.reading, owner, named)
        }
    }

    /// Removes an alert with its history. For a day, unless many others are removed, ``restore(_:_:_:)`` undoes it.
    ///
    /// - Throws: ``AlertError/noAlert(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        let alert = try Self.alert(change.reading, caller.owner, named)
        try change.run("UPDATE alerts SET removed_at = ? WHERE id = ?", change.now, alert.id)
        try change.run(
            """
            DELETE FROM alerts WHERE owner = ?1 AND removed_at IS NOT NULL AND (removed_at < ?2 OR id NOT IN (
                SELECT id FROM alerts WHERE owner = ?1 AND removed_at IS NOT NULL ORDER BY removed_at DESC, rowid DESC LIMIT ?3))
            """, caller.owner, change.now.seconds - Self.keptSeconds, Self.mostRestorable)
    }

    /// - Throws: ``AlertError/noAlert(_:)``.
    package func restore(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> Alert {
        let alert = try Self.alert(change.reading, caller.owner, named, isRemoved: true)
        try change.run("UPDATE alerts SET removed_at = NULL WHERE id = ?", alert.id)
        return try Self.alert(change.reading, caller.owner, named)
    }

    // MARK: Trying

    /// - Throws: ``AlertError/noAlert(_:)``.
    package func terms(_ named: Named, of owner: String) async throws -> AlertTerms {
        try await store.refusing { try Self.alert($0, owner, named) }.terms
    }

    /// What an alert would have fired over the last year of stored closes. Forecasts of many days take seconds.
    ///
    /// - Throws: as ``add(_:of:)``.
    package func trial(of terms: AlertTerms, _ owner: String) async throws -> AlertTrial {
        let obstacle = try await figures.obstacle(of: terms, owner)
        guard terms.measure != .staleness, terms.measure != .coverage else {
            return AlertTrial(figures: [], terms.crossing, obstacle)
        }
        let newest = try await figures.newestTime(of: terms, owner) ?? figures.market.now()
        do {
            return AlertTrial(
                figures: try await figures.figures(
                    of: terms, owner, after: newest - 366 * 86_400, forecastDays: Self.trialForecastDays),
                terms.crossing, obstacle)
        } catch let error as AlertError {
            throw error.refusal
        }
    }
}

/// What an alert would have fired.
package struct AlertTrial: Record {
    package let figures: Int
    package let first, last: Moment?
    package let firings: [AlertTrialFiring]
    package let obstacleKind: AlertObstacle.Kind?
    package let closesNeeded, closesStored: Int?

    private static let mostFirings = 1000

    init(figures: [AlertFigure], _ crossing: AlertCrossing, _ obstacle: AlertObstacle?) {
        self.figures = figures.count
        (obstacleKind, closesNeeded, closesStored) = (obstacle?.kind, obstacle?.need, obstacle?.have)
        (first, last) = (figures.first.map { Moment(seconds: $0.time) }, figures.last.map { Moment(seconds: $0.time) })
        var isArmed = figures.first.map { !crossing.isPassed($0.value) } ?? true
        var fired: [AlertTrialFiring] = []
        for figure in figures.dropFirst() {
            if isArmed, crossing.isPassed(figure.value) {
                isArmed = false
                fired.append(AlertTrialFiring(time: Moment(seconds: figure.time), value: figure.value, price: figure.price))
            } else if !isArmed, crossing.isBack(figure.value) {
                isArmed = true
            }
        }
        firings = Array(fired.suffix(Self.mostFirings))
    }

    package init(_ field: inout Fields<Self>) throws {
        figures = try field("figures", \.figures, nil, "How many days or quotes it was compared with.")
        first = try field("first", \.first)
        last = try field("last", \.last)
        firings = try field("firings", \.firings, most: Self.mostFirings, "Oldest first, as if it were repeated.")
        obstacleKind = try field(
            "obstacle", \.obstacleKind, nil, "Why the newest figure is not known, so that the alert cannot fire; null if it is.")
        closesNeeded = try field("closes_needed", \.closesNeeded, nil, "If the obstacle is few-closes.")
        closesStored = try field("closes_stored", \.closesStored, nil, "If the obstacle is few-closes.")
    }

    package var obstacle: AlertObstacle? {
        obstacleKind.map { AlertObstacle($0, need: closesNeeded, have: closesStored) }
    }

    package static var schemaName: String? { "AlertTrial" }
}

package struct AlertTrialFiring: Record {
    package let time: Moment
    package let value: Double
    package let price: Double?

    init(time: Moment, value: Double, price: Double?) { (self.time, self.value, self.price) = (time, value, price) }

    package init(_ field: inout Fields<Self>) throws {
        time = try field("time", \.time)
        value = try field("value", \.value)
        price = try field("price", \.price)
    }

    package static var schemaName: String? { "AlertTrialFiring" }
}
