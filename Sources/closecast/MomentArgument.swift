import ArgumentParser
import Market

/// A point in time on the command line: a day, or a day and a time in UTC.
struct MomentArgument: Equatable {
    /// Seconds since 1970-01-01 UTC.
    let time: Int

    static func argument(_ text: String) throws -> MomentArgument {
        // A bare number would be read as a Unix time, which is never meant as a date.
        guard text.contains("-"), let time = DateText.seconds(text) else {
            throw ValidationError("\"\(text)\" is not a moment; expected a day such as 2025-02-20, or 2025-02-20T14:30:00Z")
        }
        return MomentArgument(time: time)
    }
}
