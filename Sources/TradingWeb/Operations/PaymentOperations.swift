import APIKit
import JSONText
import Records
import Store
import Trading

/// Simulated cash deposits and withdrawals, and the methods for them, over HTTP and for pages.
package struct PaymentOperations: Sendable {
    package let details: TypedOperation<Nothing, Payments.DepositDetails>
    package let deposit: TypedOperation<NewDeposit, Payment>
    package let preview: TypedOperation<WithdrawalWish, Payments.Preview>
    package let withdraw: TypedOperation<NewWithdrawal, Payment>
    package let payment, cancel: TypedOperation<PaymentInPath, Payment>
    package let methods: TypedOperation<Nothing, [PaymentMethod]>
    package let addCard: TypedOperation<NewCard, PaymentMethod>
    package let addAccount: TypedOperation<NewBankAccount, PaymentMethod>
    package let rename: TypedOperation<MethodRename, PaymentMethod>
    package let remove: TypedOperation<MethodReference, Void>

    package func add(to api: inout API) {
        api.add(details, deposit, preview, withdraw, payment, cancel, methods, addCard, addAccount, rename, remove)
    }

    /// - Parameter hasAccounts: whether people sign in. Then payment methods can only be changed in a session in which the password
    ///   was given recently.
    package init(_ trading: Trading, hasAccounts: Bool) {
        let tag = Operation.tradingTag

        // MARK: Deposits

        func paymentAnswer(_ status: Int, _ note: String) -> TypedAnswer<Payment> {
            .document(
                status, note, TradingDocuments.payment,
                again: { try await trading.payments.payment(try $0.id, of: $1.caller.owner) })
        }
        details = TypedOperation(
            .get, "/v1/trading/deposits", id: "getDepositDetails", tag: tag,
            "Where to send a deposit: an account at a made-up bank. Do not send real money there.", need: .scope(.read),
            answer: .document(200, "Recipient, IBAN and reference.", TradingDocuments.depositDetails)
        ) { _, call in try await trading.payments.depositDetails(of: call.caller.owner) }
        deposit = TypedOperation(
            .post, "/v1/trading/deposits", id: "announceDeposit", tag: tag,
            "Announces a deposit of simulated cash. It arrives after a few banking days.", need: .scope(.write),
            example: #"{"currency":"EUR","amount":"100"}"#, answer: paymentAnswer(201, "The deposit.")
        ) { input, call in try await trading.payments.deposit(input.amount, input.currency, of: call.caller.owner) }

        // MARK: Withdrawals

        preview = TypedOperation(
            .post, "/v1/trading/withdrawals/preview", id: "previewWithdrawal", tag: tag,
            "Previews a withdrawal: its fee and when it would arrive. Nothing is recorded.", need: .scope(.read), .none,
            example: #"{"currency":"EUR","amount":"100","method":"m_0000000000000000"}"#,
            refusals: [409: "The available balance is too low, or the card has expired."],
            answer: .document(200, "The preview.", TradingDocuments.paymentPreview)
        ) { wish, call in
            try await trading.payments.previewWithdrawal(wish.amount, wish.currency, to: wish.method, of: call.caller.owner)
        }
        withdraw = TypedOperation(
            .post, "/v1/trading/withdrawals", id: "withdraw", tag: tag,
            "Withdraws simulated cash to a linked card or account. It is reserved at once and settles after a few banking days. "
                + "You can cancel it until it is sent.",
            need: .scope(.write), example: #"{"currency":"EUR","amount":"100","method":"m_0000000000000000"}"#,
            refusals: [
                409: "The available balance is too low, the card has expired, or the arrival time has changed. "
                    + "Nothing was withdrawn.",
                403: "The caller is not verified, a limit is exceeded, or the password must be confirmed first.",
            ],
            answer: paymentAnswer(201, "The withdrawal.")
        ) { input, call in
            try await trading.payments.withdraw(
                input.wish.amount, input.wish.currency, to: input.wish.method, of: call.caller.owner, dueAt: input.dueAt?.seconds,
                isConfirmed: trading.isConfirmed(call))
        }

        // MARK: Payments

        payment = TypedOperation(
            .get, "/v1/trading/payments/{payment}", id: "getPayment", tag: tag, "A deposit or withdrawal.", need: .scope(.read),
            answer: paymentAnswer(200, "The payment.")
        ) { input, call in try await trading.payments.payment(input.payment, of: call.caller.owner) }
        cancel = TypedOperation(
            .delete, "/v1/trading/payments/{payment}", id: "cancelPayment", tag: tag,
            "Cancels a withdrawal that has not been sent, or a deposit that has not arrived.", need: .scope(.write),
            refusals: [409: "The payment has been sent or has ended."], answer: paymentAnswer(200, "The payment.")
        ) { input, call in try await trading.payments.cancel(input.payment, of: call.caller.owner) }

        // MARK: Methods

        let need: Need = hasAccounts ? .session(.fresh) : .scope(.write)
        func methodAnswer(_ status: Int, _ note: String) -> TypedAnswer<PaymentMethod> {
            .document(
                status, note, TradingDocuments.method,
                again: { try await trading.methods.method(try $0.id, of: $1.caller.owner) })
        }
        let tooMany = "There are too many cards and accounts."
        methods = TypedOperation(
            .get, "/v1/trading/methods", id: "listPaymentMethods", tag: tag,
            "Linked cards and bank accounts, oldest first. Only the last four digits are kept.", need: .scope(.read),
            answer: .pages("A page of cards and accounts.", of: TradingDocuments.method, key: \.id)
        ) { _, call in try await trading.methods.all(of: call.caller.owner) }
        addCard = TypedOperation(
            .post, "/v1/trading/methods/cards", id: "addCard", tag: tag,
            "Links a card. Its number is checked, and only the last four digits are kept.", need: need,
            example: #"{"number":"4242 4242 4242 4242","expires":"12/30"}"#, refusals: [409: tooMany],
            answer: methodAnswer(201, "The card.")
        ) { card, call in
            try await trading.methods.addCard(number: card.number, expires: card.expires, label: card.label, of: call.caller.owner)
        }
        addAccount = TypedOperation(
            .post, "/v1/trading/methods/bank-accounts", id: "addBankAccount", tag: tag,
            "Links a bank account. Its IBAN is checked, and only the last four digits are kept.", need: need,
            example: #"{"iban":"DE89 3704 0044 0532 0130 00","label":"Savings"}"#, refusals: [409: tooMany],
            answer: methodAnswer(201, "The account.")
        ) { account, call in
            try await trading.methods.addBankAccount(iban: account.iban, label: account.label, of: call.caller.owner)
        }
        rename = TypedOperation(
            .patch, "/v1/trading/methods/{method}", id: "renamePaymentMethod", tag: tag, "Renames a card or account.", need: need,
            example: #"{"label":"Holiday card"}"#, answer: methodAnswer(200, "The card or account.")
        ) { input, call in try await trading.methods.rename(input.method, to: input.label, of: call.caller.owner) }
        remove = TypedOperation(
            .delete, "/v1/trading/methods/{method}", id: "removePaymentMethod", tag: tag,
            "Removes a card or account. Withdrawals on their way to it still arrive.", need: need,
            answer: .done("The card or account is removed.")
        ) { input, call in try await trading.methods.remove(input.method, of: call.caller.owner) }
    }
}
