import JSONText
import Market
import Text

/// Access to fields of providers' answers. Numbers may be JSON numbers or strings. The unit of a provider's times is known to
/// its client, never guessed from their size.
extension JSONValue {
    /// Returns a required member.
    func member(_ name: String, _ place: String) throws(FeedError.Reason) -> JSONValue {
        guard let value = self[name] else { throw .malformed(what: "no \"\(name)\"", place: place) }
        return value
    }

    /// Returns the elements of an array.
    func rows(_ place: String) throws(FeedError.Reason) -> [JSONValue] {
        guard let array else { throw .malformed(what: "no array", place: place) }
        return array
    }

    /// Returns the elements of an array with at least `count` elements.
    func row(_ place: String, atLeast count: Int) throws(FeedError.Reason) -> [JSONValue] {
        let fields = try rows(place)
        guard fields.count >= count else {
            throw .malformed(what: "\(fields.count.counted("field")) in place of \(count)", place: place)
        }
        return fields
    }

    /// A finite number, written as a number or as text; nil for anything else.
    var decimal: Double? {
        switch self {
        case .number(let value): return value
        case .string(let text):
            // `Double` would also accept "nan", "infinity" and "0x1p3".
            guard text.utf8.allSatisfy(Self.decimalBytes.contains), let value = Double(text), value.isFinite else { return nil }
            return value
        default: return nil
        }
    }

    private static let decimalBytes = Set("0123456789.+-eE".utf8)

    /// Returns a positive finite number. Anything else is an error.
    func price(_ place: String) throws(FeedError.Reason) -> Double {
        guard let value = decimal else { throw .malformed(what: "no number", place: place) }
        guard value > 0 else { throw .malformed(what: "the price \(value)", place: place) }
        return value
    }

    /// A number of at least 0; nil for anything else.
    var amount: Double? { decimal.flatMap { $0 >= 0 ? $0 : nil } }

    /// Returns whole seconds since 1970, from a number with `unit` units a second.
    func seconds(_ place: String, unit: Int = 1) throws(FeedError.Reason) -> Int {
        guard let number = decimal, let count = Int(exactly: number.rounded(.down)) else {
            throw .malformed(what: "no time", place: place)
        }
        return try Self.inRange(count / unit, place)
    }

    /// Returns whole seconds since 1970, from an ISO day or an ISO date-time with any number of fractional digits.
    func isoSeconds(_ place: String) throws(FeedError.Reason) -> Int {
        guard let text = string, text.contains("-"), let seconds = DateText.seconds(text) else {
            throw .malformed(what: "no time", place: place)
        }
        return try Self.inRange(seconds, place)
    }

    /// Accepts times from 1970 to 2200. A time in another unit than documented falls outside.
    private static func inRange(_ seconds: Int, _ place: String) throws(FeedError.Reason) -> Int {
        guard (0..<7_258_118_400).contains(seconds) else { throw .malformed(what: "the time \(seconds)", place: place) }
        return seconds
    }
}

extension Candle {
    /// Creates a candle from its opening time, with the values as sent: ``FeedConnection`` leaves out impossible ones.
    ///
    /// - Throws: `malformed` if the time is not midnight UTC, because the provider's days then differ from ours.
    init(
        opening seconds: Int, open: JSONValue?, high: JSONValue?, low: JSONValue?, close: JSONValue, volume: Double?, place: String
    ) throws(FeedError.Reason) {
        guard seconds % 86_400 == 0 else { throw .malformed(what: "a day that begins at second \(seconds % 86_400)", place: place) }
        self.init(
            day: Day(secondsSince1970: seconds), open: open?.decimal, high: high?.decimal, low: low?.decimal,
            close: try close.price(place), volume: volume.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil })
    }
}
