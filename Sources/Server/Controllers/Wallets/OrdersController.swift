import Digests
import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio

/// Orders: records them or previews them.
struct OrdersController: Sendable {
    let portfolios: Portfolios

    func add(to api: inout API) {
        api.add(Self.order, order)
        api.add(Self.preview, preview)
    }

    private static let order = Operation(
        .post, "/v1/wallets/{wallet}/transactions", id: "recordTransactions", tag: "Transactions",
        "Records what happened in a wallet: deposits, withdrawals, trades, transfers, fees or income; or sets its holdings.",
        scope: .write, parameters: [.wallet], body: .json(OrderBody.schema).showing(OrderBody.example),
        answers: [
            .json(200, "Nothing to record: the wallet already holds that.", .receipt),
            .json(
                201, "The recorded transactions; with Idempotency-Replayed, those of an earlier request with the same key.",
                .receipt),
        ])

    private func order(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
        return try await Self.record(try await OrderBody(call.body).orders(in: wallet, portfolio), call, portfolio)
    }

    private static let preview = Operation(
        .post, "/v1/wallets/{wallet}/transactions/preview", id: "previewTransactions", tag: "Transactions",
        "Previews what an order would do, and records nothing.", scope: .read, parameters: [.wallet],
        body: .json(OrderBody.schema).showing(OrderBody.example),
        answers: [
            .json(200, "What would be recorded.", .receipt), .problem(409, "A holding would fall below zero."),
            .problem(422, "The values contradict each other."),
        ],
        isWrite: false)

    private func preview(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
        let prepared = try await portfolio.orders.prepare(try await OrderBody(call.body).orders(in: wallet, portfolio))
        return Self.receipt(prepared, [], isPreview: true)
    }

    // MARK: Parts

    /// Records orders, only once per key, however often the request is executed.
    static func record(_ orders: [Order], _ call: Call, _ portfolio: Portfolio) async throws -> Reply {
        try await reply(call) { key in try await portfolio.orders.perform(orders, key: key) }
    }

    /// Returns the receipt of what is recorded.
    ///
    /// - Parameter record: records under a key of the journal; nil for a random one.
    static func reply(
        _ call: Call, _ record: (_ key: String?) async throws -> (PreparedOrder, [AppendResult])
    ) async throws -> Reply {
        do {
            let (prepared, results) = try await record(call.idempotencyKey.map(journalKey))
            let reply = receipt(prepared, results, isPreview: false)
            return results.isEmpty || results.contains(where: \.isNew) ? reply : reply.asReplay
        } catch PortfolioError.keyInUse {
            throw Problem(
                .unprocessableContent, "key-reused",
                "this key was used for another order, and keys never expire; give each order its own key",
                field: "Idempotency-Key", value: .string(call.idempotencyKey ?? ""))
        }
    }

    /// Returns the key under which the journal permanently stores the recorded transactions of a request. A retry after more than a day,
    /// when the answer is no longer stored, does not record them again.
    private static func journalKey(_ key: String) -> String { "api-" + SHA256.hexadecimal(of: Array(key.utf8)) }

    private static func receipt(_ prepared: PreparedOrder, _ results: [AppendResult], isPreview: Bool) -> Reply {
        Reply(results.isEmpty ? .ok : .created) { OrderJSON.members(of: prepared, results, isPreview: isPreview, &$0) }
    }
}
