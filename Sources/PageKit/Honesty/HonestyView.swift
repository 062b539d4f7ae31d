import Charts
import Forecasting
import HTMLTemplates
import Languages

/// The quality of a model, for the panel next to its forecasts: a sentence, the figures behind it as pictures, and how they were
/// measured.
package enum HonestyView {
    /// - Parameters:
    ///   - outlook: contains the model's periods, the largest first; none if the model was not measured.
    ///   - note: a note about this coin; nil for none.
    ///   - canMeasure: whether the page has a form that measures the model on this coin.
    package static func values(_ outlook: CoinOutlook, note: String?, canMeasure: Bool = false, _ words: Words) -> TemplateValue {
        let (skill, model) = (outlook.skill, outlook.modelName)
        let caveat = outlook.caveats.map { words.sentence(for: $0) }.joined(separator: " ")
        // Figures of other coins would say nothing about a coin with a caveat.
        let first = caveat.isEmpty ? skill.first : nil
        let verdict = caveat.isEmpty || skill.isEmpty ? words.verdict(ForecastVerdict(first)) : words("honesty.not-here")
        return [
            "caveat": .optional(caveat.isEmpty ? nil : caveat), "canMeasure": .flag(canMeasure),
            "verdict": .text(verdict), "isMeasured": .flag(first != nil), "isUnmeasured": .flag(skill.isEmpty),
            "measured": first.map { measured($0, model, words) } ?? .flag(false), "note": .optional(note),
            "newest": .optional(newest(skill, words)), "model": .text(model),
        ]
    }

    private static func measured(_ skill: Skill, _ model: String, _ words: Words) -> TemplateValue {
        let facts = [
            "origins": words("honesty.origins", n: skill.origins), "coins": words("honesty.coins", n: skill.coins),
            "first": words.format.date(skill.firstCutoff), "last": words.format.date(skill.lastCutoff), "model": model,
        ]
        return [
            "text": .text(words("honesty.how", facts)), "details": .text(words("honesty.details", facts)),
            "knowable": .optional(knowable(skill, words)),
            "skill": .html(skillGraphic(skill, words)), "coverage": .html(coverageGraphic(skill.whole, words)),
            "coverageVerdict": .text(words.verdict(CoverageVerdict(skill.whole))),
        ]
    }

    /// Returns how much of what daily prices could tell the model knows; nil if that was not measured.
    private static func knowable(_ skill: Skill, _ words: Words) -> String? {
        let parts = skill.parts.compactMap { group in
            group.shareOfCeiling.map { share in
                words(
                    "honesty.knowable.days", days(group).merging(["share": words.format.share(share.value)]) { first, _ in first })
            }
        }
        return parts.isEmpty ? nil : ([words("honesty.knowable")] + parts).joined(separator: " ")
    }

    /// Returns a sentence about the newest period, if its verdict differs from that of the largest one.
    private static func newest(_ skill: [Skill], _ words: Words) -> String? {
        guard skill.count > 1, let first = skill.first, let last = skill.last else { return nil }
        let (whole, newest) = (ForecastVerdict(first), ForecastVerdict(last))
        let (wholeBands, bands) = (CoverageVerdict(first.whole), CoverageVerdict(last.whole))
        guard whole != newest || wholeBands != bands else { return nil }
        return words(
            "honesty.newest", n: last.origins,
            [
                "first": words.format.date(last.firstCutoff), "last": words.format.date(last.lastCutoff),
                "verdict": words.verdict(newest), "bands": words.verdict(bands),
            ])
    }

    // MARK: Pictures

    private static func skillGraphic(_ skill: Skill, _ words: Words) -> String {
        let rows = skill.parts.map { group in
            let ratio = group.crpsToNaive
            return SkillGraphic.Row(
                label: words("honesty.days", days(group)), low: 1 - ratio.high, middle: 1 - ratio.value, high: 1 - ratio.low,
                text: words.format.percent(1 - ratio.value))
        }
        let said = zip(skill.parts, rows).map { group, row in
            words(
                "honesty.said",
                days(group).merging([
                    "skill": row.text, "low": words.format.percent(row.low), "high": words.format.percent(row.high),
                ]) { first, _ in first })
        }
        let sides = (worse: words("honesty.side.worse"), better: words("honesty.side.better"))
        return SkillGraphic(rows: rows, sides: sides).svg(title: ([words("honesty.skill-title")] + said).joined(separator: " "))
    }

    private static func days(_ group: Skill.Group) -> [String: String] {
        ["first": "\(group.steps.lowerBound)", "last": "\(group.steps.upperBound)"]
    }

    private static func coverageGraphic(_ group: Skill.Group, _ words: Words) -> String {
        let rows = group.coverage.map { level, share in
            CoverageGraphic.Row(
                label: words("honesty.band", ["level": words.format.share(Double(level) / 100)]), share: share,
                promise: Double(level) / 100, text: words.format.price(share * 100, decimals: 0))
        }
        let said = zip(group.coverage, rows).map { coverage, row in
            words("honesty.coverage.said", ["level": words.format.share(Double(coverage.level) / 100), "inside": row.text])
        }
        return CoverageGraphic(rows: rows).svg(title: said.joined(separator: " "))
    }
}

extension Words {
    /// Returns what a coin's past shows, and what that means for its bands.
    fileprivate func sentence(for caveat: ForecastCaveat) -> String {
        switch caveat {
        case .returns(let inside): self("honesty.returns", ["share": format.share(inside)])
        case .unchanged(let days, let count): self("honesty.unchanged", n: days, ["count": "\(count)"])
        }
    }
}
