import Banking
import Ledger

/// A card or a bank account. Only the part of its number by which the person recognizes it is stored.
package struct PaymentMethod: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case card, bankAccount = "bank-account" }

    /// `m_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let kind: Kind
    package var label: String
    /// The network of a card, or the country of a bank account.
    package let network: String
    package let lastFour: String
    /// `MM/YY` of a card.
    package let expires: String?
    package let createdAt: Int
    package var removedAt: Int?

    package init(
        id: String, owner: String, kind: Kind, label: String, network: String, lastFour: String, expires: String?,
        createdAt: Int, removedAt: Int? = nil
    ) {
        (self.id, self.owner, self.kind, self.label) = (id, owner, kind, label)
        (self.network, self.lastFour, self.expires) = (network, lastFour, expires)
        (self.createdAt, self.removedAt) = (createdAt, removedAt)
    }

    /// The last month of a card; nil for a bank account.
    package var expiry: CardExpiry? { expires.flatMap { try? CardExpiry($0) } }
}

/// A simulated deposit or withdrawal of cash. Times are on the bank's clock, in seconds since 1970-01-01 UTC.
package struct Payment: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case deposit, withdrawal }

    package enum State: String, CaseIterable, Sendable {
        /// A deposit is on its way; a withdrawal can still be cancelled.
        case pending
        /// A withdrawal has left and can no longer be cancelled.
        case sent
        case settled, returned, cancelled
    }

    /// `p_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let kind: Kind
    package let currency: Currency
    /// The amount that arrives.
    package let amount: FixedDecimal
    package let fee: FixedDecimal
    /// The US dollars that a withdrawal counts towards the limits, at the rate of its day.
    package let counted: FixedDecimal
    /// The payment method of a withdrawal.
    package let method: String?
    package var state: State
    /// Why it was returned.
    package var reason: String?
    package let requestedAt: Int
    /// When a withdrawal leaves.
    package let sentAt: Int
    package let dueAt: Int
    package private(set) var endedAt: Int?
    /// Real time, as ``endRecordedAt``.
    package let recordedAt: Int
    /// When it ended, which determines its place in the history.
    package private(set) var endRecordedAt: Int?

    package init(
        id: String, owner: String, kind: Kind, currency: Currency, amount: FixedDecimal, fee: FixedDecimal,
        counted: FixedDecimal = .zero, method: String?, state: State, reason: String? = nil, requestedAt: Int, sentAt: Int,
        dueAt: Int, endedAt: Int? = nil, recordedAt: Int, endRecordedAt: Int? = nil
    ) {
        (self.id, self.owner, self.kind, self.currency) = (id, owner, kind, currency)
        (self.amount, self.fee, self.counted) = (amount, fee, counted)
        (self.method, self.state, self.reason) = (method, state, reason)
        (self.requestedAt, self.sentAt, self.dueAt) = (requestedAt, sentAt, dueAt)
        (self.endedAt, self.recordedAt, self.endRecordedAt) = (endedAt, recordedAt, endRecordedAt)
    }

    /// Ends the payment. Its end is never before its announcement, even if the real clock was set back in between.
    ///
    /// - Parameters:
    ///   - bankTime: the time of the end on the bank's clock.
    ///   - realTime: the same moment on the real clock.
    mutating func end(as state: State, reason: String? = nil, at bankTime: Int, recordedAt realTime: Int) {
        (self.state, self.reason, endedAt, endRecordedAt) = (state, reason, bankTime, max(realTime, recordedAt))
    }

    /// The amount that a withdrawal takes from the account. Both parts are below `Transaction.amountLimit`, so the sum cannot
    /// overflow: stored parts are checked when they are read.
    package var whole: FixedDecimal { amount + fee }
}
