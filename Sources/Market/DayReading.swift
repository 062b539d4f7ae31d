/// Assigns the rows of a price file to UTC days, by one rule for all rows.
///
/// A close counts for the UTC day on which it was known, so that no row looks ahead: a candle from 21:00 on the first to 21:00 on
/// the second is one of the second. At midnight one day ends and the next begins, so a candle that opens at midnight belongs to
/// the day that begins, and a price at midnight to the day that ends.
struct DayReading {
    /// For each row, its day and the second at which its close was known; nil for a row without a daily close.
    private(set) var rows: [(day: Day, known: Int)?] = []
    /// Notes for the user: how the times were read, and which rows are left out.
    private(set) var notes: [PriceNote] = []
    private let place: (file: String, lines: [Int])

    private static let daySeconds = 86_400
    /// From this time on, a time counts as the end of its day: 23:45. GOOGLEFINANCE writes 23:58.
    private static let endOfDay = 85_500
    /// Prices within this many seconds after midnight count as prices at midnight, because providers record them slightly late.
    private static let midnightTolerance = 300

    /// - Parameters:
    ///   - stamps: the times as written.
    ///   - rule: how offsets from UTC are applied.
    ///   - lines: the line of each stamp, for the notes.
    ///   - file: the file's name, for the notes.
    init(_ stamps: [DateText.Stamp], _ rule: DayRule, _ evidence: StampEvidence, lines: [Int], file: String) {
        place = (file, lines)
        let times = stamps.map(rule.seconds)
        guard stamps.contains(where: \.hasTime) else {
            rows = times.map { (Day(secondsSince1970: $0), $0 + Self.daySeconds) }
            return
        }
        let isKept = kept(times, evidence.meaning)
        rows = times.indices.map { index in
            guard isKept[index] else { return nil }
            let known = stamps[index].hasTime ? Self.known(times[index], evidence.meaning) : times[index] + Self.daySeconds
            return (Day(secondsSince1970: known - 1), known)
        }
        let kept = times.indices.filter { isKept[$0] && stamps[$0].hasTime && Self.second(times[$0]) < Self.endOfDay }
        if let odd = kept.first(where: { !Self.isMidnight(times[$0]) }) {
            let day = Self.day(times[odd], evidence.meaning)
            notes.append(PriceNote(.oddTimes(evidence.meaning, example: times[odd], day: day), of: file))
        } else if !kept.isEmpty, !evidence.isKnown {
            notes.append(PriceNote(.midnight(evidence.meaning), of: file))
        }
    }

    private static func second(_ time: Int) -> Int { (time % daySeconds + daySeconds) % daySeconds }
    private static func isMidnight(_ time: Int) -> Bool { second(time) < midnightTolerance }

    /// The second at which the close of a row was known.
    private static func known(_ time: Int, _ meaning: StampMeaning) -> Int {
        if second(time) >= endOfDay { return time - second(time) + daySeconds }
        let start = isMidnight(time) ? time - second(time) : time
        return meaning == .open ? start + daySeconds : start
    }

    private static func day(_ time: Int, _ meaning: StampMeaning) -> Day { Day(secondsSince1970: known(time, meaning) - 1) }

    /// The rows with a daily close: not the prices within days of a file with prices at midnight, nor a last row at a different
    /// time than all others, which is the price when the file was made.
    private mutating func kept(_ times: [Int], _ meaning: StampMeaning) -> [Bool] {
        let isEdge = times.map { Self.isMidnight($0) || Self.second($0) >= Self.endOfDay }
        if meaning == .close, isEdge.contains(true) {
            note(leftOut: times.indices.filter { !isEdge[$0] }, times)
            return isEdge
        }
        var isKept = [Bool](repeating: true, count: times.count)
        if let last = times.indices.max(by: { times[$0] < times[$1] }), times.count > 2,
            times.indices.allSatisfy({ $0 == last || !Self.isSameTime(times[$0], times[last]) })
        {
            isKept[last] = false
            note(leftOut: [last], times)
        }
        return isKept
    }

    /// Whether two times are at the same time of day, apart from summer time.
    private static func isSameTime(_ one: Int, _ other: Int) -> Bool {
        let distance = second(one - other)
        return min(distance, daySeconds - distance) <= 3600
    }

    private mutating func note(leftOut rows: [Int], _ times: [Int]) {
        guard let first = rows.first else { return }
        let kind = PriceNote.Kind.pricesWithinDay(count: rows.count, first: times[first])
        notes.append(PriceNote(kind, of: place.file, line: place.lines[first]))
    }
}
