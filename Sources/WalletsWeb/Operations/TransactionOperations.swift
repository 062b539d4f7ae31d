import APIKit
import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import Platform
import Portfolio
import Records
import Services

/// The recorded transactions of wallets, over HTTP and for pages.
package struct TransactionOperations: Sendable {
    package let show: TypedOperation<TransactionReference, LoggedTransaction>
    package let correct: TypedOperation<TransactionReference, CorrectionReceipt>
    package let correctAll: TypedOperation<TransactionNumbers, CorrectionReceipt>
    package let restore: TypedOperation<TransactionNumbers, CorrectionReceipt>
    private let portfolios: Portfolios

    package func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(show, correct, correctAll, restore)
    }

    package init(_ portfolios: @escaping Portfolios) {
        self.portfolios = portfolios
        let tag = "Transactions"
        show = TypedOperation(
            .get, "/v1/transactions/{transaction}", id: "getTransaction", tag: tag, "One transaction.", need: .scope(.read),
            answer: .document(200, "The transaction.", TransactionDocuments.transaction)
        ) { input, call in try await portfolios(call.caller).transactions.transaction(input.id) }
        correct = TypedOperation(
            .post, "/v1/transactions/{transaction}/correction", id: "correctTransaction", tag: tag,
            "Reverses a transaction, as if it had never been recorded; both stay in the journal.", need: .scope(.write),
            answer: .corrections(201, "The transaction that reverses it.", headers: ["Location"], portfolios)
        ) { input, call in try await Correction.naming { try await portfolios(call.caller).corrections.correct([input.id]) } }
        correctAll = TypedOperation(
            .post, "/v1/corrections", id: "correctTransactions", tag: tag,
            "Reverses transactions, all or none: for example, one and those that used what it added.", need: .scope(.write),
            example: #"{"transactions":[1]}"#, refusals: [404: "At least one of the transactions does not exist."],
            answer: .corrections(201, "The transactions that reverse them, each once, in the order given.", portfolios)
        ) { input, call in try await Correction.naming { try await portfolios(call.caller).corrections.correct(input.ids) } }
        restore = TypedOperation(
            .post, "/v1/restorations", id: "restoreTransactions", tag: tag,
            "Records reversed transactions again, all or none, as they were before.", need: .scope(.write),
            example: #"{"transactions":[1]}"#,
            refusals: [
                404: "At least one of the transactions does not exist.",
                409: "A transaction was not reversed or was replaced by another one, or what it needs is gone.",
            ], answer: .corrections(201, "The transactions that were recorded again, each once, in their first order.", portfolios)
        ) { input, call in try await portfolios(call.caller).corrections.restore(input.ids) }
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/wallets/{wallet}/transactions", id: "listTransactions", tag: "Transactions",
        "A wallet's transactions, newest first.", need: .scope(.read),
        parameters: [
            .wallet, .query("asset", .assetName, "Only transactions that change the holding of this asset."),
            .query("kind", .choice(Schema.transactionKinds), "Only transactions of this kind."),
            .query("since", .day, "Only transactions from this day on."),
            .query("until", .day, "Only transactions up to this day."),
        ] + Pagination.parameters,
        answers: [
            .json(200, "A page of transactions.", Pagination.schema(of: TransactionDocuments.transaction.schema)),
            .problem(409, "Several assets have that ticker."),
        ])

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
        var filter = TransactionFilter(
            kind: call.choice("kind"), since: call.day("since"), until: call.day("until"))
        if let name = call.text("asset") { filter.asset = try await portfolio.market.directory.asset(name).id }
        let after = try Pagination.key(call, Self.position)
        let page = try await Page(limit: Pagination.limit(call)) { limit in
            try await portfolio.transactions.page(of: wallet, filter, after: after, limit: limit)
        }
        return Pagination.reply(page, of: TransactionDocuments.transaction) { "\($0.position.time):\($0.position.id)" }
    }

    private static func position(_ key: String) -> JournalQuery.Position? {
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int(parts[0]), let id = Int64(parts[1]) else { return nil }
        return JournalQuery.Position(time: time, id: TransactionID(id))
    }
}

/// Takes transactions back.
enum Correction {
    /// Adds to an error the route that takes back the transaction that needs this one.
    static func naming(_ correct: () async throws -> CorrectionReceipt) async throws -> CorrectionReceipt {
        do {
            return try await correct()
        } catch PortfolioError.neededLater(let wallet, let asset, let left, let need, let id, let kind, let time) {
            var problem = Problem(
                .conflict, "insufficient",
                "without it wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction "
                    + "\(id) (\(kind.rawValue)) took \(need); reverse that as well: POST /v1/corrections", field: "transaction")
            problem.extra = [
                .init(key: "needed_by", value: .number(Double(id.number))),
                .init(key: "needed_on", value: .string("\(Day(secondsSince1970: time))")),
            ]
            throw problem
        }
    }
}

extension TypedAnswer where Output == CorrectionReceipt {
    /// The receipt of corrections, in the order given.
    static func corrections(
        _ status: Int, _ note: String, headers: [String] = [], _ portfolios: @escaping Portfolios
    ) -> Self {
        .of(
            .json(status, note, TransactionDocuments.receipt.schema, headers: headers),
            again: { document, call in try await portfolios(call.caller).corrections.receipt(of: document.transactions) }
        ) { receipt, _ in
            let corrections = receipt.corrections
            let reply = Reply(HTTPResponse.Status(code: status)) {
                TransactionDocuments.receipt.write(ShownReceipt(receipt), &$0)
            }
            let isOne = corrections.count == 1 && reply.status == .created
            return isOne ? reply.with(.location, "/v1/transactions/\(corrections[0].id)") : reply
        }
    }
}

extension JSONValue {
    /// The numbers of the transactions in a stored receipt.
    var transactions: [TransactionID] {
        (self["transactions"]?.array ?? []).compactMap { $0["id"]?.integer.map { TransactionID(Int64($0)) } }
    }
}
