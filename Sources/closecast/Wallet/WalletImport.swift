import ArgumentParser
import Platform
import Portfolio
import Records

extension RowOrder: ExpressibleByArgument {}

struct WalletImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Record the transactions of a CSV or JSON file.",
        discussion: """
            EXAMPLES
              closecast wallet import trades.csv --wallet Main --preview
              closecast wallet import trades.csv --wallet Main
              closecast wallet import all.json --create
              closecast wallet import coinbase.csv --wallet Coinbase --create
              closecast wallet import --list-forms

            Files of exchanges and other programs are found by their columns; --form says \
            which one it is, and --map describes one that is not known. Coins for coins are \
            recorded as swaps.

            Our own CSV has a header with time, kind, asset and quantity, and where they are needed \
            others of \(TransactionRow.columns.joined(separator: ", ")); kinds are \
            \(TransactionFile.kinds). All rows are recorded or none; \
            those that were recorded before are skipped, so that the same file again \
            changes nothing.

            Rows count in order of time. Rows of the same moment, such as those of one day \
            without a time, happened from the top of the file down, or from the bottom up \
            if the file has the newest rows first (--row-order overrules its times).

            Coins without a value are worth the close of their day, as in closecast wallet \
            deposit; the value unknown leaves it unknown. Income costs nothing unless \
            at_market is true.

            A purchase needs cash in the wallet. For a file without deposits, \
            --deposit-missing-cash also records the deposits of the cash that is missing, \
            each at the time of the row that needs it.
            """)

    @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"), completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("The wallet for rows without one.", valueName: "wallet"), completion: .wallets)
    var wallet: String?

    @Option(
        help: ArgumentHelp("The form of the file (default: found by its columns); see --list-forms.", valueName: "form"),
        completion: .list(TransactionForm.choices.map(\.id)))
    var form: String?

    @Option(
        help: ArgumentHelp("A JSON file that describes the columns and kinds of an export.", valueName: "file"),
        completion: .file())
    var map: String?

    @Flag(help: "List the forms: what each reads and leaves out.")
    var listForms = false

    @Flag(help: "Leave rows out that cannot be read, instead of refusing the file.")
    var leaveOutUnreadable = false

    @Flag(help: "Create wallets that do not exist.")
    var create = false

    @Flag(help: "Show what would happen, and record nothing.")
    var preview = false

    @Flag(help: "Also record deposits of the cash that the wallets lack for the rows.")
    var depositMissingCash = false

    @Flag(help: "Record withdrawals that arrived in another wallet as transfers, which keep their cost.")
    var matchTransfers = false

    @Option(help: ArgumentHelp("The order of the rows (default: detected from their times).", valueName: "order"))
    var rowOrder: RowOrder?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if file == nil, !listForms { throw ValidationError("Missing expected argument '<file>'") }
    }

    func run() async throws {
        try await reportingFailures {
            guard let file, !listForms else { return try Console.write(json ? FormList.json : FormList.text) }
            let options = try readingOptions()
            if file == "-" { Console.noteTypedInput() }
            let bytes = try Files.readOrFail(file)
            let store = try preview ? storeOptions.openForPreview() : storeOptions.openOrMake()
            if let store { return try await run(bytes, options, store) }
            try await LocalStore.withDraft { try await run(bytes, options, $0) }
        }
    }

    private func run(_ bytes: [UInt8], _ options: ReadingOptions, _ store: LocalStore) async throws {
        let name = file == "-" ? "standard input" : file ?? ""
        let tickers = try await store.tickers()
        let read = try await read(bytes, name, options, store)
        let report = try await record(read, name, store)
        let text = ImportText(report: report, file: name) {
            tickers[$0]?.description ?? $0.description
        }
        text.notes.forEach(Console.note)
        try Console.write(json ? TransactionDocuments.importReceipt.jsonLine(report) : preview ? text.preview : text.counts)
    }

    private func read(
        _ bytes: [UInt8], _ file: String, _ options: ReadingOptions, _ store: LocalStore
    ) async throws -> ReadTransactions {
        do {
            return try await store.portfolio.importer.read(bytes, file: file, options)
        } catch let error as ImportError where error.canLeaveOut {
            throw Self.leavesOut(error)
        } catch PortfolioError.noWalletNamed {
            throw Failure("the rows of \(file) name no wallet; say which: --wallet NAME (and --create to make it)", .data)
        }
    }

    private func readingOptions() throws -> ReadingOptions {
        do {
            var options = try ReadingOptions(
                form: form, map: map.map { map in { try Files.readOrFail(map) } }, wallet: wallet, order: rowOrder,
                leavesOutUnreadable: leaveOutUnreadable)
            options.listsUnknownCoins = preview
            return options
        } catch FormChoiceError.unknownForm(let id) {
            let known = TransactionForm.choices.map(\.id).joined(separator: ", ")
            throw Failure("--form \(id) is not known; expected \(known) (closecast wallet import --list-forms)", .usage)
        } catch FormChoiceError.badMap(let error) {
            throw Failure("\(map ?? ""): \(error)", .data)
        } catch FormChoiceError.formAndMap {
            throw Failure("--form and --map contradict each other; give one of them", .usage)
        }
    }

    private func record(_ read: ReadTransactions, _ file: String, _ store: LocalStore) async throws -> ImportReport {
        let options = ImportOptions(
            makesWallets: create, order: rowOrder, isPreview: preview, depositsMissingCash: depositMissingCash,
            matchesTransfers: matchTransfers)
        do {
            return try await store.portfolio.importer.record(read, file: file, options: options)
        } catch let error as ImportError where error.lacksOnlyCash && !depositMissingCash {
            throw Failure("\(error)\nto also record deposits of the missing cash: --deposit-missing-cash", .data)
        } catch let error as ImportError where error.canLeaveOut {
            throw Self.leavesOut(error)
        } catch let error as ImportError where error.faults.contains(where: { makeable($0.error) }) {
            throw Failure("\(error)\n\(Self.makes)", .data)
        } catch let error as PortfolioError {
            throw Failure("\(file): \(error); nothing was recorded" + (makeable(error) ? "\n\(Self.makes)" : ""), .data)
        }
    }

    private static func leavesOut(_ error: ImportError) -> Failure {
        Failure("\(error)\nto leave these rows out: --leave-out-unreadable", .data)
    }

    private static let makes = "to make the wallets that do not exist: --create"

    /// Whether the error is a missing wallet that `--create` makes.
    private func makeable(_ error: (any Error)?) -> Bool {
        guard !create, case PortfolioError.noSuchWallet(let name, _)? = error else { return false }
        return (try? WalletName.checked(name)) != nil
    }
}
