import APIKit
import JSONText
import Ledger
import Market
import Portfolio
import Services

/// The caller's investments, the lots of one wallet, over HTTP and for pages.
package struct InvestmentOperations: Sendable {
    package let create: TypedOperation<InvestmentInput, OrderReceipt>
    package let change: TypedOperation<InvestmentCorrection, OrderReceipt>
    package let remove: TypedOperation<InvestmentNumbers, CorrectionReceipt>
    private let portfolios: Portfolios

    package func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(create, change, remove)
    }

    package init(_ portfolios: @escaping Portfolios) {
        self.portfolios = portfolios
        let tag = "Investments"
        create = TypedOperation(
            .post, "/v1/investments", id: "addInvestment", tag: tag, "Adds an investment.", need: .scope(.write),
            example: #"{"asset":"BTC","quantity":"0.05","price":"64000","time":"2025-02-20"}"#,
            refusals: [404: "There is no such asset (code unknown-asset)."],
            answer: .of(
                .json(
                    201, "The recorded transactions; with Idempotency-Replayed, those of an earlier request with the same key.",
                    TransactionDocuments.receipt.schema), again: OrderOperations.again(portfolios), reply: OrderOperations.reply)
        ) { input, call in
            let portfolio = portfolios(call.caller)
            let order = try await Self.order(input, portfolio)
            return try await OrderOperations.receipt(call) { try await portfolio.orders.perform([order], key: $0) }
        }
        change = TypedOperation(
            .put, "/v1/investments/{transaction}", id: "changeInvestment", tag: tag,
            "Corrects an investment: reverses it and records it again, both or neither.", need: .scope(.write),
            example: #"{"asset":"BTC","quantity":"0.06","price":"64000","time":"2025-02-20"}"#,
            refusals: [404: "There is no such investment.", 409: "It was already reversed, or its coins have been used since."],
            answer: .of(
                .json(
                    201, "The recorded replacement; with Idempotency-Replayed, that of an earlier request with the same key.",
                    TransactionDocuments.receipt.schema), again: OrderOperations.again(portfolios), reply: OrderOperations.reply)
        ) { input, call in
            let portfolio = portfolios(call.caller)
            // Checked before the order is made, which creates the wallet of investments if it is missing.
            _ = try await portfolio.investments.investment(input.id)
            let order = try await Self.order(input.investment, portfolio)
            return try await OrderOperations.receipt(call) { key in
                try await portfolio.investments.replace(input.id, with: order, key: key)
            }
        }
        remove = TypedOperation(
            .delete, "/v1/investments", id: "removeInvestments", tag: tag,
            "Removes investments, all or none, as if they had never been made.", need: .scope(.write),
            refusals: [404: "At least one of them is not an investment."],
            answer: .corrections(200, "The transactions that reverse them.", portfolios)
        ) { input, call in try await Correction.naming { try await portfolios(call.caller).investments.remove(input.ids) } }
    }

    private static func order(_ input: InvestmentInput, _ portfolio: Portfolio) async throws -> Order {
        let asset = try await portfolio.asset(input.asset, at: "/asset")
        let investment = try NewInvestment(asset, quantity: input.quantity, price: .usd(input.price))
        let circumstances = input.circumstances
        return try await portfolio.investments.order(
            for: investment, time: try circumstances.seconds(now: portfolio.time), isTimeGiven: circumstances.time != nil,
            note: circumstances.note)
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/investments", id: "getInvestments", tag: "Investments",
        "Investments with their gains against their buy prices: the lots of the wallet \(Investments.walletName).",
        need: .scope(.read), parameters: [.onDay, .explain, .currency],
        answers: [.json(200, "The gains of all investments.", GainsDocuments.gains.of(false).schema)])

    private func list(_ call: Call) async throws -> Reply {
        let report = try await portfolios(call.caller).investments.gains(
            on: call.day("on"), keepsDisposals: call.flag("explain"), in: call.currency)
        let shown = try ShownGains(report, returns: nil, explained: call.flag("explain"))
        return Reply(json: Array(GainsDocuments.gains.jsonLine(shown).utf8))
    }
}
