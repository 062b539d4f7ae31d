import Alerts
import ArgumentParser
import Store

struct AlertPause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause an alert. What happens until it is resumed does not count.")

    @OptionGroup var argument: AlertArgument

    func run() async throws {
        try await reportingFailures {
            let store = try argument.open()
            let (alerts, named) = (store.alerts, argument.named)
            let alert = try await store.file.change { try alerts.pause(&$0, LocalStore.caller, named) }
            try Console.write("paused: \(try await AlertText(store).condition(alert.terms))\n")
        }
    }
}
