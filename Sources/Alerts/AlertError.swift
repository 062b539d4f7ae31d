import Ledger
import Market
import Platform
import Store

/// Why an alert is not set or changed.
package enum AlertError: Refusable, Equatable {
    case missing(String, AlertMeasure)
    case notOfMeasure(String, AlertMeasure)
    case badDays(Int, ClosedRange<Int>, AlertMeasure)
    case badThreshold(FixedDecimal, ClosedRange<Int>, AlertMeasure)
    case badMargin(FixedDecimal)
    case fixedDirection(AlertMeasure)
    case endsInPast(Day)
    case sinceInFuture(Day)
    case noForecasts
    case noAlert(String)
    case ended(String)
    case tooMany(most: Int)

    package var refusal: Refusal {
        switch self {
        case .missing(let field, let measure):
            Refusal("alert-incomplete", .invalid, "an alert on \(measure.rawValue) needs \(field)", field: "/\(field)")
        case .notOfMeasure(let field, let measure):
            Refusal("alert-unused-field", .invalid, "an alert on \(measure.rawValue) has no \(field)", field: "/\(field)")
        case .badDays(let days, let range, let measure):
            Refusal(
                "bad-days", .invalid, "an alert on \(measure.rawValue) accepts \(range.lowerBound) to \(range.upperBound) days",
                field: "/days", value: "\(days)", accepted: "\(range.lowerBound) to \(range.upperBound)")
        case .badThreshold(let threshold, let range, let measure):
            Refusal(
                "bad-threshold", .invalid,
                "the threshold of an alert on \(measure.rawValue) is from \(range.lowerBound) to \(range.upperBound)"
                    + (measure == .price ? ", and above 0" : ""),
                field: "/threshold", value: "\(threshold)", accepted: "\(range.lowerBound) to \(range.upperBound)")
        case .badMargin(let margin):
            Refusal("bad-margin", .invalid, "the margin is at most 100", field: "/margin", value: "\(margin)", accepted: "0 to 100")
        case .fixedDirection(let measure):
            Refusal(
                "bad-direction", .invalid,
                "an alert on \(measure.rawValue) always fires \(measure.usual!.direction.rawValue) its threshold",
                field: "/direction")
        case .endsInPast(let day): Refusal("ends-in-past", .invalid, "\(day) is over", field: "/ends_on", value: "\(day)")
        case .sinceInFuture(let day):
            Refusal("since-in-future", .invalid, "\(day) has not come yet", field: "/since", value: "\(day)")
        case .noForecasts: Refusal("no-forecasts", .conflict, "this alert needs a model that forecasts bands")
        case .noAlert(let id): Refusal("no-alert", .missing, "there is no alert \(id.cut(to: 60))")
        case .ended(let id): Refusal("alert-ended", .conflict, "the alert \(id) has ended; set a new one")
        case .tooMany(let most): Refusal("too-many-alerts", .conflict, "you have \(most) alerts, the most; remove one first")
        }
    }
}
