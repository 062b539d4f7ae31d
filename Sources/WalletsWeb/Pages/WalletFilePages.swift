import APIKit
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Languages
import Ledger
import MarketData
import NIOCore
import PageKit
import Portfolio
import Services

/// Files of transactions: a file is read, shown with its faults and effects, and recorded after a confirmation.
package struct WalletFilePages: Sendable {
    let portfolios: Portfolios
    let market: MarketData
    let board: TaskBoard
    private let operations: TransactionFileOperations
    private let worker: WorkerThreads
    /// Previewed files.
    private let pending: SentFiles<Upload>

    /// A file of transactions.
    struct Upload: Sendable {
        let type: String
        /// The columns of a table of another program as the last preview showed them; nil for a file with our columns.
        var match: ColumnMatch?
        /// The columns with which it was read last, perhaps with faults.
        var tried: ColumnMatch?
    }

    private typealias File = SentFile<Upload>

    /// The API's limit for a file, plus the overhead of a form.
    private static let maximumBytes = (16 << 20) + (64 << 10)
    /// A larger file is recorded as a task: some thousand transactions take seconds.
    private static let mostAtOnce = 256 << 10
    private static let mostFaults = 100

    init(
        portfolios: @escaping Portfolios, market: MarketData, board: TaskBoard, operations: TransactionFileOperations,
        worker: WorkerThreads
    ) {
        (self.portfolios, self.market, self.board, self.operations) = (portfolios, market, board, operations)
        self.worker = worker
        pending = SentFiles(now: market.now)
    }

    func add(to pages: inout PageList) {
        pages.get("/wallets/files", .scope(.read)) { visit in .page(try await page(visit, Answer())) }
        pages.get("/wallets/files/template.csv", .scope(.read)) { _ in
            let bytes = Array(TransactionTable.template.utf8)
            return .response(ChartData.download(bytes, name: "transactions.csv", type: "text/csv; charset=utf-8"))
        }
        pages.get("/wallets/:wallet/files", .scope(.read)) { visit in .page(try await page(visit, Answer())) }
        pages.post("/wallets/files", .scope(.write), maximumBytes: Self.maximumBytes, send)
        pages.post("/wallets/:wallet/files", .scope(.write), maximumBytes: Self.maximumBytes, send)
    }

    /// The page's state after a file was sent.
    private struct Answer {
        var text = ""
        /// The wallet for rows that name none; nil before the first form.
        var wallet: String?
        var makesWallets = true
        var errors = FormErrors()
        /// One fault per line.
        var faults: [TemplateValue] = []
        var preview: TemplateValue?
        var pendingID = ""
        var fileName = ""
        /// The match of the columns of a foreign table.
        var columns: ColumnForm?
        var columnErrors = FormErrors()
        /// What a person should know about the preview.
        var notes: [String] = []
        /// Whether the file lacks cash, so that its deposits can be chosen.
        var offersDeposits = false
        var depositsMissingCash = true
        /// Whether the file was read as that of a known program, so that its columns can be matched instead.
        var offersColumns = false
        /// Whether rows that cannot be read can be left out.
        var offersLeavingOut = false
        var leavesOut = false
        /// Whether values or coins in the preview are unknown, so that the import would be refused.
        var isRefused = false
        /// Whether prices or rates are missing that a page can add.
        var needsPrices = false
        /// Whether the preview found transfers between wallets.
        var offersTransfers = false
    }

    /// Nil if the address names no wallet.
    private func place(_ visit: Visit) async throws -> WalletPlace? {
        visit.path("wallet").isEmpty ? nil : try await WalletPlace(visit, portfolios)
    }

    // MARK: Sending

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var answer = Answer()
        (answer.text, answer.wallet, answer.makesWallets) = (fields.exact("text"), fields["wallet"], fields.has("create"))
        guard let file = file(visit, fields, &answer) else {
            return .page(try await page(visit, answer).with(.unprocessableContent))
        }
        // The preview without the deposits that were shown tells which rows need them.
        answer.depositsMissingCash = !fields.has("offered") || fields.has("deposit")
        answer.leavesOut = fields.has("leave")
        do {
            if fields["do"] == "import", answer.depositsMissingCash {
                // Kept until it expires: a second confirmation leads to the same result.
                return .redirect(try await record(file, visit, fields))
            }
            let match = try await match(file, fields, visit.words, &answer)
            guard answer.columnErrors.isEmpty else {
                return .page(try await page(visit, answer).with(.unprocessableContent))
            }
            keep(match, of: file) { $0.tried = match }
            let texts = Self.texts(try await place(visit), fields, match, depositsMissingCash: answer.depositsMissingCash)
            let report = try await visit.perform(
                operations.preview, texts, bytes: ByteBuffer(bytes: file.bytes), type: file.content.type)
            answer.preview = try await Receipt(report).values(market, Amounts(visit))
            answer.offersDeposits = !report.deposits.isEmpty
            answer.notes = FormNotes.all(report, visit.words)
            answer.offersTransfers = !report.transfers.isEmpty
            answer.isRefused = !report.unknownValues.isEmpty || !report.unknownCoins.isEmpty
            answer.needsPrices = answer.isRefused
            answer.offersLeavingOut = answer.isRefused && report.source != nil
            keep(match, of: file) { ($0.match, $0.tried) = (match, match) }
            return .page(try await page(visit, answer))
        } catch {
            answer.faults = Self.faults(error, answer.columns?.table, visit.words)
            answer.needsPrices = (error as? ImportError)?.faults.contains(where: Self.needsPrices) ?? false
            answer.offersDeposits = (error as? ImportError)?.lacksOnlyCash ?? false
            answer.offersLeavingOut = (error as? ImportError)?.canLeaveOut ?? false
            if answer.faults.isEmpty { answer.errors = try WalletErrors.of(error, visit.words) }
            return .page(try await page(visit, answer).with(.unprocessableContent).with(answer.errors))
        }
    }

    /// Matches the columns of a table of another program, guessed first and then as the person corrects it.
    ///
    /// - Returns: nil for a file with our columns, and for a match that is incomplete.
    private func match(
        _ file: File, _ fields: Fields, _ words: Words, _ answer: inout Answer
    ) async throws -> ColumnMatch? {
        // The columns of JSON cannot be matched.
        guard file.content.type == "text/csv" else { return nil }
        let wantsColumns = ["match", "columns"].contains(fields["do"]) || (file.content.tried ?? file.content.match) != nil
        if !wantsColumns, try await worker.run(for: file.owner, { TransactionForm.id(of: file.bytes) }) != nil {
            answer.offersColumns = true
            return nil
        }
        guard let table = try await table(file) else { return nil }
        let known = file.content.tried ?? file.content.match
        var match = fields["do"] == "match" ? ColumnForm.match(fields, table) : known ?? ColumnMatch(of: table)
        let unknown = try await worker.run(for: file.owner) { [match] in match.openWords(in: table) }
        if fields["do"] == "match" { ColumnForm.say(unknown, fields, in: &match) }
        let form = ColumnForm(table, match, words: unknown)
        (answer.columns, answer.columnErrors) = (form, form.errors(words))
        return answer.columnErrors.isEmpty ? match : nil
    }

    /// Keeps a match. A confirmation records the one that a preview showed, even after a later match with faults.
    private func keep(_ match: ColumnMatch?, of file: File, _ change: (inout Upload) -> Void) {
        guard match != nil else { return }
        var kept = file
        change(&kept.content)
        pending.replace(kept)
    }

    /// The table of another program in a file; nil for one with our columns.
    private func table(_ file: File) async throws -> TransactionTable? {
        let table = try await worker.run(for: file.owner) { TransactionTable(file.bytes) }
        return table?.isOurs == false ? table : nil
    }

    /// Records a previewed file, a large one as a task.
    ///
    /// - Returns: the path of the page that shows the result.
    private func record(_ file: File, _ visit: Visit, _ fields: Fields) async throws -> String {
        let (place, key) = (try await place(visit), fields.key)
        @Sendable func perform(_ file: File) async throws -> String {
            let texts = Self.texts(place, fields, file.content.match, depositsMissingCash: fields.has("deposit"))
            let recorded = try await visit.perform(
                operations.record, texts, bytes: ByteBuffer(bytes: file.bytes), type: file.content.type, key: key)
            // Rows may name other wallets than the one whose page the file was sent from.
            let changed = recorded.wallets
            let path = changed.isEmpty ? place?.path : changed.count == 1 ? WalletPlace.path(changed.first!) : nil
            return (path ?? Page.Place.portfolio.path) + (recorded.isNew ? "?done=wallet-imported" : "?done=wallet-same")
        }
        guard file.bytes.count > Self.mostAtOnce else { return try await perform(file) }
        let label = file.name.isEmpty ? visit.words("wallet.import.pasted") : file.name
        let (id, owner) = (file.id, file.owner)
        // A waiting task holds no file: together, files would exceed the memory limit of uploaded files.
        let task = try board.start(owner: owner, kind: .importTransactions, subject: id, label: label) { [pending] progress in
            try progress.check()
            guard let file = pending.file(id, of: owner) else {
                throw Problem(.conflict, "file-not-kept", "the file is no longer kept; send it again")
            }
            // Not on the thread for idle work, because others wait for the store meanwhile.
            return .page(try await Task.detached { try await perform(file) }.value)
        }
        return "/tasks/\(task)"
    }

    /// Returns the chosen file, the pasted text, or the previously previewed file.
    private func file(_ visit: Visit, _ fields: Fields, _ answer: inout Answer) -> File? {
        let owner = visit.caller.owner
        if !fields["pending"].isEmpty {
            let file = pending.file(fields["pending"], of: owner)
            if let file { (answer.fileName, answer.pendingID) = (file.name, file.id) }
            if file == nil { answer.errors.add(visit.words("wallet.import.expired"), to: "file") }
            return file
        }
        let sent = fields.file("file")
        let bytes = sent?.bytes ?? Array(answer.text.utf8)
        guard !bytes.isEmpty else {
            answer.errors.add(visit.words(sent == nil ? "wallet.import.nothing" : "wallet.import.empty-file"), to: "file")
            return nil
        }
        let file = pending.keep(bytes, name: sent?.name ?? "", of: owner, Upload(type: Self.type(of: bytes)))
        (answer.fileName, answer.pendingID) = (file.name, file.id)
        return file
    }

    /// JSON begins with a bracket; no CSV with our columns does.
    private static func type(of bytes: [UInt8]) -> String {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "application/json" : "text/csv"
    }

    private static func texts(
        _ place: WalletPlace?, _ fields: Fields, _ match: ColumnMatch?, depositsMissingCash: Bool
    ) -> KeyValuePairs<String, String?> {
        [
            "create": "\(fields.has("create"))", "wallet": place?.id ?? (fields["wallet"].isEmpty ? nil : fields["wallet"]),
            "deposit_missing_cash": "\(depositsMissingCash)", "match_transfers": "\(fields.has("transfers"))",
            "leave_out_unreadable": "\(fields.has("leave"))", "map": match?.json,
        ]
    }

    /// The errors of each row. Errors of the file itself concern its columns, whose names are English, so their text is English
    /// too.
    private static func faults(
        _ error: any Error, _ table: TransactionTable?, _ words: Words
    ) -> [TemplateValue] {
        guard let error = error as? ImportError else { return [] }
        return error.faults.prefix(mostFaults).map { fault in
            let sentence = fault.error.flatMap { WalletErrors.sentence(of: $0, words) }
            return Self.fault(
                fault.line, sentence ?? fault.message, table, isEnglish: sentence == nil, isActivity: fault.isActivity, words)
        }
    }

    private static func needsPrices(_ fault: ImportError.Fault) -> Bool {
        guard let error = fault.error else { return false }
        return switch error {
        case AssetError.unknown, ReadingError.noValue, ReadingError.noShares, ReadingError.noRates: true
        default: false
        }
    }

    /// A fault with its row, as far as the row is known.
    private static func fault(
        _ line: Int, _ message: String, _ table: TransactionTable?, isEnglish: Bool = false, isActivity: Bool = false,
        _ words: Words
    ) -> TemplateValue {
        return [
            "line": .text(words(isActivity ? "wallet.import.activity" : "wallet.import.line", ["line": "\(line)"])),
            "message": .text(message),
            "isEnglish": .flag(isEnglish), "row": .optional(table?.row(line)),
        ]
    }

    // MARK: The page

    private func page(_ visit: Visit, _ answer: Answer) async throws -> Page {
        let words = visit.words
        let place = try await place(visit)
        let all = try await portfolios(visit.caller).wallets.all()
        var values = place?.values(.files, visit) ?? ["walletPath": "/wallets", "htmlClass": Amounts(visit).pageClass]
        values["hasPlace"] = .flag(place != nil)
        values["action"] = .text((place?.path ?? "/wallets") + "/files")
        values["text"] = .text(answer.text)
        values["makesWallets"] = .flag(answer.makesWallets)
        // Of all fields that an error may name, the form has only the file and the wallet.
        values["fileError"] = .optional(answer.errors.general ?? answer.errors.byField.first { $0.key != "wallet" }?.value)
        values["wallet"] = .optional(place == nil ? answer.wallet : nil)
        values["walletField"] = place == nil ? walletField(all, words, answer.wallet).values(answer.errors) : false
        values["faults"] = .list(answer.faults)
        values["hasFaults"] = .flag(!answer.faults.isEmpty)
        values["faultsTitle"] = .text(words("wallet.import.faults", n: answer.faults.count))
        values["preview"] = answer.preview ?? false
        values["notes"] = .list(answer.notes.map(TemplateValue.text))
        values["offersDeposits"] = .flag(answer.offersDeposits)
        values["depositsMissingCash"] = .flag(answer.depositsMissingCash)
        values["offersColumns"] = .flag(answer.offersColumns)
        values["offersLeavingOut"] = .flag(answer.offersLeavingOut)
        values["leavesOut"] = .flag(answer.leavesOut)
        values["isRefused"] = .flag(answer.isRefused)
        let addsPrices = answer.needsPrices && visit.caller.scope.allows(.admin)
        values["addsPrices"] = .optional(addsPrices ? PagePaths.prices : nil)
        values["offersTransfers"] = .flag(answer.offersTransfers)
        values["columns"] = answer.columns.map { $0.values(answer.columnErrors, words) } ?? []
        values["kindWords"] = answer.columns.map { $0.questions(words) } ?? []
        values["asksWords"] = .flag(answer.columns?.words.isEmpty == false)
        values["hasColumns"] = .flag(answer.columns != nil)
        values["firstColumn"] = .optional(TransactionRow.columns.first)
        values["otherColumns"] = .list(TransactionRow.columns.dropFirst().map(TemplateValue.text))
        values["pendingID"] = .text(answer.pendingID)
        values["fileName"] = .optional(answer.fileName.isEmpty ? nil : answer.fileName)
        values["exports"] = .list(
            (place.map { [$0.wallet] } ?? all).map { wallet in
                let link = "/v1/transactions/export?wallet=\(wallet.publicID)"
                return ["name": .text(wallet.name), "csv": .text(link + "&format=csv"), "json": .text(link + "&format=json")]
            })
        values["hasExports"] = .flag(!all.isEmpty)
        values["hasAllExport"] = .flag(place == nil && all.count > 1)
        return Page("wallet-files", title: words("wallet.files-title"), place: .portfolio, scripts: ["wallet-form"], values)
    }

    /// The field for the wallet of rows that name none: the only wallet, or the first one to be created.
    private func walletField(_ all: [Wallet], _ words: Words, _ typed: String?) -> FieldView {
        let usual = all.isEmpty ? words("wallet.import.first-wallet") : all.count == 1 ? all[0].name : ""
        return FieldView(
            "wallet", .text, words("wallet.import.wallet"), hint: words("wallet.import.wallet-hint"), value: typed ?? usual)
    }
}
