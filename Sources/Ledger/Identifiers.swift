/// The number of a wallet in a store.
package struct WalletID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, from 1.
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    /// The number.
    package var description: String { "\(number)" }
    /// Orders ids by creation.
    package static func < (left: WalletID, right: WalletID) -> Bool { left.number < right.number }
}

/// The number of a transaction in a store. Numbers ascend in order of recording, regardless of the transactions' times.
package struct TransactionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, from 1.
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    /// The number.
    package var description: String { "\(number)" }
    /// Orders ids by recording.
    package static func < (left: TransactionID, right: TransactionID) -> Bool { left.number < right.number }
}
