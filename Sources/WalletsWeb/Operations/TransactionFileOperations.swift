import APIKit
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Ledger
import Market
import NIOCore
import Portfolio
import Records
import Services

/// Export and import of transactions as files, over HTTP and for pages.
package struct TransactionFileOperations: Sendable {
    package let record: TypedOperation<ImportInput, ImportedFile>
    package let preview: TypedOperation<ImportInput, ImportReport>
    private let portfolios: Portfolios

    package func add(to api: inout API) {
        api.add(Self.export, export)
        api.add(record, preview)
    }

    package init(_ portfolios: @escaping Portfolios, _ worker: WorkerThreads) {
        self.portfolios = portfolios
        @Sendable func report(_ input: ImportInput, _ call: Call, isPreview: Bool) async throws -> ImportReport {
            let portfolio = portfolios(call.caller)
            let options = ImportOptions(
                makesWallets: input.create, order: input.rowOrder, isPreview: isPreview,
                depositsMissingCash: input.depositsMissingCash, matchesTransfers: input.matchesTransfers)
            let prepared = try await worker.run(for: call.caller.owner) {
                let format = call.contentType.map { $0 == "text/csv" ? TransactionFile.Format.csv : .json }
                var reading = try input.reading
                reading.listsUnknownCoins = isPreview
                let read = try await portfolio.importer.read(
                    Array(call.bytes.readableBytesView), as: format, file: "body", reading, tell: Problem.words)
                return try await portfolio.importer.prepare(read, file: "body", options: options, tell: Problem.words)
            }
            // Not on the worker: once it has written, a request with a key must not wait for the files of others.
            return try await portfolio.importer.record(prepared)
        }
        let tag = "Transactions"
        record = TypedOperation(
            .post, "/v1/transactions/import", id: "importTransactions", tag: tag,
            "Records the rows of a CSV or JSON file, ours or another program's, all or none. Rows recorded before are skipped.",
            need: .scope(.write),
            bytes: Self.file,
            answer: .of(
                .json(200, "All rows were recorded before.", TransactionDocuments.importReceipt.schema),
                .json(201, "The import's receipt.", TransactionDocuments.importReceipt.schema),
                again: { document, _ in ImportedFile(before: document) }
            ) { file, _ in
                Reply(file.isNew ? .created : .ok) { writer in
                    if let report = file.report { TransactionDocuments.importReceipt.write(report, &writer) }
                }
            }
        ) { input, call in ImportedFile(try await report(input, call, isPreview: false)) }
        preview = TypedOperation(
            .post, "/v1/transactions/import/preview", id: "previewImport", tag: tag,
            "Reports what an import would record, or why it would be refused, and records nothing.", need: .scope(.read),
            .read, bytes: Self.file,
            refusals: [409: "A ticker names several assets, or the rows conflict with what is recorded."],
            answer: .document(200, "The receipt that the import would return.", TransactionDocuments.importReceipt)
        ) { input, call in try await report(input, call, isPreview: true) }
    }

    // MARK: Export

    private static let export = Operation(
        .get, "/v1/transactions/export", id: "exportTransactions", tag: "Transactions",
        "Transactions in effect, oldest first: without reversed transactions and their reversals.", need: .scope(.read),
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
                        .object([.init("transactions", .array(TransactionFile.row.schema, count: 0...100_000_000))])
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

    private static let rows = Schema.array(.map(.nullable(.either([.kept(0...2000), .number(), .boolean]))), count: 0...1_000_000)

    private static let file = Operation.RequestBody.bytes(
        [
            ("text/csv", .text(0...(16 << 20))),
            ("application/json", .either([.object([.init("transactions", rows)]), rows])),
        ], maximumBytes: 16 << 20
    ).showing(
        "time,kind,wallet,asset,quantity,cash\n2025-02-20,deposit,Main,USD,10000,\n2025-02-21,buy,Main,BTC,0.1,9600\n",
        #"{"transactions":[{"time":"2025-02-20","kind":"deposit","wallet":"Main","asset":"USD","quantity":"10000"}]}"#)
}

/// A file whose rows are recorded.
package struct ImportedFile: Sendable {
    /// Nil for a file that an earlier request with the same key has recorded.
    let report: ImportReport?
    /// The ids of the wallets that it changed.
    package let wallets: Set<String>
    /// Whether any of its rows was not recorded before.
    package var isNew: Bool { report?.results.contains(where: \.isNew) ?? false }

    init(_ report: ImportReport) {
        self.report = report
        wallets = Set(report.effects.compactMap(\.walletID))
    }

    /// - Parameter document: the stored answer of the earlier request.
    init(before document: JSONValue) {
        report = nil
        wallets = Set((document["effects"]?.array ?? []).compactMap { $0["wallet_id"]?.string })
    }
}
