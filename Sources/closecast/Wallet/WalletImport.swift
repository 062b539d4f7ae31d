import ArgumentParser
import Platform
import Portfolio

struct WalletImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Record the transactions of a CSV or JSON file.",
        discussion: """
            EXAMPLES
              closecast wallet import trades.csv --wallet Main
              closecast wallet import all.json --create

            CSV has a header with time, kind, asset and quantity, and where they are needed \
            wallet, cash, fee, to, value, note and key; kinds are deposit, withdrawal, buy, \
            sell, transfer, fee and income. All rows are recorded or none; those that were \
            recorded before are passed over, so that the same file again changes nothing.
            """)

    @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The wallet of rows that name none.", valueName: "wallet"), completion: .wallets)
    var wallet: String?

    @Flag(help: "Make the wallets that are not there yet.")
    var create = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            if file == "-" { Console.noteTypedInput() }
            let bytes = try Files.readOrFail(file)
            let store = try storeOptions.openOrMake()
            let name = file == "-" ? "standard input" : file
            let rows = try await TransactionFile.rows(bytes, file: name, wallet: wallet) { try await store.portfolio.asset($0).id }
            let results = try await record(rows, name, store)
            let new = results.count(where: \.isNew)
            try Console.write("\(new) transactions recorded, \(results.count - new) were there before\n")
        }
    }

    private func record(_ rows: [(line: Int, row: TransactionRow)], _ file: String, _ store: Store) async throws -> [AppendResult] {
        do {
            return try await store.portfolio.importTransactions(rows, file: file, makesWallets: create)
        } catch let error as PortfolioError {
            throw Failure("\(file): \(error); nothing was recorded", .data)
        }
    }
}
