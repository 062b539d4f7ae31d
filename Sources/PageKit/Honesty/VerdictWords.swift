import Forecasting
import Languages

extension Words {
    /// Returns the sentence for a verdict.
    package func verdict(_ verdict: ForecastVerdict) -> String {
        switch verdict {
        case .unmeasured: self("honesty.unmeasured")
        case .betterThroughout(let skill, let days):
            self("honesty.better-throughout", n: days, ["skill": format.share(skill, decimals: skill < 0.095 ? 1 : 0)])
        case .better(let days, let isLittle, let elsewhere):
            self(isLittle ? "honesty.better-little" : "honesty.better", ["span": span(days), "rest": rest(days, elsewhere)])
        case .noBetter: self("honesty.no-better")
        case .worse: self("honesty.worse")
        }
    }

    private func span(_ days: ClosedRange<Int>) -> String {
        guard days.lowerBound == 1 else {
            return self("honesty.span.between", ["first": "\(days.lowerBound)", "last": "\(days.upperBound)"])
        }
        return switch days.upperBound {
        case 7: self("honesty.span.week")
        case 30: self("honesty.span.month")
        default: self("honesty.span.days", n: days.upperBound)
        }
    }

    private func rest(_ days: ClosedRange<Int>, _ elsewhere: ForecastVerdict.Elsewhere) -> String {
        let place = days.lowerBound == 1 ? "after" : "else"
        return self("honesty.\(place).\(elsewhere == .worse ? "worse" : "no-better")")
    }

    /// Returns the sentence for a verdict on bands.
    package func verdict(_ verdict: CoverageVerdict) -> String {
        switch verdict {
        case .keepsWord: self("honesty.coverage.kept")
        case .tooNarrow(let level, let share): self("honesty.coverage.narrow", coverage(level, share))
        case .tooWide(let level, let share): self("honesty.coverage.wide", coverage(level, share))
        }
    }

    private func coverage(_ level: Int, _ share: Double) -> [String: String] {
        ["level": format.share(Double(level) / 100), "inside": format.price(share * 100, decimals: 0)]
    }

    /// Returns the sentence for a probability of a higher price.
    package func verdict(_ verdict: RiseVerdict) -> String { self("odds.\(verdict.rawValue)") }

    /// Returns a probability in percent, never 0 or 100: no number of simulated paths makes a price certain.
    package func chance(_ probability: Double) -> String {
        if probability < 0.01 { return self("odds.least", ["share": format.share(0.01)]) }
        if probability > 0.99 { return self("odds.most", ["share": format.share(0.99)]) }
        return format.share(probability)
    }
}
