/// The network that a payment card belongs to.
package enum CardNetwork: String, Sendable, CaseIterable {
    case visa
    case mastercard
    case americanExpress = "american-express"
    case maestro
    case discover
    case jcb
    case unionPay = "union-pay"
    /// Any other network.
    case unknown

    /// The network of a number, by the ranges of first digits that the networks publish.
    ///
    /// UnionPay has all of 62, including the part that Discover accepts on its behalf.
    ///
    /// - Parameter digits: decimal digits, at least 6.
    init(of digits: String) {
        let first = Int(digits.prefix(4)) ?? 0
        self = Self.ranges.first { $0.prefixes.contains(first) }?.network ?? .unknown
    }

    /// Ranges of the first four digits.
    private static let ranges: [(prefixes: ClosedRange<Int>, network: CardNetwork)] = [
        (4000...4999, .visa), (5100...5599, .mastercard), (2221...2720, .mastercard), (3400...3499, .americanExpress),
        (3700...3799, .americanExpress), (3528...3589, .jcb), (6011...6011, .discover), (6440...6599, .discover),
        (6200...6299, .unionPay), (8100...8199, .unionPay), (5000...5099, .maestro), (5600...5899, .maestro),
        (6300...6399, .maestro), (6700...6799, .maestro),
    ]

    /// The number of digits of its card numbers.
    package var lengths: Set<Int> {
        switch self {
        case .visa: [13, 16, 19]
        case .mastercard: [16]
        case .americanExpress: [15]
        case .discover, .jcb, .unionPay: [16, 17, 18, 19]
        case .maestro, .unknown: Set(12...19)
        }
    }

    /// The name for people: `American Express`; `Card` if it is unknown.
    package var name: String {
        switch self {
        case .visa: "Visa"
        case .mastercard: "Mastercard"
        case .americanExpress: "American Express"
        case .maestro: "Maestro"
        case .discover: "Discover"
        case .jcb: "JCB"
        case .unionPay: "UnionPay"
        case .unknown: "Card"
        }
    }
}
