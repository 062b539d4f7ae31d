/// An exact decimal number with 18 places, for amounts of coins and of money: a whole number of 1e-18 in 128 bits.
///
/// Sums and differences are exact. A product or quotient is the exact one rounded half to even at the 18th place. Sizes stay below
/// 1.7e20; what grows beyond is an error where it can come from input, a trap where it cannot.
public struct FixedDecimal: Hashable, Comparable, Sendable {
    /// How many places stand behind the point.
    public static let places = 18
    /// Nothing.
    public static let zero = FixedDecimal(units: 0)
    /// 1.
    public static let one = FixedDecimal(units: 1_000_000_000_000_000_000)

    /// How many 1e-18.
    public let units: Int128

    /// So many 1e-18.
    public init(units: Int128) { self.units = units }

    /// Less in value.
    public static func < (left: FixedDecimal, right: FixedDecimal) -> Bool { left.units < right.units }
}

/// An amount of US dollars.
public typealias Money = FixedDecimal
/// An amount of an asset.
public typealias Quantity = FixedDecimal
extension FixedDecimal: CustomStringConvertible { public var description: String { "\(units)e-18" } }
