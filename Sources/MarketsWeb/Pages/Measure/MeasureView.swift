import Forecasting
import Forecasts
import HTMLTemplates
import Languages
import Market
import PageKit

/// The measured quality of a model on one coin, in words and as a table.
enum MeasureView {
    /// - Parameters:
    ///   - measurement: the newest; nil if the coin was not measured since the server started.
    ///   - running: the id of the reader's task that measures it now.
    static func values(_ asset: Asset, _ measurement: CoinMeasurement?, running: String?, _ words: Words) -> TemplateValue {
        [
            "title": .text(words("measure.title", ["name": "\(asset.ticker)"])), "path": .text(CoinView.href(asset) + "/measure"),
            "running": .optional(running.map { "/tasks/\($0)" }), "result": measurement.map { result($0, words) } ?? false,
            "hasResult": .flag(measurement != nil),
        ]
    }

    /// A measurement: a sentence with the verdict, then the figures behind it.
    static func result(_ measurement: CoinMeasurement, _ words: Words) -> TemplateValue {
        let skill = measurement.skill
        let how: [String: String] = [
            "model": measurement.modelName, "first": words.format.date(skill.firstCutoff),
            "last": words.format.date(skill.lastCutoff), "name": "\(measurement.asset.ticker)",
        ]
        return [
            "verdict": .text(verdict(skill, words)),
            // Shares of so few closes prove nothing either.
            "bands": .optional(skill.hasIntervals ? words.verdict(CoverageVerdict(skill.whole)) : nil),
            "how": .text(words("measure.how", n: skill.origins, how)),
            "rows": .list(skill.groups.map { row($0, isAll: $0.steps == skill.groups.last?.steps, words) }),
            "coin": CoinView.of(measurement.asset, words),
            "see": .text(words("tasks.see-coin", ["name": "\(measurement.asset.ticker)"])),
            "closes": .text(words("measure.closes", ["date": words.format.date(measurement.lastDay)])),
            "hasIntervals": .flag(skill.hasIntervals), "band50": band(50, words), "band80": band(80, words),
            "band95": band(95, words),
        ]
    }

    /// Without an interval nothing is proved, whatever the figures are.
    private static func verdict(_ skill: Skill, _ words: Words) -> String {
        skill.hasIntervals ? words.verdict(ForecastVerdict(skill)) : words("measure.too-few", n: skill.origins)
    }

    private static func band(_ level: Int, _ words: Words) -> TemplateValue {
        .text(words("honesty.band", ["level": words.format.share(Double(level) / 100)]))
    }

    private static func row(_ group: Skill.Group, isAll: Bool, _ words: Words) -> TemplateValue {
        let days = ["first": "\(group.steps.lowerBound)", "last": "\(group.steps.upperBound)"]
        return [
            "days": .text(words(isAll ? "measure.all-days" : "measure.days", days)), "isAll": .flag(isAll),
            "crps": figure(group.crpsToNaive, words), "point": figure(group.pointErrorToNaive, words),
            "garch": figure(group.crpsToGARCH, words),
            "coverage50": .text(words.format.share(group.coverage50)), "coverage80": .text(words.format.share(group.coverage80)),
            "coverage95": .text(words.format.share(group.coverage95)),
        ]
    }

    /// A loss relative to another's, as a difference such as `−2.8%`, with its interval if there is one.
    private static func figure(_ ratio: Estimate, _ words: Words) -> TemplateValue {
        let interval =
            ratio.hasInterval ? words("chart.range", ["low": part(ratio.low, words), "high": part(ratio.high, words)]) : nil
        return ["text": .text(part(ratio.value, words)), "interval": .optional(interval)]
    }

    private static func part(_ ratio: Double, _ words: Words) -> String { words.format.percent(ratio - 1) }

    // MARK: What could not be measured

    /// Returns why a coin cannot be measured; nil for other errors.
    static func sentence(_ error: any Error, _ words: Words) -> String? {
        guard let error = error as? CoinBacktestError else { return nil }
        return switch error {
        case .tooFewCloses(let have, let need):
            words("measure.too-few-closes", n: have, ["need": words.format.price(Double(need), decimals: 0)])
        case .unscorable: words("measure.unscorable")
        case .noUnseenDays(let fitted, let last, let missing):
            words("measure.no-unseen-days", n: missing, ["fitted": words.format.date(fitted), "last": words.format.date(last)])
        case .noBands(let model): words("measure.no-bands", ["model": model])
        }
    }
}
