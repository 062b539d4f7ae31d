import Forecasting
import JSONText
import Market
import Platform
import Text

/// One line of a batch: `{"id":…,"closes":[…],"last":"2025-02-20"}`, perhaps with the ``SeriesObject/details`` of each day.
package struct BatchLine: Sendable {
    /// The members read so far.
    private var series: SeriesObject
    /// The id as written, to be repeated in the answer.
    package var id: [UInt8]? { series.id }
    /// The closes as written, oldest first.
    package var closes: [Double]? { series.closes }
    /// The day of the last close.
    package var last: Day? { series.last }
    /// The other values of each day.
    package var columns: [String: [Double]] { series.columns }

    /// The member being read, and the offset of its value.
    private var reading: (member: String, offset: Int)?
    /// Whether that member is unknown.
    private var isUnknown = false

    /// Why a line has no forecast: a stable code for programs, and a sentence for people.
    package struct Fault: Error, Equatable, Sendable {
        package let code: String
        package let message: String
        /// The member at fault, if any.
        package let member: String?
        /// The beginning of its value.
        package let value: String?

        /// The line has no member `closes`.
        package static let noCloses = Fault(
            code: "no-closes", message: "\"closes\" is missing; expected an array of daily closes, oldest first", member: "closes")

        /// The line has an unknown member.
        static func unknownMember(_ name: String) -> Fault {
            Fault(
                code: "unknown-member",
                message:
                    "\"\(name.cut(to: 100))\" is not a member of a series; accepted are \(SeriesObject.members.map { "\"\($0)\"" }.joined(separator: ", "))",
                member: name)
        }

        /// Creates a problem, with the member at fault if there is one.
        package init(code: String, message: String, member: String? = nil, value: String? = nil) {
            (self.code, self.message, self.member, self.value) = (code, message, member, value)
        }
    }

    /// Creates a line from a series read elsewhere, or an empty one.
    package init(_ series: SeriesObject = SeriesObject()) { self.series = series }

    /// Whether a line is blank and therefore skipped.
    package static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// Reads as much as possible. Members read before an error are kept, so that the answer to it can contain the id.
    ///
    /// - Throws: ``Fault`` if the line is not a valid series.
    package mutating func read(_ bytes: [UInt8]) throws(Fault) {
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
            throw Fault(
                code: Self.isJSON(bytes) ? "invalid-value" : "malformed-json", message: error.description, member: reading?.member,
                value: excerpt(bytes, of: error))
        }
    }

    /// Whether a text is valid JSON of any kind: then the error is a wrong value, and not malformed JSON.
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

    /// Returns the text at the error: among many closes the close, otherwise the beginning of the value.
    private func excerpt(_ bytes: [UInt8], of error: JSONError) -> String? {
        let start = reading.map { ["id", "last"].contains($0.member) ? $0.offset : error.offset } ?? error.offset
        let shown = bytes.dropFirst(start).prefix(40)
        return shown.isEmpty ? nil : String(decoding: shown, as: UTF8.self)
    }

    /// The latest last day, from which every model's days have dates.
    private static let latestLast = Day(iso: "9998-12-31")!

    /// Returns the history.
    ///
    /// - Parameters:
    ///   - line: the line's number, which names series whose id is not a ticker.
    ///   - need: the number of closes that the model reads; jumps before them do not matter.
    /// - Throws: ``Fault`` for missing, bad or jumping closes.
    package func history(line: Int, need: Int) throws(Fault) -> PriceHistory {
        guard let closes else { throw Fault.noCloses }
        guard !closes.isEmpty else {
            throw Fault(
                code: "no-closes", message: "\"closes\" is empty; expected daily closes, oldest first", member: "closes",
                value: "[]")
        }
        if let bad = closes.firstIndex(where: { !($0 > 0) }) {
            throw Fault(
                code: "bad-close", message: "close \(bad + 1) of \(closes.count) is \(closes[bad]); expected a positive number",
                member: "closes", value: "\(closes[bad])")
        }
        if let bad = closes.firstIndex(where: { !CloseJump.possibleCloses.contains($0) }) {
            throw Fault(
                code: "bad-close",
                message: "close \(bad + 1) of \(closes.count) is \(closes[bad]); expected \(CloseJump.possibleWords)",
                member: "closes", value: "\(closes[bad])")
        }
        if let odd = odd(in: closes, need) { throw Self.fault(odd, in: closes) }
        if let last, last > Self.latestLast {
            throw Fault(
                code: "invalid-value", message: "\"last\" is \(last): its forecast would lie after the year 9999",
                member: "last", value: "\(last)")
        }
        let name = id.flatMap { Ticker(String(decoding: $0, as: UTF8.self).filter { $0 != "\"" }) } ?? Ticker("LINE-\(line)")!
        // Without a last day, the answer has no dates; any day will do for the computation.
        let kept = min(need, closes.count)
        return PriceHistory(
            ticker: name, firstDay: (last ?? Day(daysSince1970: 0)) - (kept - 1),
            closes: kept == closes.count ? closes : Array(closes.suffix(kept)),
            details: try details(of: kept, count: closes.count), isDated: last != nil)
    }

    /// Returns the other values of the newest days; empty if there are none.
    ///
    /// - Parameter count: the number of closes.
    private func details(of kept: Int, count: Int) throws(Fault) -> [CandleDetails] {
        for (name, _) in SeriesObject.details {
            guard let values = columns[name], values.count != count else { continue }
            throw Fault(
                code: "invalid-value",
                message: "\"\(name)\" has \(values.count.counted("value")) and \"closes\" \(count); give one for each close, "
                    + "null where it is not known", member: name)
        }
        guard !columns.isEmpty else { return [] }
        var details = [CandleDetails](repeating: CandleDetails(), count: kept)
        for (name, path) in SeriesObject.details {
            for (index, value) in (columns[name] ?? []).suffix(kept).enumerated() where !value.isNaN {
                details[index][keyPath: path] = value
            }
        }
        return details
    }

    /// Returns the first implausible closes among the last `need`, by the same rule as for price files.
    private func odd(in closes: [Double], _ need: Int) -> OddClose? {
        // Any days will do: sent closes have no gaps.
        let days = closes.indices.map { Day(daysSince1970: $0) }
        let first = closes.count - need
        return OddClose.all(days: days, closes: closes).first { odd in
            // A jump onto the first close that the model reads does not matter.
            odd.isCertain && (odd.shape == .spike ? odd.indices.upperBound > first : odd.indices.lowerBound > first)
        }
    }

    private static func fault(_ odd: OddClose, in closes: [Double]) -> Fault {
        let (index, before) = (odd.indices.lowerBound, closes[odd.before])
        let place = "close \(index + 1) of \(closes.count) is \(closes[index])"
        let message =
            odd.shape == .spike
            ? "\(place), between \(before) and \(closes[odd.indices.upperBound]): probably a wrong number; correct it, "
                + "or send the close before it again"
            : "\(place), and the one before is \(before): a factor of \(PriceText.significant(odd.ratio, digits: 3)), "
                + "as if the coin or the unit had changed; correct the closes, or send only those of one unit"
        return Fault(code: "jump", message: message, member: "closes", value: "\(closes[index])")
    }
}
