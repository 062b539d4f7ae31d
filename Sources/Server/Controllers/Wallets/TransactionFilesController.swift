import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Ledger
import Market
import NIOCore
import Portfolio
import Records

/// Export and import of transactions as files.
struct TransactionFilesController: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThread

    func add(to api: inout API) {
        api.add(Self.export, export)
        api.add(Self.importing, importing)
        api.add(Self.preview, preview)
    }

    // MARK: Export

    private static let export = Operation(
        .get, "/v1/transactions/export", id: "exportTransactions", tag: "Transactions",
        "Transactions in effect, oldest first: without reversed transactions and their reversals.", scope: .read,
        parameters: [
            .query("wallet", .anyWalletName, "Only transactions of this wallet, by its id or name."),
            .query("format", .choice(["json", "csv"]), "JSON, or CSV with a header.", default: .string("json")),
        ],
        answers: [
            .contents(
                200, "The file, which the import reads.",
                [
                    (
                        "application/json",
                        .object([.init("transactions", .array(.object(Schema.rowInFile), count: 0...100_000_000))])
                    ),
                    ("text/csv", .csv(TransactionRow.columns, length: 0...1_000_000_000)),
                ]),
            .problem(404, "There is no wallet with that name."),
        ])

    private func export(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let wallets = try await portfolio.wallets.group(call.text("wallet").map { [$0] }).wallets
        let isJSON = call.text("format") == "json"
        let stream = ResponseBody { writer in
            try await portfolio.transactions.exportFile(of: wallets, as: isJSON ? .json : .csv) {
                try await writer.write(ByteBuffer(bytes: $0))
            }
            try await writer.finish(nil)
        }
        return Reply(stream: stream, type: isJSON ? "application/json" : "text/csv; charset=utf-8")
            .with(HTTPField.Name("Content-Disposition")!, "attachment; filename=\"transactions.\(isJSON ? "json" : "csv")\"")
            .with(.cacheControl, "private, no-store")
    }

    // MARK: Import

    private static let rows = Schema.array(
        .map(.nullable(.either([.kept(0...2000), .number(), .boolean]))), count: 0...1_000_000)

    private static let importParameters: [Parameter] = [
        .query("wallet", .anyWalletName, "The wallet for rows that name none, by its id or name."),
        .query("create", .boolean, "Create wallets that do not exist.", default: .boolean(false)),
        .query(
            "row_order", .choice(RowOrder.allCases.map(\.rawValue)),
            "Row order of the file, used for rows with the same time. Default: detected from the times."),
    ]

    private static let file = Operation.RequestBody.bytes(
        [
            ("text/csv", .text(0...(16 << 20))),
            ("application/json", .either([.object([.init("transactions", rows)]), rows])),
        ], maximumBytes: 16 << 20
    ).showing(
        "time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Main,USD,10000,\n2025-02-21,buy,Main,BTC,0.1,9600\n",
        #"{"transactions":[{"time":"2025-02-20","kind":"deposit","wallet":"Main","asset":"USD","quantity":"10000"}]}"#)

    private static let importing = Operation(
        .post, "/v1/transactions/import", id: "importTransactions", tag: "Transactions",
        "Records the rows of a CSV or JSON file, all or none. Rows recorded before are skipped.", scope: .write,
        parameters: importParameters, body: file,
        answers: [
            .json(200, "All rows were recorded before.", .importReceipt),
            .json(201, "The import's receipt.", .importReceipt),
        ])

    private func importing(_ call: Call) async throws -> Reply { try await record(call, isPreview: false) }

    private static let preview = Operation(
        .post, "/v1/transactions/import/preview", id: "previewImport", tag: "Transactions",
        "Reports what an import would record, or why it would be refused, and records nothing.", scope: .read,
        parameters: importParameters, body: file,
        answers: [
            .json(200, "The receipt that the import would return.", .importReceipt),
            .problem(409, "A ticker names several assets, or the rows conflict with what is recorded."),
        ],
        isWrite: false)

    private func preview(_ call: Call) async throws -> Reply { try await record(call, isPreview: true) }

    private func record(_ call: Call, isPreview: Bool) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let options = ImportOptions(
            makesWallets: call.flag("create"), order: call.text("row_order").flatMap(RowOrder.init(rawValue:)), isPreview: isPreview
        )
        let prepared = try await worker.run {
            let rows = try await TransactionFile.rows(
                Array(call.bytes.readableBytesView), as: call.contentType.map { $0 == "text/csv" ? .csv : .json }, file: "body",
                wallet: call.text("wallet"), tell: Problem.words
            ) {
                try await portfolio.market.directory.asset($0).id
            }
            return try await portfolio.importer.prepare(rows, file: "body", options: options, tell: Problem.words)
        }
        // Not on the worker: once it has written, a request with a key must not wait for the files of others.
        let report = try await portfolio.importer.record(prepared)
        let isNew = !isPreview && report.results.contains(where: \.isNew)
        return Reply(isNew ? .created : .ok) { ImportJSON.members(of: report, &$0) }
    }
}
