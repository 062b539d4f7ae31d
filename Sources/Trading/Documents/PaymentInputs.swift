import Ledger
import Records

/// A deposit to announce.
package struct NewDeposit: Record {
    package static let schemaName: String? = "NewDeposit"

    package let currency: Currency
    package let amount: FixedDecimal

    package init(_ field: inout Fields<Self>) throws {
        currency = try field("currency", \.currency, .accountCurrency)
        amount = try field("amount", \.amount, .decimal(.positive), "At most two decimal places.")
    }
}

/// A withdrawal to preview.
package struct WithdrawalWish: Record {
    package static let schemaName: String? = "WithdrawalWish"

    package let currency: Currency
    package let amount: FixedDecimal
    package let method: String

    package init(_ field: inout Fields<Self>) throws {
        currency = try field("currency", \.currency, .accountCurrency)
        amount = try field("amount", \.amount, .decimal(.positive), "At most two decimal places.")
        method = try field("method", \.method, .text(1...64), "The id of a linked card or bank account.")
    }
}

/// A withdrawal to make.
package struct NewWithdrawal: Record {
    package static let schemaName: String? = "NewWithdrawal"

    package let wish: WithdrawalWish
    package let dueAt: Moment?

    package init(_ field: inout Fields<Self>) throws {
        wish = try field(\.wish)
        dueAt = try field(
            "due_at", \.dueAt, .moment, "From the preview; the withdrawal is refused if it would arrive at another time.")
    }
}

/// A payment in a path.
package struct PaymentInPath: Record {
    package let payment: String

    package init(_ field: inout Fields<Self>) throws {
        payment = try field("payment", \.payment, .text(1...64), "The payment's id.")
    }
}

/// A card to link.
package struct NewCard: Record {
    package static let schemaName: String? = "NewCard"

    package let number, expires: String
    package let label: String?

    package init(_ field: inout Fields<Self>) throws {
        number = try field("number", \.number, .secret(8...40, words: "a card number"))
        expires = try field("expires", \.expires, .text(1...7), "MM/YY.")
        label = try field("label", \.label, .kept(1...PaymentMethods.longestLabel), "A name to recognize it by.")
    }
}

/// A bank account to link.
package struct NewBankAccount: Record {
    package static let schemaName: String? = "NewBankAccount"

    package let iban: String
    package let label: String?

    package init(_ field: inout Fields<Self>) throws {
        iban = try field("iban", \.iban, .secret(8...60, words: "an IBAN"))
        label = try field("label", \.label, .kept(1...PaymentMethods.longestLabel), "A name to recognize it by.")
    }
}

/// A card or bank account with its new name.
package struct MethodRename: Record {
    package let method, label: String

    package init(_ field: inout Fields<Self>) throws {
        method = try field("method", \.method, .text(1...64), "The payment method's id.")
        label = try field("label", \.label, .kept(1...PaymentMethods.longestLabel))
    }
}

/// A card or bank account in a path.
package struct MethodReference: Record {
    package let method: String

    package init(_ field: inout Fields<Self>) throws {
        method = try field("method", \.method, .text(1...64), "The payment method's id.")
    }
}
