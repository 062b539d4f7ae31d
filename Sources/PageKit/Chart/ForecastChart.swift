import Charts
import HTMLTemplates
import Languages
import Market

/// A chart of closes and their forecast for the template `forecast-chart`, with its surroundings: the readout, the chips that
/// choose its days, and the same data as a table.
package struct ForecastChart: Sendable {
    package let picture: PricePicture
    package let choice: ChartChoice
    /// The page that the chips lead to, without a query.
    package let path: String
    /// The address from which scripts get the figures.
    package let data: String
    /// The same figures as files: the label and the address of each.
    package let files: [(label: String, href: String)]
    package let words: Words
    /// The kept forecast that is shown with the chart; nil for none.
    package var shown: Int64?

    package init(
        picture: PricePicture, choice: ChartChoice, path: String, data: String, files: [(label: String, href: String)],
        words: Words, shown: Int64? = nil
    ) {
        (self.picture, self.choice, self.path, self.data, self.files, self.words, self.shown) = (
            picture, choice, path, data, files, words, shown
        )
    }

    /// The days ahead that the reader chose; nil without a forecast.
    package var days: Int? { picture.outlook.map { choice.ahead.days(of: $0.horizon) } }

    package var values: TemplateValue {
        let chart = picture.chart(words, choice)
        let pictures = chart.pictures(
            choice.zoom, or: picture.view(choice), isLogarithmic: choice.scale == .log, words.format, title: title)
        return [
            "title": .text(title), "data": .text(data), "name": .text(picture.name), "source": .text(source),
            "pictures": pictures, "readout": readout, "hasForecast": .flag(picture.outlook != nil), "past": .list(pastChips),
            "ahead": .list(aheadChips), "scales": .list(scaleChips), "kinds": .list(kindChips),
            "hasKinds": .flag(picture.hasCandles), "volume": volumeChip, "table": ForecastTable(picture, choice, words).values,
            "files": .list(files.map { ["label": .text($0.label), "href": .text($0.href)] }),
        ]
    }

    private var title: String {
        let past = words("period.\(choice.past.rawValue)", n: picture.closes.count)
        guard let days else { return words("chart.title-past", ["name": picture.name, "past": past]) }
        return words("chart.title", n: days, ["name": picture.name, "past": past])
    }

    /// The text below a saved picture.
    private var source: String {
        words.chartSource(model: picture.outlook?.modelName, issued: picture.today, last: picture.last)
    }

    // MARK: The readout

    /// The line above the chart while the pointer is elsewhere: the last visible day.
    private var readout: TemplateValue {
        guard let outlook = picture.outlook, let days else {
            return [
                "when": .text(words.format.date(picture.last)), "parts": [],
                "close": .text("\(words.format.price(picture.lastClose)) \(picture.unit)"),
            ]
        }
        let parts = outlook.bands.reversed().map { band -> TemplateValue in
            [
                "key": "\(band.level)", "name": .text(words.format.share(Double(band.level) / 100)),
                "value": .text(words.range(band.low[days - 1], band.high[days - 1])),
            ]
        }
        let middle: TemplateValue = [
            "key": "middle", "name": .text(words("chart.middle")), "value": .text(words.format.price(outlook.middle[days - 1])),
        ]
        return [
            "when": .text("\(words.format.date(outlook.cutoff + days)) · \(words("chart.ahead", n: days))"),
            "parts": .list(parts + [middle]), "close": .flag(false),
        ]
    }

    // MARK: Chips

    private var pastChips: [TemplateValue] {
        PastPeriod.allCases.map { period in
            chip(
                period.rawValue, words("chips.\(period.rawValue)"),
                said: words("period.\(period.rawValue)", n: picture.closes.count),
                href: choice.query(past: period), isCurrent: period == choice.past && picture.pastFan == nil)
        }
    }

    private var aheadChips: [TemplateValue] {
        guard let outlook = picture.outlook else { return [] }
        return AheadPeriod.allCases.map { period in
            chip(
                period.rawValue, words("chips.\(period.rawValue)"),
                said: words("chart.ahead", n: period.days(of: outlook.horizon)), href: choice.query(ahead: period),
                isCurrent: period == choice.ahead)
        }
    }

    private var scaleChips: [TemplateValue] {
        ChartChoice.Scale.allCases.map { scale in
            chip(
                scale.rawValue, words("chips.\(scale.rawValue)"), said: words("chips.\(scale.rawValue)-said"),
                href: choice.query(scale: scale) + diary, isCurrent: scale == choice.scale)
        }
    }

    private var kindChips: [TemplateValue] {
        ChartChoice.Kind.allCases.map { kind in
            chip(
                kind.rawValue, words("chips.\(kind.rawValue)"), said: words("chips.\(kind.rawValue)-said"),
                href: choice.query(kind: kind) + diary, isCurrent: kind == choice.kind)
        }
    }

    /// The link that shows the volumes, or hides them; false if none is known.
    private var volumeChip: TemplateValue {
        guard picture.hasVolumes else { return false }
        return chip(
            "volume", words("figures.volume"), said: words("chips.volume-said"),
            href: choice.query(showsVolume: !choice.showsVolume) + diary, isCurrent: choice.showsVolume)
    }

    /// Another way of drawing keeps the past forecast that is shown.
    private var diary: String { shown.map { "&diary=\($0)" } ?? "" }

    private func chip(_ value: String, _ label: String, said: String, href: String, isCurrent: Bool) -> TemplateValue {
        [
            "value": .text(value), "label": .text(label), "said": .text(said), "href": .text("\(path)\(href)#chart"),
            "isCurrent": .flag(isCurrent),
        ]
    }
}

extension Words {
    /// Returns who drew a chart, when, and from which closes.
    ///
    /// - Parameter model: of the forecast in the chart; nil for none.
    package func chartSource(model: String?, issued: Day, last: Day) -> String {
        let days = ["issued": format.date(issued), "last": format.date(last)]
        return model.map { self("chart.source", days.merging(["model": $0]) { $1 }) } ?? self("chart.source-past", days)
    }

    /// Returns two prices, or estimates of amounts, as the ends of a range.
    package func range(_ low: Double, _ high: Double, areEstimates: Bool = false) -> String {
        let (low, high) = format.range(low, high, ofEstimates: areEstimates)
        return self("chart.range", ["low": low, "high": high])
    }
}
