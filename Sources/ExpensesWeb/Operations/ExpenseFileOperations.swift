import APIKit
import Expenses
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import Store

/// Files of the expense journal and of banks, over HTTP and for pages.
package struct ExpenseFileOperations: Sendable {
    package let export: TypedOperation<Expenses.Filter, Expenses.Filter>
    package let record: TypedOperation<ImportInput, ImportResult>
    package let preview: TypedOperation<ImportInput, ImportPreview>

    /// - Parameter worker: reads files, which takes up to seconds.
    package init(_ store: Store, _ worker: WorkerThreads) {
        let (imports, path, tag) = (ExpenseImports(), "/v1/expenses", ExpensesOperations.tag)
        let unnamed: KeyValuePairs = [404: "There is no such place or category.", 409: "Several places have the name."]
        export = TypedOperation(
            .get, "\(path)/export", id: "exportExpenses", tag: tag, "The caller's transactions as CSV, newest first.",
            need: .scope(.read), refusals: unnamed, answer: .csv(imports, store)
        ) { filter, call in
            // A name that does not exist is refused before the file begins.
            _ = try await store.refusing { try Expenses().list($0, Caller(call.caller), filter, limit: 1) }
            return filter
        }
        record = TypedOperation(
            .post, "\(path)/import", id: "importExpenses", tag: tag,
            "Adds the transactions of a bank's statement, or of an export. Those that were added before are skipped.",
            need: .scope(.write), bytes: Self.file,
            refusals: [
                404: "There is no such category.", 409: "There are too many transactions or categories.",
                422: "The file cannot be read, or it leaves something open, which the preview shows.",
            ], answer: .record(200, "What was added, and which lines are no transactions.")
        ) { input, call in
            let file = try await worker.run(for: call.caller.owner) { try Self.file(call, input) }
            // Not on the worker: once it has written, a request with a key must not wait for the files of others.
            return try await imports.add(store, Caller(call.caller), file, input)
        }
        preview = TypedOperation(
            .post, "\(path)/import/preview", id: "previewExpenseImport", tag: tag,
            "Shows what an import would add and what the file leaves open, and adds nothing.", need: .scope(.read), .read,
            bytes: Self.file,
            refusals: [404: "There is no such category.", 422: "The file cannot be read, or names no column."],
            answer: .record(200, "The rows beside the journal.")
        ) { input, call in
            let caller = Caller(call.caller)
            let file = try await worker.run(for: call.caller.owner) { try Self.file(call, input) }
            return try await store.refusing { try imports.preview($0, caller, file, input) }
        }
    }

    package func add(to api: inout API) { api.add(export, record, preview) }

    private static let file = Operation.RequestBody.bytes(
        [("text/csv", .text(1...Statement.mostBytes))], maximumBytes: Statement.mostBytes
    )
    .showing("Date,Description,Amount,Currency\n2026-11-02,Bakery,-3.20,EUR\n2026-11-03,Salary,2500.00,EUR\n")

    private static func file(_ call: Call, _ input: ImportInput) throws -> ImportFile {
        do { return try ImportFile(Array(call.bytes.readableBytesView), input) } catch let error as any Refusable {
            throw error.refusal
        }
    }
}

extension TypedAnswer where Output == Expenses.Filter {
    /// The file is read page by page while it is sent.
    fileprivate static func csv(_ imports: ExpenseImports, _ store: Store) -> Self {
        .of(
            .contents(
                200, "The file, which the import reads.",
                [("text/csv", .csv(JournalFile.line.csvColumns, length: 0...1_000_000_000))], headers: ["Content-Disposition"])
        ) { filter, call in
            let caller = Caller(call.caller)
            let stream = ResponseBody { writer in
                try await imports.export(store, caller, filter) { try await writer.write(ByteBuffer(bytes: $0)) }
                try await writer.finish(nil)
            }
            return Reply(stream: stream, type: "text/csv; charset=utf-8")
                .with(.contentDisposition, "attachment; filename=\"expenses.csv\"")
                .with(.cacheControl, "private, no-store")
        }
    }
}
