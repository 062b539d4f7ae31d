/// The clock of the simulated bank: runs as fast as the real clock, or faster, so that days of waiting can be tried in minutes.
///
/// Bank time = bank anchor + (real time - real anchor) × speed. All times are seconds since 1970-01-01.
package struct BankClock: Equatable, Sendable {
    /// The speeds at which the clock can run: bank seconds for each real second.
    package static let speeds: ClosedRange<Double> = 1...1_000_000

    /// The real time at which bank time was ``bankAnchor``.
    package let realAnchor: Int
    /// The bank time at ``realAnchor``.
    package let bankAnchor: Int
    /// Bank seconds for each real second.
    package let speed: Double

    /// Creates a clock.
    ///
    /// - Parameter speed: one of ``speeds``. Traps for other values; check input first.
    package init(realAnchor: Int, bankAnchor: Int, speed: Double) {
        precondition(Self.speeds.contains(speed), "a bank clock cannot run at the speed \(speed)")
        (self.realAnchor, self.bankAnchor, self.speed) = (realAnchor, bankAnchor, speed)
    }

    /// The clock that shows the real time.
    package static let real = BankClock(realAnchor: 0, bankAnchor: 0, speed: 1)

    /// The bank time at a real time, rounded down to a second.
    ///
    /// Later real times never have an earlier bank time. Before ``realAnchor``, which only happens if the clock was set back, bank
    /// time stands still at ``bankAnchor``.
    package func bankTime(at real: Int) -> Int { bankAnchor + elapsed(max(0, real - realAnchor)) }

    /// The earliest real second, not before ``realAnchor``, at which bank time is `bank` or later.
    package func realTime(ofBank bank: Int) -> Int {
        guard bank > bankAnchor else { return realAnchor }
        let wanted = bank - bankAnchor
        var seconds = Int((Double(wanted) / speed).rounded(.up))
        // The quotient is rounded and can be off by a second.
        while seconds > 0, elapsed(seconds - 1) >= wanted { seconds -= 1 }
        while elapsed(seconds) < wanted { seconds += 1 }
        return realAnchor + seconds
    }

    /// The clock that shows the same bank time at `real`, and from there runs at another speed.
    ///
    /// Its anchor is never before ``bankAnchor``, even if `real` is before ``realAnchor`` because the real clock was set back: bank
    /// time then continues from where it stood. Store the new anchor, so that bank time never falls behind it.
    package func reanchored(speed: Double, at real: Int) -> BankClock {
        BankClock(realAnchor: real, bankAnchor: bankTime(at: real), speed: speed)
    }

    /// Bank seconds in a number of real seconds, whole ones.
    private func elapsed(_ real: Int) -> Int {
        // Exact at the usual speed, however long it was.
        speed == 1 ? real : Int((Double(real) * speed).rounded(.down))
    }
}
