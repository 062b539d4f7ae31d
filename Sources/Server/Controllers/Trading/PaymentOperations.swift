import Access
import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import Records
import Trading

/// Simulated cash deposits and withdrawals, and the methods for them.
struct PaymentsController: Sendable {
    let trading: Trading
    /// On a server with accounts, payment methods can only be changed in a session in which the password was given recently.
    let methodNeed: Need

    func add(to api: inout API) {
        api.add(Self.details, details)
        api.add(Self.deposit, deposit)
        api.add(Self.preview, preview)
        api.add(Self.withdraw, withdraw)
        api.add(Self.payment, payment)
        api.add(Self.cancel, cancel)
        api.add(Self.methods, methods)
        api.add(Self.addCard(methodNeed), addCard)
        api.add(Self.addAccount(methodNeed), addAccount)
        api.add(Self.rename(methodNeed), rename)
        api.add(Self.remove(methodNeed), remove)
    }

    // MARK: Deposits

    private static let details = Operation(
        .get, "/v1/trading/deposits", id: "getDepositDetails", tag: Operation.tradingTag,
        "Where to send a deposit: an account at a made-up bank. Do not send real money there.", scope: .read,
        answers: [.json(200, "Recipient, IBAN and reference.", TradingSchemas.depositDetails)])

    private func details(_ call: Call) async throws -> Reply {
        let details = try await trading.payments.depositDetails(of: call.caller.owner)
        return Reply { TradingJSON.details(details, &$0) }
    }

    private static let amount: [Schema.Member] = [
        .init("currency", TradingSchemas.currency),
        .init("amount", .decimal(.positive), "At most two decimal places."),
    ]

    private static let deposit = Operation(
        .post, "/v1/trading/deposits", id: "announceDeposit", tag: Operation.tradingTag,
        "Announces a deposit of simulated cash. It arrives after a few banking days.", scope: .write,
        body: .json(.named("NewDeposit", .object(amount))).showing(#"{"currency":"EUR","amount":"100"}"#),
        answers: [
            .json(201, "The deposit.", TradingSchemas.payment)
        ])

    private func deposit(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let payment = try await trading.payments.deposit(
            try body.read("amount", .decimal), try body.read("currency", .choice), of: call.caller.owner)
        return Reply(.created) { TradingJSON.payment(payment, &$0) }
    }

    // MARK: Withdrawals

    private static let withdrawal: [Schema.Member] =
        amount + [.init("method", .text(1...64), "The id of a linked card or bank account.")]

    private static let preview = Operation(
        .post, "/v1/trading/withdrawals/preview", id: "previewWithdrawal", tag: Operation.tradingTag,
        "Previews a withdrawal: its fee and when it would arrive. Nothing is recorded.", scope: .read,
        body: .json(.named("WithdrawalWish", .object(withdrawal)))
            .showing(#"{"currency":"EUR","amount":"100","method":"m_0000000000000000"}"#),
        answers: [
            .json(200, "The preview.", TradingSchemas.paymentPreview),
            .problem(409, "The available balance is too low, or the card has expired."),
        ], isWrite: false)

    private func preview(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let preview = try await trading.payments.previewWithdrawal(
            try body.read("amount", .decimal), try body.read("currency", .choice), to: try body.read("method", .text),
            of: call.caller.owner)
        return Reply { TradingJSON.preview(preview, &$0) }
    }

    private static let withdraw = Operation(
        .post, "/v1/trading/withdrawals", id: "withdraw", tag: Operation.tradingTag,
        "Withdraws simulated cash to a linked card or account. It is reserved at once and settles after a few banking days. You "
            + "can cancel it until it is sent.", scope: .write,
        body: .json(
            .named(
                "NewWithdrawal",
                .object(
                    withdrawal + [
                        .optional(
                            "due_at", .moment, "From the preview; the withdrawal is refused if it would arrive at another time.")
                    ]))
        ).showing(#"{"currency":"EUR","amount":"100","method":"m_0000000000000000"}"#),
        answers: [
            .json(201, "The withdrawal.", TradingSchemas.payment),
            .problem(
                409,
                "The available balance is too low, the card has expired, or the arrival time has changed. Nothing was withdrawn."),
            .problem(403, "The caller is not verified, a limit is exceeded, or the password must be confirmed first."),
        ])

    private func withdraw(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let payment = try await trading.payments.withdraw(
            try body.read("amount", .decimal), try body.read("currency", .choice), to: try body.read("method", .text),
            of: call.caller.owner, dueAt: try body.optional("due_at", .moment), isConfirmed: trading.isConfirmed(call))
        return Reply(.created) { TradingJSON.payment(payment, &$0) }
    }

    // MARK: Payments

    private static let paymentID = Parameter.path("payment", .text(1...64), "The payment's id.")

    private static let payment = Operation(
        .get, "/v1/trading/payments/{payment}", id: "getPayment", tag: Operation.tradingTag, "A deposit or withdrawal.",
        scope: .read, parameters: [paymentID], answers: [.json(200, "The payment.", TradingSchemas.payment)])

    private func payment(_ call: Call) async throws -> Reply {
        let payment = try await trading.payments.payment(call.required("payment", Call.text), of: call.caller.owner)
        return Reply { TradingJSON.payment(payment, &$0) }
    }

    private static let cancel = Operation(
        .delete, "/v1/trading/payments/{payment}", id: "cancelPayment", tag: Operation.tradingTag,
        "Cancels a withdrawal that has not been sent, or a deposit that has not arrived.", scope: .write, parameters: [paymentID],
        answers: [.json(200, "The payment.", TradingSchemas.payment), .problem(409, "The payment has been sent or has ended.")])

    private func cancel(_ call: Call) async throws -> Reply {
        let payment = try await trading.payments.cancel(call.required("payment", Call.text), of: call.caller.owner)
        return Reply { TradingJSON.payment(payment, &$0) }
    }

    // MARK: Methods

    private static let methods = Operation(
        .get, "/v1/trading/methods", id: "listPaymentMethods", tag: Operation.tradingTag,
        "Linked cards and bank accounts, oldest first. Only the last four digits are kept.", scope: .read,
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of cards and accounts.", Pagination.schema(of: TradingSchemas.method))])

    private func methods(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await trading.methods.all(of: call.caller.owner), call) { $0.id }
        return Reply { Pagination.write(page, next, &$0) { TradingJSON.method($0, &$1) } }
    }

    private static let label = Schema.Member.optional("label", .kept(1...60), "A name to recognize it by.")

    private static func addCard(_ need: Need) -> Operation {
        Operation(
            .post, "/v1/trading/methods/cards", id: "addCard", tag: Operation.tradingTag,
            "Links a card. Its number is checked, and only the last four digits are kept.", need: need,
            body: .json(
                .named(
                    "NewCard",
                    .object([
                        .init("number", .secret(8...40, words: "a card number")), .init("expires", .text(1...7), "MM/YY."), label,
                    ]))
            ).showing(#"{"number":"4242 4242 4242 4242","expires":"12/30"}"#),
            answers: [.json(201, "The card.", TradingSchemas.method), .problem(409, "There are too many cards and accounts.")],
            isWrite: true)
    }

    private func addCard(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let method = try await trading.methods.addCard(
            number: try body.read("number", .text), expires: try body.read("expires", .text),
            label: try body.optional("label", .text), of: call.caller.owner)
        return Reply(.created) { TradingJSON.method(method, &$0) }
    }

    private static func addAccount(_ need: Need) -> Operation {
        Operation(
            .post, "/v1/trading/methods/bank-accounts", id: "addBankAccount", tag: Operation.tradingTag,
            "Links a bank account. Its IBAN is checked, and only the last four digits are kept.", need: need,
            body: .json(
                .named("NewBankAccount", .object([.init("iban", .secret(8...60, words: "an IBAN")), label]))
            ).showing(#"{"iban":"DE89 3704 0044 0532 0130 00","label":"Savings"}"#),
            answers: [.json(201, "The account.", TradingSchemas.method), .problem(409, "There are too many cards and accounts.")],
            isWrite: true)
    }

    private func addAccount(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let method = try await trading.methods.addBankAccount(
            iban: try body.read("iban", .text), label: try body.optional("label", .text), of: call.caller.owner)
        return Reply(.created) { TradingJSON.method(method, &$0) }
    }

    private static let methodID = Parameter.path("method", .text(1...64), "The payment method's id.")

    private static func rename(_ need: Need) -> Operation {
        Operation(
            .patch, "/v1/trading/methods/{method}", id: "renamePaymentMethod", tag: Operation.tradingTag,
            "Renames a card or account.", need: need, parameters: [methodID],
            body: .json(.object([.init("label", .kept(1...60))])).showing(#"{"label":"Holiday card"}"#),
            answers: [.json(200, "The card or account.", TradingSchemas.method)], isWrite: true)
    }

    private func rename(_ call: Call) async throws -> Reply {
        let method = try await trading.methods.rename(
            call.required("method", Call.text), to: try BodyObject(call.body).read("label", .text), of: call.caller.owner)
        return Reply { TradingJSON.method(method, &$0) }
    }

    private static func remove(_ need: Need) -> Operation {
        Operation(
            .delete, "/v1/trading/methods/{method}", id: "removePaymentMethod", tag: Operation.tradingTag,
            "Removes a card or account. Withdrawals on their way to it still arrive.", need: need, parameters: [methodID],
            answers: [.empty(204, "The card or account is removed.")], isWrite: true)
    }

    private func remove(_ call: Call) async throws -> Reply {
        try await trading.methods.remove(call.required("method", Call.text), of: call.caller.owner)
        return .nothing
    }
}
