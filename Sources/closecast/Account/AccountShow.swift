import ArgumentParser
import JSONText
import People

struct AccountShow: AsyncParsableCommand {
    /// The number of events shown; `account events` lists all.
    private static let eventCount = 10

    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an account and its last \(eventCount) events, the newest first.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var accountOptions: AccountOptions

    func run() async throws {
        try await reportingFailures {
            let administration = try accountOptions.administration()
            let listed = try await administration.show(accountOptions.account)
            let events = try await administration.events(of: listed.person.id, before: nil, limit: Self.eventCount)
            try Console.write(json ? Self.document(listed, events) : AccountText.details(listed, events))
        }
    }

    private static func document(_ listed: Administration.Listed, _ events: [SecurityEvent]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                AccountDocuments.listed.write(listed, &writer)
                writer.member("events", events, AccountDocuments.event.write)
            }
        }
    }
}
