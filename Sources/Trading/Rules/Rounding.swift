import Ledger

/// Amounts in trading steps: cents of cash, and eight places of coins.
package enum TradingPlaces {
    package static let cash = 2
    package static let coin = 8
}

extension FixedDecimal {
    private static func step(_ places: Int) -> Int128 {
        precondition((0...FixedDecimal.places).contains(places), "\(places) is not a number of places")
        return (places..<FixedDecimal.places).reduce(1) { step, _ in step * 10 }
    }

    /// Whether all digits after a place are zero.
    package func isWhole(atPlaces places: Int) -> Bool { units % Self.step(places) == 0 }

    /// Rounds a value that is not negative down to a number of places.
    package func roundedDown(places: Int) -> FixedDecimal {
        precondition(units >= 0, "amounts are not negative")
        return FixedDecimal(units: units - units % Self.step(places))
    }

    /// Rounds a value that is not negative up to a number of places.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func roundedUp(places: Int) throws(DecimalError) -> FixedDecimal {
        let down = roundedDown(places: places)
        return down == self ? down : try down.adding(FixedDecimal(units: Self.step(places)))
    }

    /// Rounds a value that is not negative to a number of places, halves up.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func rounded(places: Int) throws(DecimalError) -> FixedDecimal {
        let (down, step) = (roundedDown(places: places), Self.step(places))
        // The remainder is smaller than a step, so twice the remainder cannot overflow.
        return (units - down.units) * 2 >= step ? try down.adding(FixedDecimal(units: step)) : down
    }
}
