import Alerts
import ArgumentParser
import JSONText
import Records
import Store

struct AlertList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List alerts, newest first.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openIfThere()
            let alerts = try await list(store)
            guard !json else { return try Console.write(Self.document(alerts)) }
            guard let store, !alerts.isEmpty else {
                return try Console.write("no alerts; set one: closecast alert add BTC --below 60000\n")
            }
            try Console.write(try await table(alerts, store))
        }
    }

    private func list(_ store: LocalStore?) async throws -> [Alert] {
        guard let store else { return [] }
        let alerts = store.alerts
        return try await store.file.reading { try alerts.list($0, LocalStore.caller, Nothing()) }
    }

    private func table(_ alerts: [Alert], _ store: LocalStore) async throws -> String {
        let text = AlertText(store)
        var conditions: [String] = []
        for alert in alerts { conditions.append(try await text.condition(alert.terms)) }
        return TextColumn.table([
            TextColumn("id", alerts.map(\.id), isText: true), TextColumn("state", alerts.map(AlertText.state), isText: true),
            TextColumn("fired", alerts.map { "\($0.firedCount)" }, minimum: 5), TextColumn("alert", conditions, isText: true),
        ])
    }

    private static func document(_ alerts: [Alert]) -> String {
        let shape = Shape<Alert>()
        return JSONWriter.document { writer in
            writer.object { writer in writer.member("alerts", alerts) { shape.writeMembers(of: $0, &$1) } }
        }
    }
}
