/// The decimal digits of a number without its sign, rounded to a number of places.
struct PlainDigits {
    /// Without leading zeros, but at least one digit.
    private(set) var whole: [UInt8]
    private(set) var fraction: [UInt8]

    /// The largest number of decimals of a double's text: 10^15 is below 2^53.
    static let maximumDecimals = 15

    /// Rounds the exact value of a double, halves away from zero, as JavaScript's `toFixed` does. Nil from 1e21 on, and for
    /// non-finite values.
    init?(_ value: Double, decimals: Int) {
        let size = value.magnitude
        guard size < 1e21 else { return nil }
        let decimals = min(max(decimals, 0), Self.maximumDecimals)
        let floor = size.rounded(.down)
        let (carry, units) = Self.units(size - floor, decimals: decimals)
        whole = Self.digits(UInt128(floor) + (carry ? 1 : 0), count: 1)
        fraction = decimals == 0 ? [] : Self.digits(units, count: decimals)
    }

    /// Returns part × 10^decimals rounded, and whether it reaches the next whole number.
    private static func units(_ part: Double, decimals: Int) -> (carry: Bool, units: UInt128) {
        // The power is exact, so the product and its error are exact together: no rounding goes the wrong way.
        let power = PowerOfTen.value(decimals)
        let product = part * power
        let error = (-product).addingProduct(part, power)
        var units = product.rounded(.down)
        let rest = product - units
        if rest > 0.5 || (rest == 0.5 && error >= 0) { units += 1 }
        return units >= power ? (true, 0) : (false, UInt128(units))
    }

    private static func digits(_ value: UInt128, count: Int) -> [UInt8] {
        let text = Array(String(value).utf8)
        return Array(repeating: UInt8(ascii: "0"), count: max(0, count - text.count)) + text
    }

    /// Reads a plain decimal such as `-1234.50` and ignores its sign. Nil for any other text.
    init?(_ text: String) {
        let bytes = Array(text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") })
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count + 1 >= text.utf8.count, (1...2).contains(parts.count), !parts[0].isEmpty, parts.last?.isEmpty == false,
            parts.joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let significant = parts[0].drop { $0 == UInt8(ascii: "0") }
        whole = significant.isEmpty ? [UInt8(ascii: "0")] : Array(significant)
        fraction = parts.count == 2 ? Array(parts[1]) : []
    }

    /// The exponent of the first digit that is not 0: 3 for 1,234, -2 for 0.05; 0 for zero.
    var exponent: Int {
        if whole.first != UInt8(ascii: "0") { return whole.count - 1 }
        return fraction.firstIndex { $0 != UInt8(ascii: "0") }.map { -$0 - 1 } ?? 0
    }

    /// Whether all digits are 0.
    var isZero: Bool { (whole + fraction).allSatisfy { $0 == UInt8(ascii: "0") } }

    /// Rounds to a number of decimals, half to even as the ledger does, or pads with zeros.
    mutating func round(decimals: Int) {
        guard fraction.count > decimals else {
            fraction += Array(repeating: UInt8(ascii: "0"), count: decimals - fraction.count)
            return
        }
        let cut = fraction[decimals...]
        fraction.removeLast(cut.count)
        let half = UInt8(ascii: "5")
        let isExactlyHalf = cut.first == half && cut.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
        let isOdd = (fraction.last ?? whole[whole.count - 1]) & 1 == 1
        if isExactlyHalf ? isOdd : cut[cut.startIndex] >= half { increment() }
    }

    /// Adds 1 to the last digit.
    private mutating func increment() {
        var all = whole + fraction
        var place = all.count - 1
        while place >= 0, all[place] == UInt8(ascii: "9") {
            all[place] = UInt8(ascii: "0")
            place -= 1
        }
        if place >= 0 { all[place] += 1 } else { all.insert(UInt8(ascii: "1"), at: 0) }
        (whole, fraction) = (Array(all.dropLast(fraction.count)), Array(all.suffix(fraction.count)))
    }

    /// Removes trailing zeros of the decimals, but keeps a count of decimals.
    mutating func dropTrailingZeros(keeping least: Int = 0) {
        while fraction.count > least, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    }

    /// The number with a language's separators.
    func text(_ table: ConventionTable) -> String {
        var text = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { text += table.groupMark }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return fraction.isEmpty ? text : text + table.decimalMark + String(decoding: fraction, as: UTF8.self)
    }
}
