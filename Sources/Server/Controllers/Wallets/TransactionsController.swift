import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import Platform
import Portfolio
import Records

/// The recorded transactions of wallets.
struct TransactionsController: Sendable {
    let portfolios: Portfolios

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.show, show)
        api.add(Self.correct, correct)
        api.add(Self.correctAll, correctAll)
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/wallets/{wallet}/transactions", id: "listTransactions", tag: "Transactions",
        "A wallet's transactions, newest first.", scope: .read,
        parameters: [
            .wallet, .query("asset", .assetName, "Only transactions that change the holding of this asset."),
            .query("kind", .choice(Schema.transactionKinds), "Only transactions of this kind."),
            .query("since", .day, "Only transactions from this day on."),
            .query("until", .day, "Only transactions up to this day."),
        ] + Pagination.parameters,
        answers: [
            .json(
                200, "A page of transactions.", Pagination.schema(of: .transaction)),
            .problem(409, "Several assets have that ticker."),
        ])

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
        var filter = TransactionFilter(
            kind: call.text("kind").flatMap(Transaction.Kind.init), since: call.day("since"), until: call.day("until"))
        if let name = call.text("asset") { filter.asset = try await portfolio.market.directory.asset(name).id }
        let after = try Self.position(call)
        let page = try await Page(limit: Pagination.limit(call)) { limit in
            try await portfolio.transactions.page(of: wallet, filter, after: after, limit: limit)
        }
        let next = Pagination.cursor(after: page) { Self.key($0.position) }
        return Reply { Pagination.write(page.elements, next, &$0) { TransactionJSON.members(of: $0, &$1) } }
    }

    private static func key(_ position: JournalQuery.Position) -> String { "\(position.time):\(position.id)" }

    private static func position(_ call: Call) throws(Problem) -> JournalQuery.Position? {
        guard let key = try Pagination.key(call) else { return nil }
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int(parts[0]), let id = Int64(parts[1]) else {
            throw Pagination.bad(call.text("cursor") ?? "")
        }
        return JournalQuery.Position(time: time, id: TransactionID(id))
    }

    // MARK: One transaction

    private static let id = Parameter.path("transaction", .transactionID, "The number of a transaction.")

    private static let show = Operation(
        .get, "/v1/transactions/{transaction}", id: "getTransaction", tag: "Transactions", "One transaction.", scope: .read,
        parameters: [id], answers: [.json(200, "The transaction.", .transaction)])

    private func show(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let logged = try await portfolio.transactions.transaction(Self.id(of: call))
        return Reply { TransactionJSON.members(of: logged, &$0) }
    }

    private static let correct = Operation(
        .post, "/v1/transactions/{transaction}/correction", id: "correctTransaction", tag: "Transactions",
        "Reverses a transaction, as if it had never been recorded; both stay in the journal.", scope: .write, parameters: [id],
        answers: [.json(201, "The transaction that reverses it.", .receipt, headers: ["Location"])])

    private func correct(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        return try await Correction(status: .created).reply {
            try await portfolio.corrections.correct([Self.id(of: call)])
        }
    }

    private static func id(of call: Call) -> TransactionID {
        TransactionID(Int64(call.required("transaction", Call.integer)))
    }

    // MARK: Several

    private static let correctAll = Operation(
        .post, "/v1/corrections", id: "correctTransactions", tag: "Transactions",
        "Reverses transactions, all or none: for example, one and those that used what it added.", scope: .write,
        body: .json(.named("Corrections", .object([.init("transactions", .array(.transactionID, count: 1...1000))])))
            .showing(#"{"transactions":[1]}"#),
        answers: [
            .json(201, "The transactions that reverse them, each once, in the order given.", .receipt),
            .problem(404, "At least one of the transactions does not exist."),
        ])

    private func correctAll(_ call: Call) async throws -> Reply {
        let ids = try BodyObject(call.body).values("transactions", .transactionID)
        return try await Correction(status: .created).reply {
            try await portfolios(call.caller).corrections.correct(ids)
        }
    }
}

extension BodyForm<TransactionID> {
    fileprivate static var transactionID: Self {
        Self(schema: .transactionID) { $0.integer.map { TransactionID(Int64($0)) } }
    }
}

/// Takes transactions back.
struct Correction {
    let status: HTTPResponse.Status

    /// Returns the receipt of the corrections, in the order given.
    ///
    /// - Parameter correct: takes the transactions back.
    func reply(_ correct: () async throws -> CorrectionReceipt) async throws -> Reply {
        let receipt = try await Self.naming(correct)
        let corrections = receipt.corrections
        let reply = Reply(status) { OrderJSON.members(of: corrections, receipt.effects, &$0) }
        let isOne = corrections.count == 1 && status == .created
        return isOne ? reply.with(.location, "/v1/transactions/\(corrections[0].id)") : reply
    }

    /// Adds to an error the route that takes back the transaction that needs this one.
    private static func naming(_ correct: () async throws -> CorrectionReceipt) async throws -> CorrectionReceipt {
        do {
            return try await correct()
        } catch PortfolioError.neededLater(let wallet, let asset, let left, let need, let id, let kind, let time) {
            throw Problem(
                .conflict, "insufficient",
                "without it wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction "
                    + "\(id) (\(kind.rawValue)) took \(need); reverse that as well: POST /v1/corrections", field: "transaction")
        }
    }
}
