import Forecasting
import Forecasts
import Market

/// A model's measured skill as text and JSON; every forecast carries it.
enum SkillText {
    /// Returns one to three lines. They say "no better than the last price" if that was the result.
    static func lines(_ configuration: ModelConfiguration) -> String {
        guard let skill = configuration.skill.first, let all = skill.groups.last else {
            return "skill against the last price: not measured\n"
        }
        let groups = skill.groups.count > 1 ? skill.groups.dropLast() : skill.groups[...]
        let figures = groups.map { group in
            "\(group.steps.lowerBound)-\(group.steps.upperBound) \(percent(ForecastSkillJSON.score(group.crpsToNaive)))"
        }
        let held = [("50", all.coverage50), ("80", all.coverage80), ("95", all.coverage95)]
            .map { "\($0) % band \(PriceText.fixed($1 * 100, decimals: 0)) %" }
        return """
            skill (CRPS) against the last price: days \(figures.joined(separator: ", "))
            closes that fell into the \(held.joined(separator: ", "))
            \(Verdict.sentence(point: all.pointErrorToNaive, crps: all.crpsToNaive, parts: skill.groups.dropLast().map { ($0.steps, $0.crpsToNaive) }))
            measured on \(skill.period): \(skill.coins) coins, \(skill.origins) cutoffs from \(skill.firstCutoff) to \(skill.lastCutoff)

            """
    }

    /// Returns two lines about a coin to which the accuracy of ``lines(_:)`` does not apply.
    static func lines(_ caveat: ForecastCaveat, of ticker: Ticker, _ configuration: ModelConfiguration) -> String {
        // A model that was not measured has no accuracy to refer to.
        let lead = configuration.skill.isEmpty ? "\(ticker)" : "this accuracy does not hold for \(ticker)"
        return "\(lead): \(caveat.consequence)\n\(caveat.reason)\n"
    }

    /// Returns an estimate as a percentage with its interval: `+2.1 % [0.3, 4.0]`.
    private static func percent(_ estimate: Estimate) -> String {
        func text(_ value: Double, plus: String = "") -> String {
            let digits = PriceText.fixed(abs(value) * 100, decimals: 1)
            return (digits == "0.0" ? "" : value < 0 ? "-" : plus) + digits
        }
        return "\(text(estimate.value, plus: "+")) % [\(text(estimate.low)), \(text(estimate.high))]"
    }
}

/// The conclusions that measured figures support.
enum Verdict {
    /// Returns a sentence that compares a model's point and bands with the naive forecast's, by the 95 % intervals of their
    /// loss ratios.
    ///
    /// - Parameters:
    ///   - crps: nil for a model without bands.
    ///   - parts: the ratio in each group of steps; bands may be better in one group even if not over all steps.
    static func sentence(point: Estimate, crps: Estimate?, parts: [(steps: ClosedRange<Int>, crps: Estimate)]) -> String {
        guard point.hasInterval else { return "too few cutoffs to say whether it is better than the last price" }
        let first =
            "its point is \(point.high < 1 ? "better than" : point.low > 1 ? "worse than" : "no better than") the last price"
        guard let crps else { return first }
        if crps.high < 1 { return first + "; its bands are better than the naive ones" }
        let better = parts.filter { $0.crps.high < 1 }.map { "\($0.steps.lowerBound)-\($0.steps.upperBound)" }
        if !better.isEmpty, crps.low <= 1 {
            return first + "; its bands are better than the naive ones on days \(better.joined(separator: ", ")) only"
        }
        return first + "; its bands are \(crps.low > 1 ? "worse than" : "no better than") the naive ones"
    }
}
