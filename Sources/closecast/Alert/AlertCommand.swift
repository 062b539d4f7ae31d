import Access
import Alerts
import ArgumentParser
import Forecasting
import Forecasts
import Platform
import Portfolio
import Store
import Synchronization
import Trading

struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Set alerts on prices, forecasts and wallets.",
        discussion: """
            EXAMPLES
              closecast alert add BTC --below 60000
              closecast alert add BTC --probability-below 60000 --within 14 --above 30
              closecast alert add --wallet Main --total --above 10000 --repeat
              closecast alert list
              closecast alert test BTC --change 7 --below -15
              closecast alert check

            An alert fires when a close or quote that is newer than the alert takes its \
            figure past the threshold. It fires once, or with --repeat every time. A \
            server does this by itself; closecast alert check does it once, for example \
            from cron. What has fired is listed by closecast alert show and closecast \
            notices.
            """,
        subcommands: [
            AlertAdd.self, AlertList.self, AlertShow.self, AlertTest.self, AlertPause.self, AlertResume.self, AlertRemove.self,
            AlertCheck.self,
        ]
    )
}

/// The id of an alert.
struct AlertArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The id of an alert, from alert list.", valueName: "id"))
    var id: String

    @OptionGroup var storeOptions: StoreOptions

    var named: Alerts.Named { Alerts.Named(id) }

    /// Opens the store. Without one there are no alerts.
    func open() throws -> LocalStore {
        guard let store = try storeOptions.openIfThere() else { throw AlertError.noAlert(id) }
        return store
    }
}

extension LocalStore {
    /// The caller of alerts and notices.
    static let caller = Caller(owner: Owner.local)

    var alerts: Alerts { Alerts(file, alertFigures) }

    var alertFigures: AlertFigures {
        let (market, file, forecaster) = (market, file, DefaultForecaster())
        return AlertFigures(
            market: market, diary: diary, portfolio: { Portfolio(market, owner: $0) },
            practice: { owner in
                let account = try await file.readTrading { try $0.account(of: owner) }
                return try await Portfolio(market, owner: owner).wallets.group(
                    ids: account.map { [$0.wallet, $0.heldWallet] } ?? [])
            }, forecaster: { try forecaster.opened() })
    }
}

/// The default model. It is opened when the first figure needs it, and then kept.
private final class DefaultForecaster: Sendable {
    private let kept = Mutex<ThreadForecaster?>(nil)

    func opened() throws(Failure) -> ThreadForecaster {
        try kept.withLock { kept throws(Failure) in
            if let forecaster = kept { return forecaster }
            let folder = try Resources.modelFolder(ModelFolder.defaultName)
            do throws(ModelError) {
                let forecaster = ThreadForecaster(try Forecaster(folder), threads: ProcessState.processorCount)
                kept = forecaster
                return forecaster
            } catch {
                throw Failure(error)
            }
        }
    }
}
