import ArgumentParser
import JSONText
import People

struct AccountEvents: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List events of accounts in the last 90 days, newest first.")

    @Argument(help: ArgumentHelp("Only the events of this account.", valueName: "address|id"))
    var account: String?

    @Option(help: ArgumentHelp("The number of events, 1-10000.", valueName: "n"))
    var limit = 50

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit \(limit): expected 1-10000") }
    }

    func run() async throws {
        try await reportingFailures {
            guard let administration = try storeOptions.openIfThere()?.accounts else {
                if let account { throw PeopleError.noSuchAccount(account) }
                return try Console.write(json ? Self.document([]) : AccountText.table([], [:]))
            }
            let events = try await administration.events(of: account, before: nil, limit: limit)
            guard !json else { return try Console.write(Self.document(events)) }
            let addresses = try await administration.all().map { ($0.person.id, $0.person.email.text) }
            try Console.write(AccountText.table(events, Dictionary(addresses) { first, _ in first }))
        }
    }

    private static func document(_ events: [SecurityEvent]) -> String {
        JSONWriter.document { writer in
            writer.object { $0.member("events", events, AccountDocuments.operatorEvent.write) }
        }
    }
}
