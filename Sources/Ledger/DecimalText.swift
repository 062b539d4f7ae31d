/// Reading and writing. All of it works on bytes: millions of amounts cross a database and JSON as text.
extension FixedDecimal: CustomStringConvertible {
    /// Reads plain decimal notation: an optional sign, digits, an optional point with at most 18 digits behind it. No exponent, no
    /// separators of thousands, no spaces.
    ///
    /// - Returns: nil for anything else, and for a number that is too large; ``parse(_:)`` says which.
    package init?(_ text: some StringProtocol) {
        guard case .success(let value) = Self.reading(text) else { return nil }
        self = value
    }

    /// Reads plain decimal notation, as ``init(_:)-(StringProtocol)`` does.
    ///
    /// - Throws: ``DecimalError/notANumber(_:)``, ``DecimalError/tooManyPlaces(_:)``, ``DecimalError/tooLarge(_:)``.
    package static func parse(_ text: some StringProtocol) throws(DecimalError) -> FixedDecimal {
        switch reading(text) {
        case .success(let value): return value
        case .notANumber: throw .notANumber(String(text))
        case .tooManyPlaces: throw .tooManyPlaces(String(text))
        case .tooLarge: throw .tooLarge(String(text))
        }
    }

    /// What a text was found to be.
    enum Reading {
        case success(FixedDecimal)
        case notANumber
        case tooManyPlaces
        case tooLarge
    }

    static func reading(_ text: some StringProtocol) -> Reading {
        text.utf8.withContiguousStorageIfAvailable { reading($0) } ?? Array(text.utf8).withUnsafeBufferPointer { reading($0) }
    }

    static func reading(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
        var index = 0
        var isNegative = false
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            (isNegative, index) = (first == UInt8(ascii: "-"), 1)
        }
        let (whole, wholeEnd) = digits(of: bytes, from: index)
        guard wholeEnd < bytes.count else {
            return wholeEnd == index ? .notANumber : value(whole: whole, fraction: 0, places: 0, isNegative)
        }
        guard bytes[wholeEnd] == UInt8(ascii: ".") else { return .notANumber }
        let (fraction, end) = digits(of: bytes, from: wholeEnd + 1)
        let places = end - wholeEnd - 1
        guard end == bytes.count, places + wholeEnd > index else { return .notANumber }
        guard places <= Self.places else { return .tooManyPlaces }
        return value(whole: whole, fraction: fraction, places: places, isNegative)
    }

    /// The number that the digits from an index on write, 1e21 or more where it is larger than that, and where they end.
    private static func digits(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (UInt128, end: Int) {
        var (small, index) = (UInt64(0), start)
        // 19 digits fit into 64 bits.
        let smallEnd = min(bytes.count, start + 19)
        while index < smallEnd, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            small = small &* 10 &+ UInt64(digit)
            index += 1
        }
        var value = UInt128(small)
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            if value < 1_000_000_000_000_000_000_000 { value = value * 10 + UInt128(digit) }
            index += 1
        }
        return (value, index)
    }

    private static func value(whole: UInt128, fraction: UInt128, places: Int, _ isNegative: Bool) -> Reading {
        // Beyond that the product would not fit into 128 bits.
        guard whole < 200_000_000_000_000_000_000 else { return .tooLarge }
        let fractionUnits = UInt64(fraction) * powersOfTen[Self.places - places]
        do {
            return .success(try FixedDecimal(magnitude: whole * unitsOfOne + UInt128(fractionUnits), isNegative: isNegative))
        } catch {
            return .tooLarge
        }
    }

    /// 10^0 to 10^18.
    static let powersOfTen: [UInt64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    /// The shortest plain decimal notation that reads back as this number: `0.05`, `-3`.
    package var description: String {
        let (whole, fraction) = parts(of: units.magnitude)
        // A sign, 21 digits, a point, 18 digits.
        return String(unsafeUninitializedCapacity: 41) { bytes in
            var count = 0
            if units < 0 { Self.append(UInt8(ascii: "-"), to: bytes, &count) }
            Self.append(whole, digits: Self.digitCount(whole), to: bytes, &count)
            guard fraction != 0 else { return count }
            Self.append(UInt8(ascii: "."), to: bytes, &count)
            var (kept, places) = (fraction, Self.places)
            while kept % 10 == 0 { (kept, places) = (kept / 10, places - 1) }
            Self.append(UInt128(kept), digits: places, to: bytes, &count)
            return count
        }
    }

    /// For people: rounded half to even to so many places, thousands separated: `97,600.06`.
    ///
    /// - Parameter places: 0 to 18.
    package func fixed(places: Int) -> String {
        precondition((0...Self.places).contains(places), "\(places) places; a decimal has 0 to \(Self.places)")
        let unit = UInt128(Self.powersOfTen[Self.places - places])
        let (quotient, remainder) = units.magnitude.quotientAndRemainder(dividingBy: unit)
        let isUp = remainder > unit - remainder || (remainder == unit - remainder && quotient & 1 == 1)
        let rounded = isUp ? quotient + 1 : quotient
        let (whole, fraction) = rounded.quotientAndRemainder(dividingBy: UInt128(Self.powersOfTen[places]))
        var text = units < 0 && rounded != 0 ? "-" : ""
        let digits = String(whole)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        guard places > 0 else { return text }
        let behind = String(fraction)
        return text + "." + String(repeating: "0", count: places - behind.count) + behind
    }

    /// What stands before the point, and how many 1e-18 behind it.
    private func parts(of magnitude: UInt128) -> (whole: UInt128, fraction: UInt64) {
        if let small = UInt64(exactly: magnitude) {
            let (whole, fraction) = small.quotientAndRemainder(dividingBy: UInt64(Self.unitsOfOne))
            return (UInt128(whole), fraction)
        }
        let (whole, fraction) = magnitude.quotientAndRemainder(dividingBy: Self.unitsOfOne)
        return (whole, UInt64(fraction))
    }

    private static func digitCount(_ value: UInt128) -> Int {
        guard let small = UInt64(exactly: value), small < 1_000_000_000_000_000_000 else { return String(value).utf8.count }
        var count = 1
        while small >= powersOfTen[count] { count += 1 }
        return count
    }

    private static func append(_ byte: UInt8, to bytes: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
        bytes[count] = byte
        count += 1
    }

    /// Writes a number with so many digits, zeros in front.
    private static func append(
        _ value: UInt128, digits: Int, to bytes: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) {
        var index = count + digits
        count = index
        var rest = value
        while rest > UInt64.max {
            index -= 1
            bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        var small = UInt64(rest)
        while index > count - digits {
            index -= 1
            bytes[index] = UInt8(ascii: "0") + UInt8(small % 10)
            small /= 10
        }
    }
}
