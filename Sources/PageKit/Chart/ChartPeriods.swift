import HTMLTemplates
import Market

/// How much of the past a chart shows.
package enum PastPeriod: String, CaseIterable, Sendable {
    case week = "1W"
    case month = "1M"
    case quarter = "3M"
    case year = "1Y"
    case threeYears = "3Y"
    case all = "All"

    /// The days before the last close; nil for all.
    package var days: Int? {
        switch self {
        case .week: 7
        case .month: 30
        case .quarter: 91
        case .year: 365
        case .threeYears: 1095
        case .all: nil
        }
    }
}

/// How much of a forecast a chart shows.
package enum AheadPeriod: String, CaseIterable, Sendable {
    case week = "1W"
    case twoWeeks = "2W"
    case month = "1M"
    case twoMonths = "2M"
    case quarter = "3M"

    /// The days ahead.
    package func days(of horizon: Int) -> Int {
        switch self {
        case .week: min(7, horizon)
        case .twoWeeks: min(14, horizon)
        case .month: min(30, horizon)
        case .twoMonths: min(60, horizon)
        case .quarter: horizon
        }
    }
}

/// The view that a reader chose, as written in the page's address: `?past=1Y&ahead=3M&scale=log`.
package struct ChartChoice: Sendable {
    package enum Scale: String, CaseIterable, Sendable { case linear, log }
    package enum Kind: String, CaseIterable, Sendable { case line, candles }
    enum Volume: String, CaseIterable, Sendable { case off, on }

    package var past: PastPeriod
    package var ahead: AheadPeriod
    var scale: Scale
    let kind: Kind
    let showsVolume: Bool
    let zoom: ClosedRange<Day>?

    package init(_ visit: Visit) {
        past = visit.choice("past", default: .year)
        ahead = visit.choice("ahead", default: .quarter)
        scale = visit.choice("scale", default: .linear)
        kind = visit.choice("kind", default: .line)
        showsVolume = visit.choice("volume", default: Volume.off) == .on
        zoom = visit.zoom
    }

    /// The query of an address with one choice changed.
    package func query(
        past: PastPeriod? = nil, ahead: AheadPeriod? = nil, scale: Scale? = nil, kind: Kind? = nil, showsVolume: Bool? = nil
    ) -> String {
        "?past=\((past ?? self.past).rawValue)&ahead=\((ahead ?? self.ahead).rawValue)"
            + ((scale ?? self.scale) == .log ? "&scale=log" : "") + ((kind ?? self.kind) == .candles ? "&kind=candles" : "")
            + (showsVolume ?? self.showsVolume ? "&volume=on" : "")
    }
}

extension Visit {
    /// The days to which a reader zoomed, days since 1970: `?from=20000&to=20090`. Nil for the days of the other choices.
    package var zoom: ClosedRange<Day>? {
        guard let from = query("from").flatMap({ Int($0) }), let to = query("to").flatMap({ Int($0) }), from < to else {
            return nil
        }
        return Day(daysSince1970: from)...Day(daysSince1970: to)
    }
}

extension Words {
    /// The choices of a period, of which one is chosen.
    package func choices<Period: RawRepresentable<String> & Equatable>(_ all: [Period], _ chosen: Period) -> TemplateValue {
        .list(
            all.map { each in
                [
                    "value": .text(each.rawValue), "label": .text(self("chips.\(each.rawValue)")),
                    "isChosen": .flag(each == chosen),
                ]
            })
    }
}
