extension JSONReader {
    /// The most dimensions of a tensor.
    private static let maximumRank = 8

    /// Reads an array of numbers, or nested arrays with equal sizes at each level, as 32-bit floats.
    ///
    /// Each number is read as by ``number()`` and rounded to a float, so that the same text gives the same bits.
    ///
    /// - Parameter values: receives the numbers, row-major, at its end.
    /// - Returns: the sizes, outermost first; one size for a flat array.
    /// - Throws: ``JSONError`` for uneven arrays, more than 8 dimensions, or a number beyond the range of floats.
    /// - Complexity: about 10 ns a number.
    package mutating func floats(into values: inout [Float]) throws(JSONError) -> [Int] {
        var sizes: [Int] = []  // the size of each level; -1 before the first array of that level ends
        var counts: [Int] = []  // the number of elements so far in each open array
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

    /// After a value, reads a comma or the ends of arrays.
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

    /// Reads numbers until the next byte is neither a number nor a comma followed by one.
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

/// Returns the float at the beginning of a text and its length, or nil if the slow path must decide. That is the case for text
/// outside of JSON's number grammar, for more than 19 digits or a large exponent, and for numbers so close to the middle
/// between two floats that the rounding of the double matters.
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
    // Both factors are off by at most half a unit in the last place, and so is the product or quotient (Clinger 1990,
    // doi:10.1145/93542.93557). It is the correctly rounded double if the digits are an exact double, and close to it
    // otherwise.
    let digits = Double(scan.mantissa)
    let double = exponent < 0 ? digits / powersOfTen[-exponent] : digits * powersOfTen[exponent]
    guard double < 0x1p127 else { return nil }
    let belowFloat = Int(double.bitPattern & 0x1FFF_FFFF)  // the 29 bits that a float lacks; half of their range is the middle
    guard scan.mantissa <= 1 << 53 || abs(belowFloat - 0x1000_0000) > 4 else { return nil }
    return (Float(isNegative ? -double : double), scan.position)
}

/// Powers of ten that are exact doubles.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

/// Scans the text of a number.
private struct DigitScan {
    private let text: UnsafePointer<UInt8>
    private let count: Int
    private(set) var position = 0
    /// The digits so far as an integer; wrong after more than 19.
    private(set) var mantissa: UInt64 = 0
    private(set) var digitCount = 0

    @inline(__always)
    init(_ text: UnsafePointer<UInt8>, _ count: Int) { (self.text, self.count) = (text, count) }

    /// The next byte, or 0 at the end.
    @inline(__always)
    var next: UInt8 { position < count ? text[position] : 0 }

    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Scans digits.
    ///
    /// - Returns: the number of digits.
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

    /// Scans the exponent after `e`; nil if it is malformed or above 999.
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

/// Returns the value of eight digits at once, or nil if they are not all digits. Joins neighbours to pairs, pairs to fours, and
/// fours to eight.
@inline(__always)
private func eightDigits(_ text: UnsafePointer<UInt8>) -> UInt64? {
    let ascii = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    let values = ascii ^ 0x3030_3030_3030_3030
    // Adding 6 keeps bytes from 0 to 9 below 16; every other byte has bits in its upper half.
    guard (values | (values &+ 0x0606_0606_0606_0606)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
    // The first digit is in the lowest byte.
    let pairs = ((values &* 10) &+ (values >> 8)) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 100) &+ (pairs >> 16)) & 0x0000_FFFF_0000_FFFF
    return ((fours &* 10_000) &+ (fours >> 32)) & 0xFFFF_FFFF
}
