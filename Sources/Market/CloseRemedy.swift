import Text

/// A change of the selection with which refused closes pass the check. It was tried on these closes.
public struct CloseRemedy: Equatable, Sendable {
    /// Days whose closes are left out.
    public var skippedDays: [Day] = []
    /// Whether gaps and bad closes are filled with the previous close.
    public var fillsWithPrevious = false
    /// The first day to use.
    public var since: Start?
    /// The cutoff.
    public var asOf: Day?
    /// Whether the requested first day is dropped.
    public var isWithoutSince = false

    /// A first day, and the number of closes left.
    public struct Start: Equatable, Sendable {
        /// The first day.
        public let day: Day
        /// The number of closes from that day on.
        public let closes: Int
    }

    /// A sentence with the options of the command line: `Leave the day out: --skip-day 2025-01-12.`
    var sentence: String {
        switch (skippedDays.isEmpty, fillsWithPrevious, since, asOf) {
        case (true, true, nil, nil): "Fill with the previous close: \(options)."
        case (false, false, nil, nil): "Leave the day\(skippedDays.count == 1 ? "" : "s") out: \(options)."
        case (_, _, let since?, nil): "Leave out the days before: \(options) (\(since.closes.counted("close")))."
        case (_, _, nil, _?): "Forecast from an earlier day: \(options)."
        default: isWithoutSince ? "Leave out --since." : "Use \(options)."
        }
    }

    /// The options of the command line: `--fill previous --as-of 2025-01-12`.
    public var options: String {
        let parts =
            skippedDays.map { "--skip-day \($0)" } + (fillsWithPrevious ? ["--fill previous"] : [])
            + (since.map { ["--since \($0.day)"] } ?? []) + (asOf.map { ["--as-of \($0)"] } ?? [])
        return parts.joined(separator: " ")
    }

    /// The parameters of a query, `skip_day=2025-01-12`; nil if it needs more than leaving out days and filling gaps.
    package var query: String? {
        guard since == nil, asOf == nil, !isWithoutSince else { return nil }
        let days = skippedDays.isEmpty ? [] : ["skip_day=\(skippedDays.map(\.description).joined(separator: ","))"]
        return (days + (fillsWithPrevious ? ["fill=previous"] : [])).joined(separator: "&")
    }

    /// Whether it only leaves out or fills days, or ends earlier: without a first day to choose.
    package var keepsStart: Bool { since == nil && !isWithoutSince }

    /// The selection with this remedy.
    public func applied(to selection: CloseSeries.Selection) -> CloseSeries.Selection {
        var selection = selection
        selection.skippedDays.formUnion(skippedDays)
        selection.fillsWithPrevious = selection.fillsWithPrevious || fillsWithPrevious
        if isWithoutSince { selection.since = nil }
        if let since { selection.since = since.day }
        if let asOf { selection.asOf = asOf }
        return selection
    }
}

/// Tries changes of a selection on the refused closes.
struct RemedySearch {
    let series: CloseSeries
    let ticker: Ticker
    let selection: CloseSeries.Selection

    /// A longer list of days is useless on a command line.
    private static let mostDays = 8

    /// Returns the remedies that work for an error, the one that keeps the most closes first; for an error that needs two changes,
    /// both together.
    func remedies(for error: CloseSeriesError) -> [CloseRemedy] {
        let (single, together) = attempts(error)
        let helpful = single.compactMap(working)
        return helpful.isEmpty ? together.compactMap(working) : helpful
    }

    /// Returns a cutoff if forecasts from it pass the check.
    func verified(_ cutoff: Day?) -> Day? { cutoff.flatMap { working(CloseRemedy(asOf: $0)) }?.asOf }

    /// The remedy with the number of closes that it leaves; nil if it does not work.
    private func working(_ remedy: CloseRemedy) -> CloseRemedy? {
        guard let read = try? series.checked(ticker, remedy.applied(to: selection)) else { return nil }
        var remedy = remedy
        if let day = remedy.since?.day { remedy.since = .init(day: day, closes: read.history.count) }
        return remedy
    }

    private func attempts(_ error: CloseSeriesError) -> (single: [CloseRemedy], together: [CloseRemedy]) {
        var repairs: [CloseRemedy] = []
        let spikes = error.faults.compactMap(\.kind.spikeDay)
        if !spikes.isEmpty, spikes.count <= Self.mostDays { repairs.append(CloseRemedy(skippedDays: spikes)) }
        if !selection.fillsWithPrevious, error.faults.contains(where: \.kind.canBeFilled) {
            repairs.append(CloseRemedy(fillsWithPrevious: true))
        }
        if selection.since != nil { repairs.append(CloseRemedy(isWithoutSince: true)) }
        let together = repairs.flatMap { repair in
            do throws(CloseSeriesError) {
                _ = try series.checked(ticker, repair.applied(to: selection))
                return [CloseRemedy]()
            } catch {
                return cuts(error, with: repair)
            }
        }
        return (repairs + cuts(error, with: CloseRemedy()), together)
    }

    /// The last day from which all closes are good, and the newest working cutoff before the faults.
    private func cuts(_ error: CloseSeriesError, with repair: CloseRemedy) -> [CloseRemedy] {
        var found: [CloseRemedy] = []
        if let window = error.faults.last?.kind.window, window.closesFromThere >= selection.need {
            var since = repair
            since.since = .init(day: window.goodFrom, closes: window.closesFromThere)
            found.append(since)
        }
        let cutoff = error.faults.reversed().lazy.compactMap(\.kind.dayBefore).map { day in
            var remedy = repair
            remedy.asOf = day
            return remedy
        }.first { working($0) != nil }
        return found + (cutoff.map { [$0] } ?? [])
    }
}

extension CloseSeriesError.Kind {
    /// The good closes after the fault; nil for a fault of the whole series.
    public var window: CloseSeriesError.Window? {
        switch self {
        case .gap(_, _, let window), .badClose(_, _, let window), .jump(_, _, _, let window), .spike(_, _, _, _, let window): window
        case .noRows, .asOfMissing, .tooShort: nil
        }
    }

    fileprivate var spikeDay: Day? { if case .spike(let day, _, _, _, _) = self { day } else { nil } }

    fileprivate var canBeFilled: Bool {
        switch self {
        case .gap, .badClose, .spike: true
        case .jump, .noRows, .asOfMissing, .tooShort: false
        }
    }

    /// The last day before the fault.
    fileprivate var dayBefore: Day? {
        switch self {
        case .gap(let after, _, _): after
        case .badClose(let day, _, _), .jump(let day, _, _, _), .spike(let day, _, _, _, _): day - 1
        case .noRows, .asOfMissing, .tooShort: nil
        }
    }
}
