import Alerts
import ArgumentParser
import JSONText
import Records
import Store

struct AlertShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an alert, and when it fired with which figures.")

    @OptionGroup var argument: AlertArgument

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let store = try argument.open()
            let (alerts, named) = (store.alerts, argument.named)
            let (alert, firings) = try await store.file.reading { reading in
                (try alerts.show(reading, LocalStore.caller, named), try alerts.firings(reading, LocalStore.caller, named))
            }
            guard !json else { return try Console.write(Self.document(alert, firings)) }
            let text = AlertText(store)
            try Console.write("\(try await text.condition(alert.terms))\n\n\(text.settings(of: alert))\n")
            try Console.write(firings.isEmpty ? "has not fired yet\n" : text.table(firings, of: alert))
            try await text.noteObstacle(to: alert.terms)
        }
    }

    private static func document(_ alert: Alert, _ firings: [AlertFiring]) -> String {
        let shapes = (alert: Shape<Alert>(), firing: Shape<AlertFiring>())
        return JSONWriter.document { writer in
            writer.object { writer in
                shapes.alert.writeMembers(of: alert, &writer)
                writer.member("firings", firings) { shapes.firing.writeMembers(of: $0, &$1) }
            }
        }
    }
}
