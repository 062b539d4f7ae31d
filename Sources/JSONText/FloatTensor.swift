extension JSONReader {
    /// Dimensions that a tensor may have.
    private static let maximumRank = 8

    /// Reads an array of numbers, or arrays of such arrays, all of one size at each level, as 32-bit floats.
    ///
    /// A number is read as ``number()`` reads it and rounded to a float, so the same text gives the same bits.
    ///
    /// - Parameter values: what is read is appended, row-major.
    /// - Returns: the sizes, outermost first; one for an array of numbers.
    /// - Complexity: about 10 ns a number.
    package mutating func floats(into values: inout [Float]) throws(JSONError) -> [Int] {
        var sizes: [Int] = []  // of each level, -1 before the first array of that level ends
        var counts: [Int] = []  // elements so far of the arrays that are open
        let start = values.count
        repeat {
            skipSpace()
            if peek() == UInt8(ascii: "[") {
                position += 1
                guard counts.count < sizes.count || values.count == start else { throw error("an array among numbers") }
                guard counts.count < Self.maximumRank else { throw error("more than \(Self.maximumRank) dimensions") }
                if !counts.isEmpty { counts[counts.count - 1] += 1 }
                counts.append(0)
                if sizes.count < counts.count { sizes.append(-1) }
                skipSpace()
                if peek() != UInt8(ascii: "]") { continue }
            } else {
                guard !counts.isEmpty else { throw error("expected an array of numbers, found \(try nextKind().rawValue)") }
                guard counts.count == sizes.count else { throw error("expected an array, found \(try nextKind().rawValue)") }
                let before = values.count
                try floatRun(into: &values)
                counts[counts.count - 1] += values.count - before
            }
            try closeArrays(&counts, &sizes)
        } while !counts.isEmpty
        return sizes
    }

    /// After a value: a comma, or the ends of arrays.
    private mutating func closeArrays(_ counts: inout [Int], _ sizes: inout [Int]) throws(JSONError) {
        while let count = counts.last {
            skipSpace()
            switch peek() {
            case UInt8(ascii: ","):
                position += 1
                return
            case UInt8(ascii: "]"):
                position += 1
                let level = counts.count - 1
                guard sizes[level] < 0 || sizes[level] == count else {
                    throw error("an array of \(count) among arrays of \(sizes[level])")
                }
                sizes[level] = count
                counts.removeLast()
            default: throw error("expected ',' or ']', found \(found)")
            }
        }
    }

    /// Numbers up to what is neither a number nor a comma before one.
    private mutating func floatRun(into values: inout [Float]) throws(JSONError) {
        while true {
            values.append(try float())
            skipSpace()
            guard peek() == UInt8(ascii: ",") else { return }
            let comma = position
            position += 1
            skipSpace()
            if peek() == UInt8(ascii: "[") {
                position = comma
                return
            }
        }
    }

    private mutating func float() throws(JSONError) -> Float {
        if let base = bytes.baseAddress, let (value, length) = quickFloat(base + position, bytes.count - position) {
            position += length
            return value
        }
        let number = try number()
        let value = Float(number)
        guard value.isFinite else { throw error("\(number) is beyond the range of 32-bit floats") }
        return value
    }
}

/// The float of the number that a text begins with, and its length; nil where a slower look is needed: for what is no number of
/// JSON's grammar, has more than 19 digits or a large exponent, or lies so close to the middle of two floats that the rounding of
/// its double decides.
private func quickFloat(_ text: UnsafePointer<UInt8>, _ count: Int) -> (value: Float, length: Int)? {
    var scan = DigitScan(text, count)
    let isNegative = scan.skip(UInt8(ascii: "-"))
    let startsWithZero = scan.next == UInt8(ascii: "0")
    let whole = scan.digits()
    guard whole > 0, !startsWithZero || whole == 1 else { return nil }
    var exponent = 0
    if scan.skip(UInt8(ascii: ".")) {
        exponent = -scan.digits()
        guard exponent < 0 else { return nil }
    }
    guard scan.digitCount <= 19 else { return nil }
    if scan.next | 0x20 == UInt8(ascii: "e") {
        guard let power = scan.power() else { return nil }
        exponent += power
    }
    guard (-22...22).contains(exponent) else { return nil }
    // Both factors are at most half a unit in the last place off, and so is the product or quotient (Clinger 1990,
    // doi:10.1145/93542.93557): it is the correctly rounded double where the digits are an exact one, and else near it.
    let digits = Double(scan.mantissa)
    let double = exponent < 0 ? digits / powersOfTen[-exponent] : digits * powersOfTen[exponent]
    guard double < 0x1p127 else { return nil }
    let belowFloat = Int(double.bitPattern & 0x1FFF_FFFF)  // the 29 bits that a float has not; half of them is the middle
    guard scan.mantissa <= 1 << 53 || abs(belowFloat - 0x1000_0000) > 4 else { return nil }
    return (Float(isNegative ? -double : double), scan.position)
}

/// Powers of ten that are exact doubles.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

/// Walks over a number's text.
private struct DigitScan {
    private let text: UnsafePointer<UInt8>
    private let count: Int
    private(set) var position = 0
    /// The digits so far as one number; wrong after more than 19.
    private(set) var mantissa: UInt64 = 0
    private(set) var digitCount = 0

    @inline(__always)
    init(_ text: UnsafePointer<UInt8>, _ count: Int) { (self.text, self.count) = (text, count) }

    /// The next byte, 0 at the end.
    @inline(__always)
    var next: UInt8 { position < count ? text[position] : 0 }

    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Takes digits.
    ///
    /// - Returns: how many there were.
    @inline(__always)
    mutating func digits() -> Int {
        let start = position
        while count - position >= 8, let eight = eightDigits(text + position) {
            mantissa = mantissa &* 100_000_000 &+ eight
            position += 8
        }
        while next &- UInt8(ascii: "0") < 10 {
            mantissa = mantissa &* 10 &+ UInt64(next &- UInt8(ascii: "0"))
            position += 1
        }
        digitCount += position - start
        return position - start
    }

    /// The power of ten after `e`; nil for what is no number or above 999.
    mutating func power() -> Int? {
        position += 1
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        let start = position
        var power = 0
        while next &- UInt8(ascii: "0") < 10, position - start < 4 {
            power = power * 10 + Int(next &- UInt8(ascii: "0"))
            position += 1
        }
        guard (1...3).contains(position - start) else { return nil }
        return isNegative ? -power : power
    }
}

/// The value of eight digits, taken together: neighbours are joined to pairs, pairs to fours, fours to eight.
@inline(__always)
private func eightDigits(_ text: UnsafePointer<UInt8>) -> UInt64? {
    let ascii = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    let values = ascii ^ 0x3030_3030_3030_3030
    // A byte of 0 to 9 stays below 16 when 6 is added; every other one shows in the upper halves.
    guard (values | (values &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
    // The first digit stands in the lowest byte.
    let pairs = ((values &* 10) &+ (values >> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 100) &+ (pairs >> 16)) & 0x0000_FFFF_0000_FFFF
    return ((fours &* 10_000) &+ (fours >> 32)) & 0xFFFF_FFFF
}
