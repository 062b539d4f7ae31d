import JSONText
import Market
import Records

/// A series from a client, `{"id":…,"closes":[…],"last":"2025-02-20"}`, perhaps with ``details``, read member by member, since other members may surround it.
package struct SeriesObject: Sendable {
    /// The members that hold the other values of a day, one for each close.
    package static let details: KeyValuePairs<String, WritableKeyPath<CandleDetails, Double?> & Sendable> = [
        "open": \.open, "high": \.high, "low": \.low, "volume": \.volume,
    ]
    /// The names of its members.
    package static let members = ["id", "closes", "last"] + details.map(\.key)

    /// The schemas of its members.
    ///
    /// - Parameters:
    ///   - most: the most closes that an interface accepts.
    ///   - requiresCloses: whether a series without closes is refused, instead of getting an error in its place.
    package static func schema(most: Int, requiresCloses: Bool = false) -> [Schema.Member] {
        let closes = Schema.array(.number(), count: 0...most)
        return [
            .optional("id", .seriesID, "Repeated in the answer."),
            requiresCloses
                ? .init("closes", closes, "Daily closes, oldest first.")
                : .optional(
                    "closes", closes,
                    "Daily closes, oldest first, without gaps, each above zero; a series with other values gets an error in its place."
                ),
            .optional("last", .nullable(.day), "The day of the last close; without it the answer has no dates."),
        ]
            + details.map {
                .optional(
                    $0.key, .array(.nullable(.number()), count: 0...most),
                    "Of each close's day, null where it is not known; volume in quote currency. Read by models of volatility.")
            }
    }

    /// The id as written, to be repeated in the answer.
    package private(set) var id: [UInt8]?
    /// The closes as written, oldest first.
    package private(set) var closes: [Double]?
    /// The day of the last close.
    package private(set) var last: Day?
    /// The other values of each day as written, by the names of ``details``; NaN for null.
    package private(set) var columns: [String: [Double]] = [:]
    /// Whether no member has been read, not even a null one.
    package private(set) var isEmpty = true
    /// The error in a member whose value is valid JSON; nil if the text itself is malformed.
    package private(set) var fault: Fault?

    /// Why a member was refused.
    package enum Fault: Equatable, Sendable {
        /// The value has the wrong type.
        case kind
        /// The value is a text that is not a day.
        case notADay(String)
    }

    package init() {}

    /// Reads the value of a member. Members read earlier are kept if this fails.
    ///
    /// - Parameter bytes: the whole text of the reader.
    /// - Precondition: the key is one of ``members``.
    /// - Throws: the error and its place; ``fault`` is then set if the value is valid JSON.
    package mutating func read(
        _ key: String, _ reader: inout JSONReader, of bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) {
        isEmpty = false
        let kind = try reader.nextKind()
        switch key {
        case "id":
            guard kind == .string || kind == .number else {
                fault = .kind
                throw reader.error("\"id\" is \(kind.rawValue); expected a string or number")
            }
            let start = reader.offset
            try reader.skipValue()
            id = Array(bytes[start..<reader.offset])
        case "closes":
            if kind != .array { fault = .kind }
            closes = try reader.numbers()
        case "last":
            if kind == .null { return try reader.null() }
            if kind != .string { fault = .kind }
            let text = try reader.string()
            guard let day = Day(iso: text) else {
                fault = .notADay(text)
                throw reader.error("\"last\" is \"\(text)\"; expected a day such as 2025-02-20")
            }
            last = day
        case _ where Self.details.contains { $0.key == key }:
            if kind != .array { fault = .kind }
            columns[key] = try reader.numbers(nullsAs: .nan)
        default: preconditionFailure("\(key) is not a member of a series")
        }
    }
}
