import ArgumentParser
import Market

/// A moment on the command line: a day, or a day and a time in UTC.
struct Moment: Equatable {
    /// Seconds since 1970-01-01 UTC.
    let time: Int

    static func argument(_ text: String) throws -> Moment {
        // Bare numbers would be Unix times, which nobody types as a date.
        guard text.contains("-"), let time = DateText.seconds(text) else {
            throw ValidationError("\"\(text)\" is no moment; expected a day such as 2025-02-20, or 2025-02-20T14:30:00Z")
        }
        return Moment(time: time)
    }
}
