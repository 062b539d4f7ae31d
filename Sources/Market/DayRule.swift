/// Assigns the times of a file to UTC days, by one rule for the whole file.
///
/// A time with an offset from UTC can mean one of two things. It may be the start (or last minute) of a local calendar day, and
/// then that calendar day counts. Or it is an exact time, and then the UTC day that contains it counts. The first reading
/// applies only if it fits every line of the file.
enum DayRule: Equatable {
    /// The file has no offsets other than zero.
    case utc
    /// Every time is at the edge of a local day: use the day as written.
    case calendar(offsets: [Int])
    /// Exact times, converted to UTC.
    case converted(offsets: [Int])

    /// Chooses the rule for all timestamps of a file.
    ///
    /// - Parameter lines: the line number of each stamp, for errors.
    /// - Throws: ``PriceFileError/Kind/mixedOffsets(_:)`` if the offsets cannot belong to one time zone.
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

    /// Whether the offsets fit one time zone: a single one, or two an hour apart (standard and summer time).
    private static func isOfOneZone(_ offsets: [Int?]) -> Bool {
        guard offsets.count > 1 else { return true }
        // No offset means UTC.
        let known = Set(offsets.map { $0 ?? 0 })
        if known.count == 1 { return true }
        return offsets.count == 2 && !offsets.contains(nil) && known.max()! - known.min()! == 3600
    }

    /// Returns seconds since 1970-01-01 in the calendar that determines the day.
    func seconds(_ stamp: DateText.Stamp) -> Int {
        if case .calendar = self { stamp.localSeconds } else { stamp.seconds }
    }

    /// A note for the user; nil if the file needs no conversion.
    var note: PriceNote.Kind? {
        switch self {
        case .utc: nil
        case .calendar(let offsets): .localDays(offsets: offsets.map(DateText.zone))
        case .converted(let offsets): .convertedTimes(offsets: offsets.map(DateText.zone))
        }
    }
}
