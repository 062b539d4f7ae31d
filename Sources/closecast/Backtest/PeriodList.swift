import ArgumentParser
import Market

/// Ranges of days, `2019-12-31..2020-09-26,2020-12-31..2021-09-26`, ascending and without overlap.
struct PeriodList: ExpressibleByArgument {
    let values: [ClosedRange<Day>]

    init?(argument: String) {
        var values: [ClosedRange<Day>] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            // Dates contain no dots, so a dot can only belong to `..`.
            let days = part.split(separator: ".", omittingEmptySubsequences: false)
            guard days.count == 3, days[1].isEmpty, let first = Day(iso: days[0]), let last = Day(iso: days[2]), first <= last,
                values.last.map({ $0.upperBound < first }) ?? true
            else { return nil }
            values.append(first...last)
        }
        self.values = values
    }
}
