import ArgumentParser
import JSONText
import Market
import People

struct AccountList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List accounts, the oldest first.")

    @Option(help: ArgumentHelp("Only accounts with this text in the name or address.", valueName: "text"))
    var search: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let found = try await storeOptions.openIfThere()?.accounts.all(matching: search) ?? []
            guard !json else { return try Console.write(Self.document(found)) }
            guard !found.isEmpty else { return try Console.write(Self.nothing(search)) }
            try Console.write(AccountText.table(found))
        }
    }

    private static func nothing(_ search: String?) -> String {
        guard let search else { return "no accounts; make the first one: closecast account create ADDRESS --operator\n" }
        return "no accounts with \"\(search)\" in the name or address\n"
    }

    private static func document(_ found: [Administration.Listed]) -> String {
        JSONWriter.document { writer in
            writer.object { $0.member("accounts", found, AccountDocuments.listed.write) }
        }
    }
}
