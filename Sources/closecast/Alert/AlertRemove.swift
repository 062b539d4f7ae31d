import Alerts
import ArgumentParser
import Store

struct AlertRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove an alert with its history.")

    @OptionGroup var argument: AlertArgument

    func run() async throws {
        try await reportingFailures {
            let store = try argument.open()
            let (alerts, named) = (store.alerts, argument.named)
            let alert = try await store.file.change { change in
                let alert = try alerts.show(change.reading, LocalStore.caller, named)
                try alerts.remove(&change, LocalStore.caller, named)
                return alert
            }
            try Console.write("removed: \(try await AlertText(store).condition(alert.terms))\n")
        }
    }
}
