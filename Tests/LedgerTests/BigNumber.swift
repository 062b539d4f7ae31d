/// Whole numbers without a limit, computed as taught in school: 32-bit digits, the least first. The oracle of ``FixedDecimal``.
struct BigNumber: Equatable, CustomStringConvertible {
    var digits: [UInt32]

    init(_ value: UInt128) {
        digits = (0..<4).map { UInt32(truncatingIfNeeded: value >> UInt128(32 * $0)) }
        trim()
    }

    static let unit = BigNumber(1_000_000_000_000_000_000)

    private mutating func trim() { while digits.last == 0 { digits.removeLast() } }

    static func * (left: BigNumber, right: BigNumber) -> BigNumber {
        var product = BigNumber(0)
        product.digits = Array(repeating: 0, count: left.digits.count + right.digits.count + 1)
        for (i, a) in left.digits.enumerated() {
            var carry: UInt64 = 0
            for (j, b) in right.digits.enumerated() {
                let sum = UInt64(a) * UInt64(b) + UInt64(product.digits[i + j]) + carry
                product.digits[i + j] = UInt32(truncatingIfNeeded: sum)
                carry = sum >> 32
            }
            product.digits[i + right.digits.count] = UInt32(carry)
        }
        product.trim()
        return product
    }

    static func - (left: BigNumber, right: BigNumber) -> BigNumber {
        var (difference, borrow) = (left, Int64(0))
        for index in left.digits.indices {
            let value = Int64(left.digits[index]) - (index < right.digits.count ? Int64(right.digits[index]) : 0) - borrow
            borrow = value < 0 ? 1 : 0
            difference.digits[index] = UInt32(truncatingIfNeeded: value)
        }
        difference.trim()
        return difference
    }

    static func < (left: BigNumber, right: BigNumber) -> Bool {
        if left.digits.count != right.digits.count { return left.digits.count < right.digits.count }
        return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
    }

    /// Long division, a bit at a time.
    func divided(by divisor: BigNumber) -> (quotient: BigNumber, remainder: BigNumber) {
        var (quotient, remainder) = (BigNumber(0), BigNumber(0))
        quotient.digits = Array(repeating: 0, count: digits.count)
        for bit in (0..<digits.count * 32).reversed() {
            remainder = remainder * BigNumber(2)
            if digits[bit / 32] >> UInt32(bit % 32) & 1 == 1 {
                if remainder.digits.isEmpty { remainder.digits = [0] }
                remainder.digits[0] |= 1
            }
            if !(remainder < divisor) {
                remainder = remainder - divisor
                quotient.digits[bit / 32] |= 1 << UInt32(bit % 32)
            }
        }
        quotient.trim()
        return (quotient, remainder)
    }

    /// The quotient rounded half to even.
    func rounded(over divisor: BigNumber) -> BigNumber {
        let (quotient, remainder) = divided(by: divisor)
        let twice = remainder * BigNumber(2)
        let isOdd = (quotient.digits.first ?? 0) & 1 == 1
        guard divisor < twice || (twice == divisor && isOdd) else { return quotient }
        var next = quotient
        next.digits.append(0)
        for index in next.digits.indices {
            next.digits[index] &+= 1
            if next.digits[index] != 0 { break }
        }
        next.trim()
        return next
    }

    /// The nearest double, or nearly so.
    var doubleValue: Double { digits.reversed().reduce(0) { $0 * 0x1p32 + Double($1) } }

    /// nil where it has more than 128 bits.
    var magnitude: UInt128? {
        guard digits.count <= 4 else { return nil }
        return digits.reversed().reduce(0) { $0 << 32 | UInt128($1) }
    }

    var description: String { "\(digits)" }
}
