import Market

/// A currency of ISO 4217, which money is counted in. ``CurrencyTable`` has its properties.
package struct Currency: Hashable, Sendable, RawRepresentable, CaseIterable, CustomStringConvertible {
    /// The position in the table, as 16 × ``high`` + ``low``: money is copied often, and two bytes are cheap.
    ///
    /// They are no `UInt8`, because Swift 6.3 misaligns an optional `Money` in unoptimized code, and crashes, if no bit pattern of its last
    /// field is free to stand for nil.
    private let high, low: Digit

    private enum Digit: UInt8 { case _0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15 }

    private init(_ high: Digit, _ low: Digit) { (self.high, self.low) = (high, low) }

    /// - Parameter index: below 256.
    private init(index: Int) { self.init(Digit(rawValue: UInt8(index >> 4))!, Digit(rawValue: UInt8(index & 15))!) }

    private var row: CurrencyTable.Row { CurrencyTable.rows[Int(high.rawValue) << 4 | Int(low.rawValue)] }

    /// US dollars: the currency of account. The journal, lots and stored closes are in it.
    package static var usd: Currency { Currency(._0, ._0) }
    /// Euros.
    package static var eur: Currency { Currency(._0, ._1) }

    /// All active currencies: dollars, euros, then by code.
    package static let allCases: [Currency] = CurrencyTable.rows.indices.map { Currency(index: $0) }

    /// All active currencies, by code.
    package static let all: [Currency] = allCases.sorted { $0.code < $1.code }

    /// Nil unless the text is the code of an active currency, in capitals.
    package init?(rawValue: String) {
        guard let index = CurrencyTable.index(of: rawValue) else { return nil }
        self.init(index: index)
    }

    /// Nil unless the text is the code of an active currency, in capitals.
    package init?(_ code: String) { self.init(rawValue: code) }

    /// Parses a code in any case: `eur`.
    package init?(anyCase text: some StringProtocol) { self.init(rawValue: text.uppercased()) }

    /// The currency whose holdings are recorded in an asset; nil for a coin.
    package init?(_ asset: AssetID) {
        guard let index = CurrencyTable.index(of: asset) else { return nil }
        self.init(index: index)
    }

    package var rawValue: String { row.code }

    /// The code of ISO 4217: `EUR`.
    package var code: String { row.code }

    /// The number of decimals of its smallest unit: 0, 2, 3 or 4.
    package var decimals: Int { row.decimals }

    /// The asset that holdings of this currency are recorded in.
    package var asset: AssetID { row.asset }

    package var description: String { code }

    // `RawRepresentable` would compare and hash texts.
    package static func == (left: Currency, right: Currency) -> Bool { (left.high, left.low) == (right.high, right.low) }
    package static func != (left: Currency, right: Currency) -> Bool { !(left == right) }
    package func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}

/// ``Currency`` by the name that the expense journal uses.
package typealias ISOCurrency = Currency

extension Currency {
    /// Whether an amount has no more decimals than the currency.
    package func canState(_ amount: FixedDecimal) -> Bool {
        amount.units % Int128(FixedDecimal.powersOfTen[FixedDecimal.places - decimals]) == 0
    }

    /// Rounds an amount to the currency's decimals, half to even.
    package func rounded(_ amount: FixedDecimal) -> FixedDecimal {
        let unit = Int128(FixedDecimal.powersOfTen[FixedDecimal.places - decimals])
        let (quotient, remainder) = amount.units.quotientAndRemainder(dividingBy: unit)
        let rest = 2 * remainder.magnitude
        let isAway = rest > unit.magnitude || (rest == unit.magnitude && !quotient.isMultiple(of: 2))
        return FixedDecimal(units: (quotient + (isAway ? remainder.signum() : 0)) * unit)
    }
}
