import Forecasting
import Forecasts
import Market

/// A model's measured skill as text and JSON; every forecast carries it.
enum SkillText {
    /// Returns one or four lines. They say "no better than the last price" if that was the result.
    static func lines(_ configuration: ModelConfiguration) -> String {
        guard let skill = configuration.skill.first, let all = skill.groups.last else {
            return "skill against the last price: not measured\n"
        }
        let held = [("50", all.coverage50), ("80", all.coverage80), ("95", all.coverage95)]
            .map { "\($0) % band \(share($1))" }
        return lines(skill, held: held.joined(separator: ", "), of: "\(skill.coins) coins, ")
    }

    /// Returns one or four lines with the skill on one series alone.
    static func lines(_ own: OwnSkill, of ticker: Ticker) -> String {
        switch own {
        case .measured(let skill):
            let held = parts(skill).map { "\(days($0)) \(share($0.coverage80))" }
            return lines(skill, held: "80 % band: days \(held.joined(separator: ", "))")
        case .unmeasured(let reason): return "nothing is measured for \(ticker): \(reason)\n"
        }
    }

    /// - Parameters:
    ///   - held: how many closes fell into which bands.
    ///   - coins: their number and a comma, if there are several.
    private static func lines(_ skill: Skill, held: String, of coins: String = "") -> String {
        let parts = parts(skill)
        let all = skill.groups[skill.groups.count - 1]
        let figures = parts.map { "\(days($0)) \(percent(ForecastSkillJSON.score($0.crpsToNaive)))" }
        return """
            skill (CRPS) against the last price: days \(figures.joined(separator: ", "))
            closes that fell into the \(held)
            \(Verdict.sentence(point: all.pointErrorToNaive, crps: all.crpsToNaive, parts: skill.groups.dropLast().map { ($0.steps, $0.crpsToNaive) }))
            measured on \(skill.period): \(coins)\(skill.origins) cutoffs from \(skill.firstCutoff) to \(skill.lastCutoff)

            """
    }

    /// The groups without that of all days, unless it is the only one.
    private static func parts(_ skill: Skill) -> ArraySlice<Skill.Group> {
        skill.groups.count > 1 ? skill.groups.dropLast() : skill.groups[...]
    }

    private static func days(_ group: Skill.Group) -> String { "\(group.steps.lowerBound)-\(group.steps.upperBound)" }

    private static func share(_ share: Double) -> String { PriceText.fixed(share * 100, decimals: 0) + " %" }

    /// Returns two lines about a coin to which the accuracy measured on other coins does not apply.
    static func lines(_ caveat: ForecastCaveat, of ticker: Ticker, _ configuration: ModelConfiguration) -> String {
        // A model that was not measured has no accuracy to refer to.
        let lead = configuration.skill.isEmpty ? "\(ticker)" : "the accuracy measured on other coins does not hold for \(ticker)"
        return "\(lead): \(caveat.consequence)\n\(caveat.reason)\n"
    }

    /// Returns an estimate as a percentage with its interval, if it has one: `+2.1 % [0.3, 4.0]`.
    private static func percent(_ estimate: Estimate) -> String {
        func text(_ value: Double, plus: String = "") -> String {
            let digits = PriceText.fixed(abs(value) * 100, decimals: 1)
            return (digits == "0.0" ? "" : value < 0 ? "-" : plus) + digits
        }
        let value = "\(text(estimate.value, plus: "+")) %"
        return estimate.hasInterval ? "\(value) [\(text(estimate.low)), \(text(estimate.high))]" : value
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
