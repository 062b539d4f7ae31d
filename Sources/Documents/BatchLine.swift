import Forecasting
import JSONText
import Market

/// One line of a batch: `{"id":…,"closes":[…],"last":"2025-02-20"}`.
package struct BatchLine: Sendable {
    /// What has been read.
    private var series: SeriesObject
    /// The id as it was written, to be repeated in the answer.
    package var id: [UInt8]? { series.id }
    /// As they were written, oldest first.
    package var closes: [Double]? { series.closes }
    /// The day of the last close.
    package var last: Day? { series.last }

    /// The member that is being read, and where its value begins.
    private var reading: (member: String, offset: Int)?
    /// Whether it is an unknown member of a series.
    private var isUnknown = false

    /// Why a line has no forecast: a stable code for programs, a sentence for people.
    package struct Problem: Error, Equatable, Sendable {
        package let code: String
        package let message: String
        /// The member that is wrong, where one is.
        package let member: String?
        /// What stands there, its beginning.
        package let value: String?

        /// The line has no member `closes`.
        package static let noCloses = Problem(
            code: "no-closes", message: "\"closes\" is missing; expected an array of daily closes, oldest first", member: "closes")

        /// The line has a member that no series has.
        static func unknownMember(_ name: String) -> Problem {
            Problem(
                code: "unknown-member",
                message: "\"\(name.prefix(100))\" is not a member of a series; accepted are \"id\", \"closes\" and \"last\"",
                member: name)
        }

        /// A problem, of a member where one is wrong.
        package init(code: String, message: String, member: String? = nil, value: String? = nil) {
            (self.code, self.message, self.member, self.value) = (code, message, member, value)
        }
    }

    /// A series that was read from elsewhere; without one, a line of which nothing has been read.
    package init(_ series: SeriesObject = SeriesObject()) { self.series = series }

    /// Whether a line is passed over.
    package static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Reads as much as it can: what was read before the problem stays, so that the error can carry the id.
    ///
    /// - Throws: ``Problem`` where the line does not have the form of a series.
    package mutating func read(_ bytes: [UInt8]) throws(Problem) {
        do throws(JSONError) {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var reader = JSONReader(buffer)
                try reader.object { (reader, key) throws(JSONError) in
                    reading = (key, reader.offset)
                    guard SeriesObject.members.contains(key) else {
                        isUnknown = true
                        throw reader.error("unknown member")
                    }
                    try series.read(key, &reader, of: buffer)
                    reading = nil
                }
                try reader.end()
            }
        } catch {
            if isUnknown, let reading { throw .unknownMember(reading.member) }
            throw Problem(
                code: Self.isJSON(bytes) ? "invalid-value" : "malformed-json", message: error.description, member: reading?.member,
                value: excerpt(bytes, of: error))
        }
    }

    /// Whether a text is JSON of any form: then a wrong value is no reason to look for a missing comma.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        do throws(JSONError) {
            try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var reader = JSONReader(buffer)
                try reader.skipValue()
                try reader.end()
            }
            return true
        } catch {
            return false
        }
    }

    /// What stands where the problem is: among many closes at the close, else at the value's beginning.
    private func excerpt(_ bytes: [UInt8], of error: JSONError) -> String? {
        let start = reading.map { $0.member == "closes" ? error.offset : $0.offset } ?? error.offset
        let shown = bytes.dropFirst(start).prefix(40)
        return shown.isEmpty ? nil : String(decoding: shown, as: UTF8.self)
    }

    /// The history, or why there is none.
    ///
    /// - Parameters:
    ///   - line: the line's number, for series without an id that can be a ticker.
    ///   - need: how many closes the model reads; jumps before them are no obstacle.
    package func history(line: Int, need: Int) throws(Problem) -> PriceHistory {
        guard let closes else { throw Problem.noCloses }
        guard !closes.isEmpty else {
            throw Problem(
                code: "no-closes", message: "\"closes\" is empty; expected daily closes, oldest first", member: "closes",
                value: "[]")
        }
        if let bad = closes.firstIndex(where: { !($0 > 0) }) {
            throw Problem(
                code: "bad-close", message: "close \(bad + 1) of \(closes.count) is \(closes[bad]); expected a positive number",
                member: "closes", value: "\(closes[bad])")
        }
        if let bad = closes.firstIndex(where: { !CloseJump.possibleCloses.contains($0) }) {
            throw Problem(
                code: "bad-close",
                message: "close \(bad + 1) of \(closes.count) is \(closes[bad]); expected \(CloseJump.possibleWords)",
                member: "closes", value: "\(closes[bad])")
        }
        if let jump = jump(in: closes.suffix(need)) {
            let ratio = PriceText.significant(CloseJump.ratio(closes[jump - 1], closes[jump]), digits: 3)
            throw Problem(
                code: "jump",
                message:
                    "close \(jump + 1) of \(closes.count) is \(closes[jump]), \(ratio) times off the one before: another coin or "
                    + "another unit; send the closes from there on or up to there", member: "closes", value: "\(closes[jump])")
        }
        let name = id.flatMap { Ticker(String(decoding: $0, as: UTF8.self).filter { $0 != "\"" }) } ?? Ticker("LINE-\(line)")!
        // Without a last day the dates of the answer are left out; any day does for the computation.
        return PriceHistory(ticker: name, firstDay: (last ?? Day(daysSince1970: 0)) - (closes.count - 1), closes: closes)
    }

    /// The first close that no market reaches from the one before, as files of prices are checked too.
    private func jump(in closes: ArraySlice<Double>) -> Int? {
        closes.indices.dropFirst().first { index in
            CloseJump.isJump(from: closes[index - 1], to: closes[index])
        }
    }
}
