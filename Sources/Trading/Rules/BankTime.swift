import Banking

/// The bank's time, on the stored clock: all processes share it, whatever speed each was started with.
extension TradingChange {
    /// How long the bank's clock may stand still after the real clock was set back, in real seconds.
    private static let longestStandstill = 60
    /// 9000-01-01.
    private static let lastBankTime = 221_845_392_000

    /// The bank's clock: the stored one, or that of the process if none is stored.
    func bankClock() throws -> BankClock { try records.bankClock() ?? parts.clock }

    /// The time of the bank's clock. If it ran so fast that it reached the year 9000, it stands still: calendars end a thousand
    /// years later.
    ///
    /// Reads one row, so only callers that need the time pay for it.
    var bankNow: Int {
        get throws { min(try bankClock().bankTime(at: now), Self.lastBankTime) }
    }

    /// Moves the anchor of the stored clock to now, before anything with this bank time is stored: the bank's time is never before
    /// its anchor, even if the real clock is set back.
    func keepBankTime() throws {
        guard let clock = try records.bankClock() else { return }
        let kept = clock.reanchored(speed: clock.speed, at: now)
        if kept.bankAnchor > clock.bankAnchor { try records.setBankClock(kept) }
    }

    /// Whether the real clock was set back so far that the bank's clock would stand still for long.
    var isBankHeldUp: Bool {
        get throws {
            guard let clock = try records.bankClock() else { return false }
            return now < clock.realAnchor - Self.longestStandstill
        }
    }

    /// Restarts a stopped bank clock from where it stands. After a smaller step back it waits instead: each step that is
    /// compensated leaves the bank's clock permanently ahead of the real time.
    func letBankGoOn() throws {
        guard try isBankHeldUp, let clock = try records.bankClock() else { return }
        try records.setBankClock(clock.reanchored(speed: clock.speed, at: now))
    }
}
