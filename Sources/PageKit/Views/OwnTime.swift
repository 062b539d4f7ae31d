import Foundation
import Languages
import Market

extension Conventions {
    /// Returns a moment by a person's own clock; without a zone of their own, in UTC.
    package func moment(secondsSince1970 seconds: Int, in zone: TimeZone) -> String {
        moment(secondsSince1970: seconds, offset: zone.isUTC ? nil : zone.offset(at: seconds))
    }
}

extension Day {
    /// The day of a moment by a person's own clock.
    package init(secondsSince1970 seconds: Int, in zone: TimeZone) {
        self.init(secondsSince1970: seconds + zone.offset(at: seconds))
    }
}

extension String {
    /// With spaces at which no line breaks, except after commas: for dates and sizes, which are read as one.
    package var withoutBreaks: String { replacing(" ", with: "\u{A0}").replacing(",\u{A0}", with: ", ") }
}

extension Sequence<String> {
    /// Joined by dots. A line may break after a dot, not before one.
    package var dotted: String { joined(separator: "\u{A0}· ") }
}

extension TimeZone {
    /// Whether it is what people have who have chosen no zone.
    fileprivate var isUTC: Bool { self == .gmt || ["UTC", "GMT"].contains(identifier) }

    fileprivate func offset(at seconds: Int) -> Int { secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) }
}
