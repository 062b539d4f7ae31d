/// How the moments of a file become days, decided once for the whole file.
///
/// A close is of a UTC day. A moment with an offset from UTC is one of two things: the beginning (or the last minute) of a calendar day
/// elsewhere, which means that calendar day, or an exact moment, which belongs to the UTC day in which it falls. The first holds where it
/// holds for every line of the file.
enum DayRule: Equatable {
    /// No offsets, or those of UTC.
    case utc
    /// Every moment is at the edge of a local day: the day as it is written.
    case calendar(offsets: [Int])
    /// Moments, converted to UTC.
    case converted(offsets: [Int])

    /// - Throws: ``PriceFileError/Kind/mixedOffsets(_:)`` where the offsets are not those of one time zone.
    init(_ stamps: [DateText.Stamp], lines: [Int], file: String) throws(PriceFileError) {
        var offsets: [Int?] = []
        var isEdge = true
        var isMidnight: Bool?
        for (index, stamp) in stamps.enumerated() {
            if !offsets.contains(stamp.offset) {
                offsets.append(stamp.offset)
                guard Self.isOfOneZone(offsets) else {
                    let found = offsets.map { $0.map(DateText.zone) ?? "none" }
                    throw PriceFileError(faults: [.init(file: file, line: lines[index], kind: .mixedOffsets(found))])
                }
            }
            let second = ((stamp.localSeconds % 86_400) + 86_400) % 86_400
            let isAtStart = second == 0
            isEdge = isEdge && (isAtStart || second >= 86_340) && isAtStart == (isMidnight ?? isAtStart)
            isMidnight = isMidnight ?? isAtStart
        }
        let zones = offsets.compactMap(\.self).sorted()
        if zones.allSatisfy({ $0 == 0 }) {
            self = .utc
        } else {
            self = isEdge ? .calendar(offsets: zones) : .converted(offsets: zones)
        }
    }

    /// One offset, or two an hour apart: winter and summer time.
    private static func isOfOneZone(_ offsets: [Int?]) -> Bool {
        guard offsets.count > 1 else { return true }
        // No offset means UTC.
        let known = Set(offsets.map { $0 ?? 0 })
        if known.count == 1 { return true }
        return offsets.count == 2 && !offsets.contains(nil) && known.max()! - known.min()! == 3600
    }

    /// Seconds since 1970 of the moment in the calendar that counts.
    func seconds(_ stamp: DateText.Stamp) -> Int {
        if case .calendar = self { stamp.localSeconds } else { stamp.seconds }
    }

    /// A note for people; nil if there was nothing to decide.
    var note: String? {
        switch self {
        case .utc: nil
        case .calendar(let offsets):
            "every time is midnight or 23:59 at \(Self.zones(offsets)), so dates are used as written, not converted to UTC"
        case .converted(let offsets): "times at \(Self.zones(offsets)) were converted to UTC; each close counts for its UTC day"
        }
    }

    private static func zones(_ offsets: [Int]) -> String { offsets.map(DateText.zone).joined(separator: " and ") }
}
