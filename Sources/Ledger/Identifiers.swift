/// Names a wallet in a store.
package struct WalletID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 1.
    package let number: Int64

    /// The wallet of that number.
    package init(_ number: Int64) { self.number = number }

    /// The number.
    package var description: String { "\(number)" }
    /// In order of creation.
    package static func < (left: WalletID, right: WalletID) -> Bool { left.number < right.number }
}

/// Names a transaction in a store. A later one has a higher number, whatever moment it tells of.
package struct TransactionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 1.
    package let number: Int64

    /// The transaction of that number.
    package init(_ number: Int64) { self.number = number }

    /// The number.
    package var description: String { "\(number)" }
    /// In order of recording.
    package static func < (left: TransactionID, right: TransactionID) -> Bool { left.number < right.number }
}
