import Ledger

/// What happened, as another program's file states it: neither our kinds nor our keys, and amounts in any coin or currency.
struct FormEvent: Equatable, Sendable {
    /// An amount of a coin or currency, without sign. The name is as the program writes it, in capitals.
    struct Amount: Equatable, Sendable {
        var coin: String
        var quantity: FixedDecimal
    }

    enum Kind: String, CaseIterable, Sendable {
        case trade, deposit, withdrawal, income, gift, donation, loss, spend, fee, transfer
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

/// Rows of a file that are not recorded, and why.
package struct LeftOutRows: Equatable, Sendable {
    package let why: String
    /// The lines ascend.
    package let lines: [Int]
}
