import Forecasting
import JSONText
import Market

/// One line of a batch: `{"id":…,"closes":[…],"last":"2025-02-20"}`.
struct BatchLine {
    /// The id as it was written, to be repeated in the answer.
    private(set) var id: [UInt8]?
    private(set) var closes: [Double]?
    private(set) var last: Day?

    /// Why a line has no forecast: a stable code for programs, a sentence for people.
    struct Problem: Error {
        let code: String
        let message: String
    }

    /// Reads as much as it can: what was read before the problem stays, so that the error can carry the id.
    mutating func read(_ bytes: [UInt8]) throws(Problem) {
        do throws(JSONError) {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var reader = JSONReader(buffer)
                try reader.object { (reader, key) throws(JSONError) in try member(key, &reader, bytes) }
                try reader.end()
            }
        } catch {
            throw Problem(code: "bad-json", message: error.description)
        }
    }

    private mutating func member(_ key: String, _ reader: inout JSONReader, _ bytes: [UInt8]) throws(JSONError) {
        switch key {
        case "id":
            let kind = try reader.nextKind()
            guard kind == .string || kind == .number else {
                throw reader.error("\"id\" is \(kind.rawValue); expected a string or number")
            }
            let start = reader.offset
            try reader.skipValue()
            id = Array(bytes[start..<reader.offset])
        case "closes": closes = try reader.numbers()
        case "last":
            if try reader.nextKind() == .null { return try reader.null() }
            let text = try reader.string()
            guard let day = Day(iso: text) else { throw reader.error("\"last\" is \"\(text)\"; expected a day such as 2025-02-20") }
            last = day
        default: throw reader.error("unknown member \"\(key)\"; expected id, closes and last")
        }
    }

    /// The history, or why there is none.
    func history(name: Ticker) throws(Problem) -> PriceHistory {
        guard let closes else {
            throw Problem(code: "no-closes", message: "\"closes\" is missing; expected an array of daily closes, oldest first")
        }
        guard !closes.isEmpty else {
            throw Problem(code: "no-closes", message: "\"closes\" is empty; expected daily closes, oldest first")
        }
        if let bad = closes.firstIndex(where: { !($0 > 0) }) {
            throw Problem(
                code: "bad-close", message: "close \(bad + 1) of \(closes.count) is \(closes[bad]); expected a positive number")
        }
        // Without a last day the dates of the answer are left out; any day does for the computation.
        return PriceHistory(ticker: name, firstDay: (last ?? Day(daysSince1970: 0)) - (closes.count - 1), closes: closes)
    }
}
