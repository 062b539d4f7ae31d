import Foundation
import Ledger
import Market
import Testing

/// The number that a text writes.
func decimal(_ text: String) -> FixedDecimal { FixedDecimal(text)! }

extension SeededGenerator {
    /// A decimal of any size, with a random number of bits.
    mutating func decimal(bits: Int = 127) -> FixedDecimal {
        let wide = UInt128(next()) << 64 | UInt128(next())
        let magnitude = Int128(wide >> UInt128(128 - 1 - index(below: bits)) & UInt128(Int128.max))
        return FixedDecimal(units: next() & 1 == 0 ? magnitude : -magnitude)
    }
}

@Suite struct FixedDecimalTests {
    /// The oracle's a × b / c in units; nil if it is too large.
    private func oracle(_ a: FixedDecimal, _ b: UInt128, over c: UInt128, isNegative: Bool) -> FixedDecimal? {
        let size = (BigNumber(a.units.magnitude) * BigNumber(b)).rounded(over: BigNumber(c)).magnitude
        guard let size, size <= Int128.max.magnitude else { return nil }
        return FixedDecimal(units: isNegative ? -Int128(size) : Int128(size))
    }

    private static let unit: UInt128 = 1_000_000_000_000_000_000

    @Test(arguments: 0..<8) func productsAreThoseOfSchool(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let (a, b) = (random.decimal(), random.decimal(bits: 1 + random.index(below: 127)))
            let expected = oracle(a, b.units.magnitude, over: Self.unit, isNegative: (a.units < 0) != (b.units < 0))
            #expect((try? a.multiplied(by: b)) == expected, "seed \(seed): \(a) × \(b)")
        }
    }

    @Test(arguments: 0..<8) func quotientsAreThoseOfSchool(seed: UInt64) {
        var random = SeededGenerator(seed: seed, stream: 1)
        for _ in 0..<300 {
            let (a, b) = (random.decimal(), random.decimal(bits: 1 + random.index(below: 127)))
            guard b != .zero else { continue }
            let expected = oracle(a, Self.unit, over: b.units.magnitude, isNegative: (a.units < 0) != (b.units < 0))
            #expect((try? a.divided(by: b)) == expected, "seed \(seed): \(a) / \(b)")
        }
    }

    @Test(arguments: 0..<8) func sharesAreThoseOfSchool(seed: UInt64) {
        var random = SeededGenerator(seed: seed, stream: 2)
        for _ in 0..<300 {
            let (a, b, c) = (random.decimal(), random.decimal(), random.decimal())
            guard c != .zero else { continue }
            let isNegative = [a, b, c].count { $0.units < 0 } % 2 == 1
            let expected = oracle(a, b.units.magnitude, over: c.units.magnitude, isNegative: isNegative)
            #expect((try? a.scaled(by: b, over: c)) == expected, "seed \(seed): \(a) × \(b) / \(c)")
        }
    }

    /// 3 × 0.5 units is 1.5 units, 5 × 0.5 is 2.5: both go to the even neighbour, 2.
    @Test(arguments: [(1, 0), (3, 2), (5, 2), (7, 4), (-1, 0), (-3, -2), (-5, -2)])
    func tiesGoToTheEvenUnit(units: Int, expected: Int) throws {
        let value = FixedDecimal(units: Int128(units))
        #expect(try value.multiplied(by: decimal("0.5")).units == Int128(expected))
        #expect(try value.divided(by: decimal("2")).units == Int128(expected))
        #expect(try value.scaled(by: decimal("7"), over: decimal("14")).units == Int128(expected))
    }

    @Test func aProductAtTheLimitIsRoundedNotWrapped() throws {
        #expect(try FixedDecimal.largest.multiplied(by: .one) == .largest)
        #expect(try FixedDecimal.smallest.multiplied(by: .one) == .smallest)
        #expect(try FixedDecimal.smallest.multiplied(by: decimal("-1")) == .largest)
        #expect(throws: DecimalError.overflow) { try FixedDecimal.largest.multiplied(by: .largest) }
        #expect(throws: DecimalError.overflow) { try FixedDecimal.largest.divided(by: FixedDecimal(units: 1)) }
        #expect(throws: DecimalError.overflow) { try FixedDecimal.largest.divided(by: decimal("0.5")) }
        // 2^128 - 1 units, the largest quotient of 128 bits, with a remainder that rounds up.
        let wide = FixedDecimal(units: .max)
        #expect(throws: DecimalError.overflow) { try wide.scaled(by: FixedDecimal(units: 5), over: FixedDecimal(units: 2)) }
    }

    @Test func everyNumberHasANegative() {
        #expect(FixedDecimal.smallest.magnitude == .largest && -FixedDecimal.smallest == .largest)
        #expect(throws: DecimalError.overflow) { try FixedDecimal.smallest.subtracting(FixedDecimal(units: 1)) }
    }

    @Test func aDivisionByZeroIsAnError() {
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.one.divided(by: .zero) }
        #expect(throws: DecimalError.divisionByZero) { try FixedDecimal.zero.scaled(by: .one, over: .zero) }
    }

    @Test func sumsAndDifferencesAreExactOrAnError() throws {
        #expect(decimal("0.1") + decimal("0.2") == decimal("0.3"))
        #expect(decimal("0.1") - decimal("0.3") == decimal("-0.2"))
        #expect(-decimal("0.1") == decimal("-0.1"))
        #expect(abs(decimal("-0.1")) == decimal("0.1"))
        #expect(try decimal("1").adding(decimal("2")) == decimal("3"))
        #expect(throws: DecimalError.overflow) { try FixedDecimal.largest.adding(FixedDecimal(units: 1)) }
        #expect(throws: DecimalError.overflow) { try FixedDecimal.smallest.subtracting(FixedDecimal(units: 1)) }
        #expect(try [decimal("1.5"), decimal("-0.25"), decimal("3")].sum() == decimal("4.25"))
        #expect(try [FixedDecimal]().sum() == .zero)
        #expect(throws: DecimalError.overflow) { try [FixedDecimal.largest, .largest].sum() }
    }

    @Test func sizesOrder() {
        #expect([decimal("1"), decimal("-2"), decimal("0.5")].sorted() == [decimal("-2"), decimal("0.5"), decimal("1")])
    }
}
