import Alerts
import ArgumentParser

struct AlertResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Watch a paused alert again, from the newest figure on.")

    @OptionGroup var argument: AlertArgument

    func run() async throws {
        try await reportingFailures {
            let store = try argument.open()
            let alert = try await store.alerts.resume(argument.named, of: LocalStore.caller.owner)
            try Console.write("resumed: \(try await AlertText(store).condition(alert.terms))\n")
            AlertText.noteState(of: alert)
        }
    }
}
