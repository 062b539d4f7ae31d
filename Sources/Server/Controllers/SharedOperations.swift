import Alerts
import Forecasting
import Portfolio
import Support
import Trading

/// Operations that both HTTP and pages perform, made in one place, so that both have the same rights.
extension ServerParts {
    package var paymentOperations: PaymentOperations { PaymentOperations(trading, hasAccounts: accounts != nil) }
    package var verificationOperations: VerificationOperations { VerificationOperations(identity, accounts, pictures) }
    package var favouriteOrderOperations: FavouriteOrderOperations {
        FavouriteOrderOperations(trading, market, accounts?.people.profiles)
    }
    /// Messages between people and the operators.
    package var support: Support { Support(isAnswered: accounts != nil) }
    package var supportOperations: SupportOperations { SupportOperations(support, store) }
    package var alerts: Alerts { Alerts(store, alertFigures) }
    package var alertsOperations: AlertsOperations { AlertsOperations(alerts) }
    package var noticesOperations: NoticesOperations { NoticesOperations(store, noticeWays) }
    package var newsOperations: NewsOperations { NewsOperations(store, now: market.now) }
    package var expensesOperations: ExpensesOperations { ExpensesOperations(self) }
    package var profileOperations: ProfileOperations { ProfileOperations(store, pictures) }
    package var storageOperations: StorageOperations { StorageOperations(use: storageUse, quotas: quotas) }
    /// Nil without accounts.
    package var ownAccountOperations: OwnAccountOperations? { accounts.map { OwnAccountOperations($0, pictures, market, trading) } }
    package var assetsOperations: AssetsOperations { AssetsOperations(market, favourites: favourites, refresh: refresh) }
    package var paperMatchesOperations: PaperMatchesOperations { PaperMatchesOperations(market, paperMatches, paperOutcomes) }

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
