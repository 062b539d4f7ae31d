import Banking
import Identity
import Ledger
import Market

/// The purposes that daily and monthly limits count.
package enum UsagePurpose: String, CaseIterable, Sendable {
    case trade, withdrawal, transfer

    /// The verb for messages.
    var verb: String {
        switch self {
        case .trade: "trade"
        case .withdrawal: "withdraw"
        case .transfer: "send"
        }
    }
}

/// A simulated account. Each owner has at most one.
package struct TradingAccount: Equatable, Sendable {
    /// `t_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// The wallet of available amounts.
    package let wallet: WalletID
    /// The wallet of amounts held by pending orders and withdrawals.
    package let heldWallet: WalletID
    package var level: VerificationLevel
    /// How far a price may move between quote and confirmation.
    package var tolerance: Rate
    /// Withdrawals and transfers above this amount need the password again; US dollars.
    package var passwordAbove: FixedDecimal
    /// Eight characters that new people enter when they sign up.
    package let referralCode: String
    /// The id of the account whose code its owner entered.
    package var referredBy: String?
    /// Seconds since 1970-01-01 UTC.
    package let createdAt: Int

    package init(
        id: String, owner: String, wallet: WalletID, heldWallet: WalletID, level: VerificationLevel, tolerance: Rate,
        passwordAbove: FixedDecimal, referralCode: String, referredBy: String?, createdAt: Int
    ) {
        (self.id, self.owner, self.wallet, self.heldWallet) = (id, owner, wallet, heldWallet)
        (self.level, self.tolerance, self.referralCode) = (level, tolerance, referralCode)
        (self.passwordAbove, self.referredBy, self.createdAt) = (passwordAbove, referredBy, createdAt)
    }
}

/// The state of an owner, with an account or before it is opened: reading opens none.
package struct TradingStanding: Equatable, Sendable {
    /// The account's id, which is the same before it is opened.
    package let id: String
    package let level: VerificationLevel
    package let tolerance: Rate
    package let passwordAbove: FixedDecimal
    /// Seconds since 1970-01-01 UTC; nil until the account is opened.
    package let createdAt: Int?

    init(id: String, level: VerificationLevel, tolerance: Rate, passwordAbove: FixedDecimal, createdAt: Int?) {
        (self.id, self.level, self.tolerance) = (id, level, tolerance)
        (self.passwordAbove, self.createdAt) = (passwordAbove, createdAt)
    }

    init(_ account: TradingAccount) {
        self.init(
            id: account.id, level: account.level, tolerance: account.tolerance, passwordAbove: account.passwordAbove,
            createdAt: account.createdAt)
    }

    /// The number in the fictitious bank's IBAN.
    package var number: UInt64 { UInt64(id.dropFirst(2), radix: 16)! % (IBAN.largestSimulatedAccount + 1) }

    /// The reference of a deposit.
    package var reference: PaymentReference {
        guard let reference = PaymentReference(accountDigits: id.dropFirst(2)) else {
            preconditionFailure("the id \(id) has hexadecimal digits")
        }
        return reference
    }
}

/// An asset's balances in a simulated account.
package struct TradingBalance: Equatable, Sendable {
    package var free: Quantity
    /// Reserved for pending orders and withdrawals.
    package var held: Quantity
    /// Both are parts of amounts that were deposited, bought or received: the journal's limits leave room for their sum, which is
    /// checked when they are read.
    package var whole: Quantity { free + held }

    package init(free: Quantity = .zero, held: Quantity = .zero) { (self.free, self.held) = (free, held) }
}
