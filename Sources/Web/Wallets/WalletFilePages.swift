import HTMLTemplates
import HTTPEdge
import HTTPTypes
import JSONText
import Languages
import Ledger
import NIOCore
import Portfolio
import Server

/// Files of transactions: a file is read, shown with its faults and effects, and recorded when that was confirmed.
struct WalletFilePages: Sendable {
    let parts: ServerParts
    private let pending: PendingImports

    /// The API's limit for a file, and what a form has around it.
    private static let maximumBytes = (16 << 20) + (64 << 10)

    init(parts: ServerParts) {
        self.parts = parts
        pending = PendingImports(now: parts.market.now)
    }

    func add(to pages: inout PageList) {
        pages.get("/wallets/files", .scope(.read)) { visit in .page(try await page(visit, Answer())) }
        pages.get("/wallets/:wallet/files", .scope(.read)) { visit in .page(try await page(visit, Answer())) }
        pages.post("/wallets/files", .scope(.write), maximumBytes: Self.maximumBytes, send)
        pages.post("/wallets/:wallet/files", .scope(.write), maximumBytes: Self.maximumBytes, send)
    }

    /// What the page shows about a sent file.
    private struct Answer {
        var text = ""
        var makesWallets = true
        var errors = FormErrors()
        /// A fault a line.
        var faults: [(line: Int, message: String)] = []
        var preview: TemplateValue?
        var pendingID = ""
        var fileName = ""
    }

    /// Nil where the address names no wallet.
    private func place(_ visit: Visit) async throws -> WalletPlace? {
        visit.path("wallet").isEmpty ? nil : try await WalletPlace(visit, parts)
    }

    // MARK: Sending

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var answer = Answer()
        (answer.text, answer.makesWallets) = (fields.exact("text"), fields.has("create"))
        guard let file = file(visit, fields, &answer) else {
            return .page(try await page(visit, answer).with(.unprocessableContent))
        }
        do {
            let isPreview = fields["do"] != "import"
            let reply = try await perform(isPreview ? "previewImport" : "importTransactions", file, visit, fields)
            if !isPreview {
                pending.forget(fields["pending"])
                let target = try await place(visit)?.path ?? "/wallets"
                return .redirect(target + (reply.status == .created ? "?done=wallet-imported" : "?done=wallet-same"))
            }
            answer.preview = try await Receipt(reply, parts.market, Amounts(visit)).values()
            return .page(try await page(visit, answer))
        } catch {
            let problem = Problem(error)
            answer.faults = Self.faults(problem)
            if answer.faults.isEmpty { answer.errors = try WalletErrors.of(error, visit.words) }
            return .page(try await page(visit, answer).with(.unprocessableContent))
        }
    }

    /// Returns the file that was chosen, the text that was pasted, or what was previewed before.
    private func file(_ visit: Visit, _ fields: Fields, _ answer: inout Answer) -> PendingImports.File? {
        let owner = visit.caller.owner
        if fields["do"] == "import", !fields["pending"].isEmpty {
            let file = pending.file(fields["pending"], owner: owner)
            if file == nil { answer.errors.add(visit.words("wallet.import.expired"), to: "file") }
            return file
        }
        let sent = fields.files["file"]
        let bytes = sent?.bytes ?? Array(answer.text.utf8)
        guard !bytes.isEmpty else {
            answer.errors.add(visit.words(sent == nil ? "wallet.import.nothing" : "wallet.import.empty-file"), to: "file")
            return nil
        }
        answer.fileName = sent?.name ?? ""
        answer.pendingID = pending.keep(bytes, name: answer.fileName, type: Self.type(of: bytes), owner: owner)
        return pending.file(answer.pendingID, owner: owner)
    }

    /// JSON begins with a bracket; no CSV with our columns does.
    private static func type(of bytes: [UInt8]) -> String {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? "application/json" : "text/csv"
    }

    private func perform(_ id: String, _ file: PendingImports.File, _ visit: Visit, _ fields: Fields) async throws -> Reply {
        var query = [(name: "create", value: "\(fields.has("create"))")]
        if let place = try await place(visit) { query.append((name: "wallet", value: place.id)) }
        let key = id == "importTransactions" ? fields.key : nil
        return try await visit.perform(
            id, query: query, bytes: (bytes: ByteBuffer(bytes: file.bytes), type: file.type), key: key)
    }

    private static func faults(_ problem: Problem) -> [(line: Int, message: String)] {
        guard case .array(let faults)? = problem.extra.first(where: { $0.key == "problems" })?.value else { return [] }
        return faults.map { fault in
            // What programs would ask for next is no help to a reader.
            let message = fault["message"]?.string ?? ""
            return (line: fault["line"]?.integer ?? 0, message: String(message.split(separator: "; GET /v1").first ?? ""))
        }
    }

    // MARK: The page

    private func page(_ visit: Visit, _ answer: Answer) async throws -> Page {
        let words = visit.words
        let place = try await place(visit)
        let all = try await parts.portfolios(visit.caller).wallets.all()
        var values = place?.values(.files, visit) ?? ["walletPath": "/wallets", "htmlClass": Amounts(visit).pageClass]
        values["hasPlace"] = .flag(place != nil)
        values["action"] = .text((place?.path ?? "/wallets") + "/files")
        values["text"] = .text(answer.text)
        values["makesWallets"] = .flag(answer.makesWallets)
        values["fileError"] = .optional(answer.errors.byField["file"] ?? answer.errors.general ?? answer.errors.byField["wallet"])
        values["faults"] = .list(
            answer.faults.map {
                ["line": .text(words("wallet.import.line", ["line": "\($0.line)"])), "message": .text($0.message)]
            })
        values["hasFaults"] = .flag(!answer.faults.isEmpty)
        values["faultsTitle"] = .text(words("wallet.import.faults", n: answer.faults.count))
        values["preview"] = answer.preview ?? false
        values["pendingID"] = .text(answer.pendingID)
        values["fileName"] = .optional(answer.fileName.isEmpty ? nil : answer.fileName)
        values["exports"] = .list(
            (place.map { [$0.wallet] } ?? all).map { wallet in
                let link = "/v1/transactions/export?wallet=\(wallet.publicID)"
                return ["name": .text(wallet.name), "csv": .text(link + "&format=csv"), "json": .text(link + "&format=json")]
            })
        values["hasExports"] = .flag(!all.isEmpty)
        values["hasAllExport"] = .flag(place == nil && all.count > 1)
        return Page("wallet-files", title: words("wallet.files-title"), place: .wallets, scripts: ["wallet-form"], values)
    }
}
