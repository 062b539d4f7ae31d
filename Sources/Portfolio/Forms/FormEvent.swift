import Ledger

/// What happened, as another program's file states it: neither our kinds nor our keys, and amounts in any coin or currency.
struct FormEvent: Equatable, Sendable {
    /// An amount of a coin or currency, without sign. The name is as the program writes it, in capitals.
    struct Amount: Equatable, Sendable {
        var coin: String
        var quantity: FixedDecimal
    }

    enum Kind: String, CaseIterable, Sendable {
        case trade, deposit, withdrawal, income, staking, interest, mining, airdrop, fork, reward, gift, donation, loss, spend, fee
        case transfer
        case giftSent = "gift sent"
    }

    /// The first line of the event in the file.
    var line: Int
    /// In seconds since 1970-01-01 UTC.
    var time: Int
    var kind: Kind
    /// What leaves. Several in conversions of several coins at once.
    var outs: [Amount] = []
    /// What arrives.
    var ins: [Amount] = []
    /// What is paid on top of ``outs`` or taken from ``ins``.
    var fees: [Amount] = []
    /// What the coins were worth, as the file states it.
    var worth: Amount?
    /// The account that the file names.
    var account: String?
    /// The receiving account of a transfer.
    var target: String?
    /// The program's own id; nil if it has none.
    var id: String?
    var note = ""
}

extension FormEvent.Kind {
    /// The kind that a word means: its name, or the label for which it stands.
    init?(word: String) {
        guard let kind = Self(rawValue: word) ?? Self.allCases.first(where: { $0.label?.rawValue == word }) else { return nil }
        self = kind
    }

    /// The label of its transactions.
    var label: Transaction.Label? {
        switch self {
        case .spend: .payment
        case .giftSent: .gift
        default: Transaction.Label(rawValue: rawValue)
        }
    }

    /// The kind without what only labels say. Keys have this one, so that files are recognised that were read before labels existed.
    var base: Self { self == .giftSent ? .donation : label?.kinds == [.income] ? .income : self }
    /// Whether coins come in.
    var isIn: Bool { [.deposit, .income, .gift].contains(base) }
    /// The kind of its transactions, if it moves coins without a trade.
    var recorded: Transaction.Kind { !isIn ? .withdrawal : base == .income ? .income : .deposit }
}

/// Why rows of another program's file are not recorded.
package enum LeftOutReason: Hashable, Sendable, CustomStringConvertible {
    /// Coins that were staked, locked or moved within the account.
    case stays
    case notACoin
    /// The same coin under another name.
    case renamed
    case zeroSide, zero, noAmount
    case header
    /// The program lists it without having booked it.
    case notBooked
    /// It moves between accounts of the program, whose wallets the file does not tell apart.
    case betweenAccounts
    /// The form leaves out its kind and does not say why.
    case chosen
    /// The transaction was not completed.
    case status(String)
    /// In English, or in the words of a person who wrote the form.
    case other(String)

    /// A short name for translations; nil for a text.
    package var code: String? {
        switch self {
        case .status, .other: nil
        case .stays: "stays"
        case .notACoin: "not-a-coin"
        case .renamed: "renamed"
        case .zeroSide: "zero-side"
        case .zero: "zero"
        case .noAmount: "no-amount"
        case .header: "header"
        case .notBooked: "not-booked"
        case .betweenAccounts: "between-accounts"
        case .chosen: "chosen"
        }
    }

    package var description: String {
        switch self {
        case .stays: "it stays in the account"
        case .notACoin: "it is not a transaction of coins"
        case .renamed: "it is the same coin under another name"
        case .zeroSide: "one side of the trade is zero"
        case .zero: "its amount is zero"
        case .noAmount: "it states no amount"
        case .header: "it is the header again"
        case .notBooked: "it has no id, so it is not booked"
        case .betweenAccounts: "it moves between accounts of the program"
        case .chosen: "the form leaves it out"
        case .status(let status): "its status is \(status.lowercased())"
        case .other(let text): text
        }
    }
}

/// Rows of a file that are not recorded, and why.
package struct LeftOutRows: Equatable, Sendable {
    package let why: LeftOutReason
    /// The lines ascend.
    package let lines: [Int]
    /// Why the rows cannot be read; nil for rows that the form leaves out.
    package var error: (any Error)?

    package static func == (one: Self, other: Self) -> Bool { (one.why, one.lines) == (other.why, other.lines) }
}

extension FormEvent.Amount {
    var magnitude: Self { Self(coin: coin, quantity: quantity.magnitude) }
}
