import Banking

/// The time of the bank, by the clock that is stored: all processes have the same, whatever speed each was started with.
extension TradingChange {
    /// How long the bank may stand still after the real clock was set back, in real seconds.
    private static let longestStandstill = 60
    /// 9000-01-01.
    private static let lastBankTime = 221_845_392_000

    /// The bank's clock: the stored one, or that of the process where none is stored.
    func bankClock() throws -> BankClock { try records.bankClock() ?? parts.clock }

    /// The time of the bank's clock. One that ran so fast that it reached the year 9000 stands still: calendars end a thousand
    /// years later.
    ///
    /// Reads one row, so that only those pay for it who ask.
    var bankNow: Int {
        get throws { min(try bankClock().bankTime(at: now), Self.lastBankTime) }
    }

    /// Moves the anchor of the stored clock to now, before something of this time of the bank is stored: the bank is never earlier
    /// than its anchor, even if the real clock is set back.
    func keepBankTime() throws {
        guard let clock = try records.bankClock() else { return }
        let kept = clock.reanchored(speed: clock.speed, at: now)
        if kept.bankAnchor > clock.bankAnchor { try records.setBankClock(kept) }
    }

    /// Whether the real clock was set back so far that the bank would stand still for long.
    var isBankHeldUp: Bool {
        get throws {
            guard let clock = try records.bankClock() else { return false }
            return now < clock.realAnchor - Self.longestStandstill
        }
    }

    /// Lets a bank that is held up go on from where it stands. After a smaller step back it waits: each step that is made up for
    /// leaves the bank ahead of the real time for good.
    func letBankGoOn() throws {
        guard try isBankHeldUp, let clock = try records.bankClock() else { return }
        try records.setBankClock(clock.reanchored(speed: clock.speed, at: now))
    }
}
