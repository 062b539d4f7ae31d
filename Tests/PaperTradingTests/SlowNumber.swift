import Ledger

/// A whole number of 1e-18, not negative, of any size: decimal digits, the least first, as taught in school.
struct SlowNumber: Equatable {
    private var digits: [Int]

    private init(digits: [Int]) {
        self.digits = digits
        while self.digits.last == 0 { self.digits.removeLast() }
    }

    init(_ value: FixedDecimal) { self.init(digits: String(value.units).reversed().map { $0.wholeNumberValue! }) }

    static let zero = SlowNumber(digits: [])
    static let one = SlowNumber(.one)

    var decimal: FixedDecimal { FixedDecimal(units: digits.reversed().reduce(0) { $0 * 10 + Int128($1) }) }

    static func < (left: SlowNumber, right: SlowNumber) -> Bool {
        left.digits.count != right.digits.count
            ? left.digits.count < right.digits.count : left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
    }

    static func + (left: SlowNumber, right: SlowNumber) -> SlowNumber {
        var (sum, carry) = ([Int](), 0)
        for place in 0...max(left.digits.count, right.digits.count) {
            let digit = left[place] + right[place] + carry
            sum.append(digit % 10)
            carry = digit / 10
        }
        return SlowNumber(digits: sum)
    }

    /// `right` must not be larger.
    static func - (left: SlowNumber, right: SlowNumber) -> SlowNumber {
        var (difference, borrow) = ([Int](), 0)
        for place in left.digits.indices {
            let digit = left[place] - right[place] - borrow
            difference.append(digit < 0 ? digit + 10 : digit)
            borrow = digit < 0 ? 1 : 0
        }
        return SlowNumber(digits: difference)
    }

    private subscript(place: Int) -> Int { place < digits.count ? digits[place] : 0 }

    /// `self` · `factor` / `divisor`, rounded half to even once.
    func times(_ factor: SlowNumber, over divisor: SlowNumber = .one) -> SlowNumber {
        var product = SlowNumber.zero
        for (place, digit) in factor.digits.enumerated() {
            let shifted = SlowNumber(digits: Array(repeating: 0, count: place) + digits)
            for _ in 0..<digit { product = product + shifted }
        }
        var (quotient, rest) = ([Int](), SlowNumber.zero)
        for digit in product.digits.reversed() {
            rest = SlowNumber(digits: [digit] + rest.digits)
            var times = 0
            while !(rest < divisor) { (rest, times) = (rest - divisor, times + 1) }
            quotient.append(times)
        }
        let down = SlowNumber(digits: quotient.reversed())
        let twice = rest + rest
        let isUp = divisor < twice || (twice == divisor && down[0] % 2 == 1)
        return isUp ? down + SlowNumber(digits: [1]) : down
    }

    func over(_ divisor: SlowNumber) -> SlowNumber { times(.one, over: divisor) }
}
