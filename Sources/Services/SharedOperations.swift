import Alerts
import Forecasting
import Portfolio
import Support
import Trading

/// Services that the faces of several capabilities, or the program, make from the parts.
extension ServerParts {
    /// Messages between people and the operators.
    package var support: Support { Support(isAnswered: accounts != nil) }
    package var alerts: Alerts { Alerts(store, alertFigures) }

    /// The figures that alerts watch.
    package var alertFigures: AlertFigures {
        let (market, trading, models) = (market, trading, models)
        return AlertFigures(
            market: market, diary: diary, portfolio: { Portfolio(market, owner: $0) },
            practice: { owner in
                try await Earnings(parts: trading.parts, market: market, portfolio: Portfolio(market, owner: owner)).wallets()
            }, forecaster: { try models.forecaster(for: ForecastRequest()) })
    }

    /// Tells people once a week how the forecasts in the diary have done.
    package var diaryNotices: DiaryNotices { DiaryNotices(store, diary, now: market.now) }

    /// Compares new figures with the thresholds of alerts.
    ///
    /// - Parameter report: receives an error that keeps the figures of a series from being computed.
    package func alertWork(_ report: @escaping @Sendable (_ series: String, any Error) -> Void) -> AlertWork {
        let storeVersion = storeVersion
        return AlertWork(store, alertFigures, version: { await storeVersion.current() }, report: report)
    }
}
