import Market

/// Why no stored closes can be used for a forecast.
package enum StoredClosesError: Error, Equatable, Sendable {
    /// No close of the asset is stored.
    case noCloses(Ticker)
    /// No close is stored on the day that the forecast should start from.
    ///
    /// `first` and `last` are the first and last stored day. `cutoff` is an alternative cutoff, nil if too few closes are stored.
    /// `isPast` is true if the requested day has ended.
    case noCloseOn(Day, asset: Ticker, first: Day, last: Day, cutoff: Day?, isPast: Bool)
}

extension StoredClosesError: CustomStringConvertible {
    /// A sentence with the days and what to do.
    package var description: String {
        switch self {
        case .noCloses(let asset):
            "no closes of \(asset) are stored; import a file (closecast history import \(asset).csv) or fetch them "
                + "(closecast history fetch \(asset))"
        case .noCloseOn(let day, let asset, let first, let last, let cutoff, let isPast):
            (isPast ? "no close of \(asset) on \(day) is stored" : "\(day) has not ended, so \(asset) has no close on it")
                + "; the stored closes are \(first) to \(last). "
                + Self.remedy(asset: asset, day: day, first: first, last: last, cutoff: cutoff, isPast: isPast)
        }
    }

    /// Returns the suggestion for what to do instead.
    private static func remedy(asset: Ticker, day: Day, first: Day, last: Day, cutoff: Day?, isPast: Bool) -> String {
        guard let cutoff else {
            return "Too few closes in a row are stored around that day to forecast from; get more: "
                + "closecast history fetch \(asset) --all"
        }
        if day < first {
            return "A day that can be forecast from: --as-of \(cutoff), or get earlier closes: "
                + "closecast history fetch \(asset) --all"
        }
        let newer = day > last && isPast ? ", or get newer closes: closecast history fetch \(asset)" : ""
        return "The last day before that can be forecast from: --as-of \(cutoff)\(newer)"
    }
}
