import Glibc

/// The awaited condition of a test did not occur.
package struct Overdue: Error, CustomStringConvertible { package let description: String }

/// Ends a wait for something that will never happen, even on the slowest machine.
private let longestSeconds = 300.0

/// Returns as soon as a condition holds.
///
/// - Parameters:
///   - what: completes "it did not happen that …"; evaluated at the end, so that it can show the last values.
///   - pause: milliseconds between two checks; more than 1 if a check itself delays the condition.
/// - Throws: ``Overdue`` after five minutes, and what the condition throws.
package func until(
    _ what: @autoclosure () -> String, everyMilliseconds pause: Int = 1, _ holds: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(longestSeconds)
    while try await !holds() {
        guard ContinuousClock.now < end else { throw overdue(longestSeconds, what()) }
        try await Task.sleep(for: .milliseconds(pause))
    }
}

/// As ``until(_:everyMilliseconds:_:)``, on a thread that may block.
///
/// - Parameter limit: seconds after which it throws.
package func blockUntil(
    _ what: @autoclosure () -> String, withinSeconds limit: Double = 300, everyMilliseconds pause: UInt32 = 5,
    _ holds: () throws -> Bool
) throws {
    let end = ContinuousClock.now + .seconds(limit)
    while try !holds() {
        guard ContinuousClock.now < end else { throw overdue(limit, what()) }
        usleep(pause * 1000)
    }
}

private func overdue(_ seconds: Double, _ what: String) -> Overdue {
    Overdue(description: "it did not happen within \(Int(seconds)) s that \(what)")
}
