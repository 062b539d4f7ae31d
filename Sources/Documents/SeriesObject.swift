import JSONText
import Market

/// A series as clients send it, `{"id":…,"closes":[…],"last":"2025-02-20"}`, read member by member: it may stand among other members.
package struct SeriesObject: Sendable {
    /// The names of its members.
    package static let members = ["id", "closes", "last"]

    /// The id as it was written, to be repeated in the answer.
    package private(set) var id: [UInt8]?
    /// As they were written, oldest first.
    package private(set) var closes: [Double]?
    /// The day of the last close.
    package private(set) var last: Day?
    /// Whether no member was read, not even a null one.
    package private(set) var isEmpty = true
    /// What is wrong with the value of a member that is valid JSON; nil where the text itself is at fault.
    package private(set) var fault: Fault?

    /// Why a member was refused.
    package enum Fault: Equatable, Sendable {
        /// It is of another kind than the member has.
        case kind
        /// It is a text that is not a day.
        case notADay(String)
    }

    /// A series of which nothing has been read.
    package init() {}

    /// Reads the value of a member; what was read before stays when this fails.
    ///
    /// - Parameter bytes: the whole text that the reader reads.
    /// - Precondition: the key is one of ``members``.
    /// - Throws: what is wrong and where; ``fault`` then has what is wrong with a value that is valid JSON.
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
        default: preconditionFailure("\(key) is not a member of a series")
        }
    }
}
