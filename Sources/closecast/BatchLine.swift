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
    ///
    /// - Parameters:
    ///   - line: the line's number, for series without an id that can be a ticker.
    ///   - need: how many closes the model reads; jumps before them are no obstacle.
    func history(line: Int, need: Int) throws(Problem) -> PriceHistory {
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
        if let jump = jump(in: closes.suffix(need)) {
            let ratio = PriceText.significant(max(closes[jump] / closes[jump - 1], closes[jump - 1] / closes[jump]), digits: 3)
            throw Problem(
                code: "jump",
                message:
                    "close \(jump + 1) of \(closes.count) is \(closes[jump]), \(ratio) times off the one before: another coin or "
                    + "another unit; send the closes from there on or up to there")
        }
        let name = id.flatMap { Ticker(String(decoding: $0, as: UTF8.self).filter { $0 != "\"" }) } ?? Ticker("LINE-\(line)")!
        // Without a last day the dates of the answer are left out; any day does for the computation.
        return PriceHistory(ticker: name, firstDay: (last ?? Day(daysSince1970: 0)) - (closes.count - 1), closes: closes)
    }

    /// The first close that no market reaches from the one before, as files of prices are checked too.
    private func jump(in closes: ArraySlice<Double>) -> Int? {
        closes.indices.dropFirst().first { index in
            max(closes[index] / closes[index - 1], closes[index - 1] / closes[index]) > PriceFile.largestDailyRatio
        }
    }
}
