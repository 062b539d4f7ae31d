import ArgumentParser
import JSONText
import Portfolio

struct WalletExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print the transactions of wallets as CSV or JSON, the oldest first.",
        discussion: """
            EXAMPLES
              closecast wallet export Main > main.csv
              closecast wallet export --json > all.json

            Transactions that were taken back are left out, with what took them back. \
            closecast wallet import reads it back; closecast backup keeps everything.
            """)

    @Argument(help: ArgumentHelp("Wallets (default: all).", valueName: "wallet"), completion: .wallets)
    var wallets: [String] = []

    @Flag(help: "One JSON object instead of CSV.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            var chosen: [Wallet] = []
            for name in wallets { chosen.append(try await store.portfolio.wallets.named(name)) }
            if wallets.isEmpty { chosen = try await store.portfolio.wallets.all() }
            var output = ExportOutput(isJSON: json)
            try output.begin()
            try await store.portfolio.transactions.export(chosen) { try output.add($0) }
            try output.end()
        }
    }
}

/// Writes transactions in pieces, so that memory does not grow with the journal.
private struct ExportOutput {
    let isJSON: Bool
    private var pending: [UInt8] = []
    private var isFirst = true

    init(isJSON: Bool) { self.isJSON = isJSON }

    mutating func begin() throws(Failure) { try add(isJSON ? "{\"transactions\":[" : TransactionFile.header) }

    mutating func add(_ row: TransactionRow) throws(Failure) {
        guard isJSON else { return try add(TransactionFile.line(row)) }
        var writer = JSONWriter()
        writer.object { TransactionFile.write(row, &$0) }
        try add((isFirst ? "\n" : ",\n") + String(decoding: writer.bytes, as: UTF8.self))
        isFirst = false
    }

    mutating func end() throws(Failure) {
        if isJSON { try add("\n]}\n") }
        try Console.write(pending)
    }

    private mutating func add(_ text: String) throws(Failure) {
        pending += text.utf8
        guard pending.count > 1 << 16 else { return }
        try Console.write(pending)
        pending.removeAll(keepingCapacity: true)
    }
}
