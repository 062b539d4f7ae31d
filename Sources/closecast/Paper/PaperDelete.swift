import ArgumentParser
import PaperTrading

struct PaperDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Delete a kept match.")

    @Argument(help: ArgumentHelp("The id of a match, from paper list.", valueName: "id"))
    var id: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            guard let store = try storeOptions.openIfThere() else { throw PaperMatchesError.unknown(id) }
            try await store.paperMatches.delete(id)
            try Console.write("paper match \(id) deleted\n")
        }
    }
}
