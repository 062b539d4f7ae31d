/// A currency of ISO 4217 with its number of decimals. Unlike ``Currency``, in which wallets count, it is only a label of amounts.
package struct ISOCurrency: Hashable, Sendable, CustomStringConvertible {
    /// Three capital letters: `EUR`.
    package let code: String
    /// The number of decimals of its smallest unit: 0, 2, 3 or 4.
    package let decimals: Int

    /// Nil unless the text is the code of an active currency, in capitals.
    package init?(_ code: String) {
        guard let decimals = Self.decimalsByCode[code] else { return nil }
        (self.code, self.decimals) = (code, decimals)
    }

    package var description: String { code }

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

    /// All active currencies, by code. Funds codes, units of account, metals and test codes are left out.
    package static let all: [ISOCurrency] = decimalsByCode.keys.sorted().compactMap { ISOCurrency($0) }

    private static let decimalsByCode: [String: Int] = Dictionary(
        uniqueKeysWithValues: codes.flatMap { decimals, codes in codes.split(separator: " ").map { (String($0), decimals) } })

    /// By number of decimals. Source: ISO 4217, list one, with the amendments up to January 2026 (Bulgaria's change to the euro).
    private static let codes = [
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
        2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK \
        DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD \
        KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP \
        PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH \
        USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
        """,
        3: "BHD IQD JOD KWD LYD OMR TND", 4: "UYW",
    ]
}
