import Alerts
import ArgumentParser
import JSONText
import Records

struct AlertAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Set an alert.",
        discussion: """
            EXAMPLES
              closecast alert add BTC --below 60000
              closecast alert add BTC --above 60000 --currency EUR --repeat
              closecast alert add BTC --change 7 --below -15
              closecast alert add BTC --highest --since 2024-01-01
              closecast alert add BTC --probability-below 60000 --within 14 --above 30
              closecast alert add BTC --band 7
              closecast alert add BTC --range 7 --above 20
              closecast alert add BTC --coverage --below 90
              closecast alert add BTC --stale 2
              closecast alert add --wallet Main --total --above 10000
              closecast alert add --all --total-change 7 --below -10
              closecast alert add --practice --share BTC --above 50 --until 2027-12-31

            Only closes and quotes that are newer than the alert count. If its threshold \
            is passed already, the alert waits until the figure has gone back by the \
            margin. Figures of forecasts are those of the default model.
            """)

    @Argument(help: ArgumentHelp("A coin; not for wallets.", valueName: "ticker|id"), completion: .assets)
    var coin: String?

    @OptionGroup var options: AlertOptions

    @Flag(help: "One JSON object: the alert with its id.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            // Refuse wrong options before a database is made.
            let draft = try options.draft(coin)
            let store = try storeOptions.openOrMake()
            let alert = try await options.naming(draft) { try await store.alerts.add($0, of: LocalStore.caller.owner) }
            if json {
                try Console.write(JSONWriter.document { Shape<Alert>().write(alert, &$0) })
            } else {
                try Console.write("\(alert.id): \(try await AlertText(store).condition(alert.terms))\n")
            }
            AlertText.noteState(of: alert)
            try await AlertText(store).noteObstacle(to: alert.terms)
        }
    }
}
