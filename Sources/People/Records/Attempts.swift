/// How many attempts of a kind failed, and until when further ones are refused.
package struct Attempts: Equatable, Sendable {
    /// The attempts within the current window.
    package var count = 0
    /// The start of the window, in seconds since 1970-01-01 UTC.
    package var since: Int
    /// Attempts since the last success, over all windows.
    package var inARow = 0
    /// The first second in which an attempt is permitted again.
    package var blockedUntil = 0

    package init(count: Int = 0, since: Int, inARow: Int = 0, blockedUntil: Int = 0) {
        (self.count, self.since, self.inARow, self.blockedUntil) = (count, since, inARow, blockedUntil)
    }
}

/// How many attempts are permitted within a window, and how long to wait after that.
package struct AttemptRule: Equatable, Sendable {
    package let most: Int
    package let windowSeconds: Int
    /// The wait after the first full window; it doubles with each further one, up to ``longestWaitSeconds``.
    package let waitSeconds: Int
    package let longestWaitSeconds: Int
    /// Attempts in a row after which only a mailed link helps; nil for no such limit.
    package let mostInARow: Int?

    package init(_ most: Int, in windowSeconds: Int, wait waitSeconds: Int, longestWait: Int? = nil, mostInARow: Int? = nil) {
        (self.most, self.windowSeconds, self.waitSeconds) = (most, windowSeconds, waitSeconds)
        (longestWaitSeconds, self.mostInARow) = (longestWait ?? waitSeconds, mostInARow)
    }

    /// The rule for a network that holds several others.
    func multiplied(by factor: Int) -> AttemptRule {
        AttemptRule(
            most * factor, in: windowSeconds, wait: waitSeconds, longestWait: longestWaitSeconds,
            mostInARow: mostInARow.map { $0 * factor })
    }

    /// Counts one attempt. It is counted before its outcome is known, because many may be in progress at once.
    ///
    /// - Returns: the seconds to wait if the attempt is refused; nil if it is permitted.
    package func take(_ attempts: inout Attempts, now: Int) -> Int? {
        if let mostInARow, attempts.inARow >= mostInARow { return max(attempts.blockedUntil - now, longestWaitSeconds) }
        guard now >= attempts.blockedUntil else { return attempts.blockedUntil - now }
        // The wait after a full window has passed, or the window has ended.
        if attempts.count >= most || now >= attempts.since + windowSeconds { (attempts.count, attempts.since) = (0, now) }
        attempts.count += 1
        attempts.inARow += 1
        if attempts.count == most {
            let doublings = min(max(attempts.inARow / most - 1, 0), 20)
            attempts.blockedUntil = now + min(waitSeconds << doublings, longestWaitSeconds)
        }
        return nil
    }

    /// Returns a successful attempt: it no longer counts.
    package func giveBack(_ attempts: inout Attempts) {
        if attempts.count == most { attempts.blockedUntil = 0 }
        attempts.count = max(attempts.count - 1, 0)
        attempts.inARow = max(attempts.inARow - 1, 0)
    }
}
