import Forecasting
import JSONText

/// A model's measured skill, in the form of `config.json`.
package enum ForecastSkillJSON {
    /// Writes an array of periods.
    package static func write(_ skill: [Skill], _ writer: inout JSONWriter) {
        writer.array { writer in
            for period in skill { writer.object { members(of: period, &$0) } }
        }
    }

    /// Returns 1 - loss / naive loss, with its interval.
    package static func score(_ ratio: Estimate) -> Estimate {
        Estimate(1 - ratio.value, low: 1 - ratio.high, high: 1 - ratio.low)
    }

    private static func members(of skill: Skill, _ writer: inout JSONWriter) {
        writer.member("period", skill.period)
        writer.member("first_cutoff", skill.firstCutoff.description)
        writer.member("last_cutoff", skill.lastCutoff.description)
        writer.member("origins", skill.origins)
        writer.member("coins", skill.coins)
        writer.member("best_baseline", skill.bestBaseline)
        writer.member("groups", skill.groups) { members(of: $0, &$1) }
        if let logScore = skill.logScoreMinusGARCH { write("log_score_minus_garch", logScore, &writer) }
    }

    private static func members(of group: Skill.Group, _ writer: inout JSONWriter) {
        writer.key("steps")
        writer.array { writer in
            writer.integer(group.steps.lowerBound)
            writer.integer(group.steps.upperBound)
        }
        write("point_error_to_naive", group.pointErrorToNaive, &writer)
        write("crps_to_naive", group.crpsToNaive, &writer)
        write("crps_to_best_baseline", group.crpsToBestBaseline, &writer)
        write("crps_to_garch", group.crpsToGARCH, &writer)
        if let share = group.shareOfCeiling { write("share_of_ceiling", share, &writer) }
        writer.key("coverage")
        writer.array { writer in
            for share in [group.coverage50, group.coverage80, group.coverage95] { writer.number(share) }
        }
    }

    private static func write(_ key: String, _ estimate: Estimate, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.array { writer in for value in [estimate.value, estimate.low, estimate.high] { writer.number(value) } }
    }
}
