import APIKit
import Digests
import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio
import Services

/// Orders: records them or previews them, over HTTP and for pages.
package struct OrderOperations: Sendable {
    package let record, preview: TypedOperation<OrderInput, OrderReceipt>

    package func add(to api: inout API) {
        api.add(record, preview)
    }

    package init(_ portfolios: @escaping Portfolios) {
        let tag = "Transactions"
        let example =
            #"{"kind":"deposit","asset":"BTC","quantity":"0.5","cost":"30000","time":"2025-02-20","note":"from the exchange"}"#
        @Sendable func orders(_ input: OrderInput, _ portfolio: Portfolio) async throws -> [Order] {
            try await input.orders(in: portfolio.wallets.named(input.wallet), portfolio)
        }
        record = TypedOperation(
            .post, "/v1/wallets/{wallet}/transactions", id: "recordTransactions", tag: tag,
            "Records what happened in a wallet: deposits, withdrawals, trades, transfers, fees or income; or sets its holdings.",
            need: .scope(.write), example: example,
            answer: .of(
                .json(200, "Nothing to record: the wallet already holds that.", TransactionDocuments.receipt.schema),
                .json(
                    201, "The recorded transactions; with Idempotency-Replayed, those of an earlier request with the same key.",
                    TransactionDocuments.receipt.schema), again: Self.again(portfolios), reply: Self.reply)
        ) { input, call in
            let portfolio = portfolios(call.caller)
            let orders = try await orders(input, portfolio)
            return try await Self.receipt(call) { key in
                guard let purchase = input.purchaseWithDeposit(orders) else {
                    return try await portfolio.orders.perform(orders, replacing: input.replacedIDs, key: key)
                }
                return try await portfolio.orders.performWithDeposit(purchase, replacing: input.replacedIDs, key: key)
            }
        }
        preview = TypedOperation(
            .post, "/v1/wallets/{wallet}/transactions/preview", id: "previewTransactions", tag: tag,
            "Previews what an order would do, and records nothing.", need: .scope(.read), .read, example: example,
            refusals: [409: "A holding would fall below zero.", 422: "The values contradict each other."],
            answer: .document(200, "What would be recorded.", TransactionDocuments.receipt) {
                ShownReceipt($0.prepared, $0.results, isPreview: true)
            }
        ) { input, call in
            let portfolio = portfolios(call.caller)
            let orders = try await orders(input, portfolio)
            guard let purchase = input.purchaseWithDeposit(orders) else {
                return OrderReceipt(try await portfolio.orders.prepare(orders, replacing: input.replacedIDs), [])
            }
            return OrderReceipt(try await portfolio.orders.prepareWithDeposit(purchase, replacing: input.replacedIDs), [])
        }
    }

    // MARK: Receipts

    /// Returns the receipt of what is recorded, only once per key, however often the request is executed.
    ///
    /// - Parameter record: records under a key of the journal; nil for a random one.
    static func receipt(
        _ call: Call, _ record: (_ key: String?) async throws -> (PreparedOrder, [AppendResult])
    ) async throws -> OrderReceipt {
        do {
            let (prepared, results) = try await record(call.idempotencyKey.map(journalKey))
            return OrderReceipt(prepared, results)
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

    /// Returns a function that reads the receipt of a stored answer.
    static func again(_ portfolios: @escaping Portfolios) -> @Sendable (JSONValue, Call) async throws -> OrderReceipt {
        { document, call in try await portfolios(call.caller).orders.receipt(of: document.transactions) }
    }

    /// Returns the answer of an operation that records orders.
    static func reply(_ receipt: OrderReceipt, _ call: Call) -> Reply {
        let results = receipt.results
        let reply = Reply(results.isEmpty ? .ok : .created) {
            TransactionDocuments.receipt.write(ShownReceipt(receipt.prepared, results, isPreview: false), &$0)
        }
        return results.isEmpty || receipt.isNew ? reply : reply.asReplay
    }
}
