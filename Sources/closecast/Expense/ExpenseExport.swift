import ArgumentParser
import Expenses

struct ExpenseExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print transactions as CSV, the newest first.",
        discussion: """
            EXAMPLES
              closecast expense export > expenses.csv
              closecast expense export --since 2026-01-01 --category Food

            closecast expense import reads it back, and skips what is still there.
            """)

    @OptionGroup var options: ExpenseFilterOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let filter = try options.filter()
            let store = try storeOptions.open()
            try await ExpenseImports().export(store.file, LocalStore.caller, filter) { try Console.write($0) }
        }
    }
}
