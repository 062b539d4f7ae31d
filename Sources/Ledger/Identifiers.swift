/// Names a wallet in a store.
public struct WalletID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 1.
    public let number: Int64

    /// The wallet of that number.
    public init(_ number: Int64) { self.number = number }

    /// The number.
    public var description: String { "\(number)" }
    /// In order of creation.
    public static func < (left: WalletID, right: WalletID) -> Bool { left.number < right.number }
}

/// Names a transaction in a store. A later one has a higher number, whatever moment it tells of.
public struct TransactionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// From 1.
    public let number: Int64

    /// The transaction of that number.
    public init(_ number: Int64) { self.number = number }

    /// The number.
    public var description: String { "\(number)" }
    /// In order of recording.
    public static func < (left: TransactionID, right: TransactionID) -> Bool { left.number < right.number }
}
