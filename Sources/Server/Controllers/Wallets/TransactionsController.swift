import Documents
import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import Portfolio

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
        "A wallet's transactions, the newest first.", scope: .read,
        parameters: [
            .wallet, .query("asset", .assetName, "Only those that change the holding of it."),
            .query("kind", .choice(Schema.transactionKinds), "Only those of one kind."),
            .query("since", .day, "Only those of that day and later ones."), .query("until", .day, "Only those up to that day."),
        ] + Page.parameters,
        answers: [
            .json(
                200, "A page of transactions.", Page.schema(of: .transaction)),
            .problem(409, "Several assets have that ticker."),
        ])

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
        var filter = TransactionFilter(
            kind: call.text("kind").flatMap(Transaction.Kind.init), since: call.day("since"), until: call.day("until"))
        if let name = call.text("asset") { filter.asset = try await portfolio.market.directory.asset(name).id }
        let limit = Page.limit(call)
        // Read one more than is shown, to know whether there are more.
        let all = try await portfolio.transactions.page(of: wallet, filter, after: try Self.position(call), limit: limit + 1)
        let page = all.prefix(limit)
        let next = all.count > limit ? page.last.map { Page.cursor(after: Self.key($0.position)) } : nil
        return Reply { Page.write(page, next, &$0) { TransactionJSON.members(of: $0, &$1) } }
    }

    private static func key(_ position: JournalQuery.Position) -> String { "\(position.time):\(position.id)" }

    private static func position(_ call: Call) throws(Problem) -> JournalQuery.Position? {
        guard let key = try Page.key(call) else { return nil }
        let parts = key.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int(parts[0]), let id = Int64(parts[1]) else {
            throw Page.bad(call.text("cursor") ?? "")
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
        "Takes a transaction back, as if it had never been; both stay in the journal.", scope: .write, parameters: [id],
        answers: [.json(201, "The transaction that takes it back.", .receipt, headers: ["Location"])])

    private func correct(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        return try await Correction(portfolio: portfolio, isRetry: call.isRetry).reply(.created, [Self.id(of: call)])
    }

    private static func id(of call: Call) -> TransactionID {
        TransactionID(Int64(call.required("transaction", Call.integer)))
    }

    // MARK: Several

    private static let correctAll = Operation(
        .post, "/v1/corrections", id: "correctTransactions", tag: "Transactions",
        "Takes transactions back, all or none: one and those that used what it brought.", scope: .write,
        body: .json(.named("Corrections", .object([.init("transactions", .array(.transactionID, count: 1...1000))])))
            .showing(#"{"transactions":[1]}"#),
        answers: [
            .json(201, "The transactions that take them back, each once, in the order given.", .receipt),
            .problem(404, "At least one of the transactions does not exist."),
        ])

    private func correctAll(_ call: Call) async throws -> Reply {
        let ids = try BodyObject(call.body).values("transactions", .transactionID)
        return try await Correction(portfolio: portfolios(call.caller), isRetry: call.isRetry).reply(.created, ids)
    }
}

extension BodyForm<TransactionID> {
    fileprivate static var transactionID: Self {
        Self(schema: .transactionID) { $0.integer.map { TransactionID(Int64($0)) } }
    }
}

/// Transactions that are taken back, once however often the request is executed.
struct Correction {
    let portfolio: Portfolio
    let isRetry: Bool

    /// Returns the receipt of the corrections, in the order given.
    func reply(_ status: HTTPResponse.Status, _ ids: [TransactionID]) async throws -> Reply {
        let (corrections, isNew) = try await takeBack(ids)
        let effects = try await portfolio.orders.effects(of: corrections.map(\.id))
        let reply = Reply(status) { OrderJSON.members(of: corrections, effects, &$0) }
        let isOne = corrections.count == 1 && status == .created
        let located = isOne ? reply.with(.location, "/v1/transactions/\(corrections[0].id)") : reply
        return isNew ? located : located.asReplay
    }

    private func takeBack(_ ids: [TransactionID]) async throws -> (corrections: [LoggedTransaction], isNew: Bool) {
        let unique = ids.indices.filter { !ids[..<$0].contains(ids[$0]) }.map { ids[$0] }
        do {
            var corrections: [LoggedTransaction] = []
            for result in try await portfolio.orders.takeBack(unique) {
                corrections.append(try await portfolio.transactions.transaction(result.id))
            }
            return (corrections, true)
        } catch let error as PortfolioError {
            if case .alreadyCorrected = error, isRetry, let done = try await recorded(unique) { return (done, false) }
            throw Self.told(error)
        }
    }

    /// Returns the recorded corrections of all these transactions; nil if one of them has none.
    private func recorded(_ ids: [TransactionID]) async throws -> [LoggedTransaction]? {
        var corrections: [LoggedTransaction] = []
        for id in ids {
            guard let correction = try await portfolio.transactions.transaction(id).correctedBy else { return nil }
            corrections.append(try await portfolio.transactions.transaction(correction))
        }
        return corrections
    }

    private static func told(_ error: PortfolioError) -> any Error {
        guard case .neededLater(let wallet, let asset, let left, let need, let id, let kind, let time) = error else { return error }
        return Problem(
            .conflict, "insufficient",
            "without it wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction \(id) "
                + "(\(kind.rawValue)) took \(need); take that back as well: POST /v1/corrections", field: "transaction")
    }
}
