import HTMLTemplates
import Languages
import Market

/// The figures of a chart as a table: some closes of the visible days, and the forecast of some days ahead.
struct ForecastTable: Sendable {
    private let picture: PricePicture
    private let choice: ChartChoice
    private let words: Words

    /// The approximate number of closes shown; a file has all of them.
    private static let mostCloses = 13
    private static let steps = [1, 7, 14, 30, 60, 90]

    init(_ picture: PricePicture, _ choice: ChartChoice, _ words: Words) {
        (self.picture, self.choice, self.words) = (picture, choice, words)
    }

    var values: TemplateValue {
        let closes = Self.some(Array(picture.closes(of: choice.past)))
        return [
            "caption": .text(caption),
            "closes": .list(
                closes.map { ["day": .text(words.format.date($0.day)), "close": .text(words.format.price($0.close))] }),
            "ahead": .list(ahead),
        ]
    }

    /// The unit of a file's closes is not known.
    private var caption: String {
        picture.unit.isEmpty
            ? words("chart.table-caption-plain", ["name": picture.name])
            : words("chart.table-caption", ["name": picture.name, "unit": picture.unit])
    }

    /// Returns every n-th close, counted back from the last.
    private static func some(_ closes: [Candle]) -> [Candle] {
        let every = max(1, (closes.count + mostCloses - 2) / (mostCloses - 1))
        return stride(from: closes.count - 1, through: 0, by: -every).map { closes[$0] }.reversed()
    }

    private var ahead: [TemplateValue] {
        guard let outlook = picture.outlook else { return [] }
        let days = choice.ahead.days(of: outlook.horizon)
        return (Self.steps.filter { $0 < days } + [days]).map { step in
            let ranges = [50, 80, 95].map { level -> TemplateValue in
                .text(outlook.band(level).map { words.range($0.low[step - 1], $0.high[step - 1]) } ?? Conventions.dash)
            }
            return [
                "day": .text(words.format.date(outlook.cutoff + step)), "step": .text(words("chart.day", ["n": "\(step)"])),
                "middle": .text(words.format.price(outlook.middle[step - 1])), "band50": ranges[0], "band80": ranges[1],
                "band95": ranges[2],
            ]
        }
    }
}
