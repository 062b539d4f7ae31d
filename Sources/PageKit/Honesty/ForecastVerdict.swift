import Forecasting

/// How good a model's measured forecasts were, as judged in a sentence. The interval decides before the figure: a difference whose
/// interval contains 0 does not count.
package enum ForecastVerdict: Equatable {
    /// How good the forecast is on days other than those on which it is better.
    package enum Elsewhere: Equatable { case noBetter, worse }

    /// The model was not measured on days that it had not seen.
    case unmeasured
    /// Better than the last price on all days.
    case betterThroughout(skill: Double, days: Int)
    /// Better on some days ahead only: the first run of groups in which it is better.
    case better(on: ClosedRange<Int>, isLittle: Bool, elsewhere: Elsewhere)
    case noBetter
    case worse

    /// A skill below this counts as "a little".
    package static let littleSkill = 0.05

    /// - Parameter skill: the skill of one period; nil if the model was not measured.
    package init(_ skill: Skill?) {
        guard let skill else {
            self = .unmeasured
            return
        }
        self.init(skill.parts, all: skill.whole)
    }

    /// - Parameters:
    ///   - parts: groups of days ahead, ascending.
    ///   - all: all days together.
    package init(_ parts: [Skill.Group], all: Skill.Group) {
        let judged = parts.map { ($0, Judgement($0.crpsToNaive)) }
        let isWorse = judged.contains { $0.1 == .worse }
        guard let first = judged.firstIndex(where: { $0.1 == .better }) else {
            self = isWorse ? .worse : .noBetter
            return
        }
        let stretch = judged[first...].prefix { $0.1 == .better }.map(\.0)
        guard stretch.count < parts.count else {
            self = .betterThroughout(skill: 1 - all.crpsToNaive.value, days: all.steps.upperBound)
            return
        }
        let days = stretch[0].steps.lowerBound...stretch[stretch.count - 1].steps.upperBound
        let skill = stretch.map { 1 - $0.crpsToNaive.value }.max() ?? 0
        self = .better(on: days, isLittle: skill < Self.littleSkill, elsewhere: isWorse ? .worse : .noBetter)
    }

    private enum Judgement {
        case better, even, worse

        /// - Parameter ratio: the loss divided by the last price's.
        init(_ ratio: Estimate) {
            // An unknown interval decides nothing.
            self = ratio.high < 1 ? .better : ratio.low > 1 ? .worse : .even
        }
    }
}

extension Skill {
    /// All days together: the last group.
    package var whole: Group { groups[groups.count - 1] }
    /// The groups of days ahead; if the model was measured on all days together only, that group.
    package var parts: [Group] { groups.count > 1 ? groups.dropLast() : groups }
}

/// Whether the bands contained the promised share of closes.
package enum CoverageVerdict: Equatable {
    case keepsWord
    /// A band contained fewer of 100 closes than it promises.
    case tooNarrow(level: Int, share: Double)
    case tooWide(level: Int, share: Double)

    /// A share is as promised if it differs by at most three points.
    package static let tolerance = 0.03

    /// - Parameter group: its worst band decides.
    package init(_ group: Skill.Group) {
        let off = group.coverage.map { (level: $0.level, share: $0.share, difference: $0.share - Double($0.level) / 100) }
        guard let worst = off.max(by: { $0.difference.magnitude < $1.difference.magnitude }),
            // A share of 0.83 is stored a little above or below.
            worst.difference.magnitude > Self.tolerance + 1e-9
        else {
            self = .keepsWord
            return
        }
        self =
            worst.difference < 0
            ? .tooNarrow(level: worst.level, share: worst.share) : .tooWide(level: worst.level, share: worst.share)
    }
}

extension Skill.Group {
    /// The shares of closes inside the bands, narrowest first.
    package var coverage: [(level: Int, share: Double)] { [(50, coverage50), (80, coverage80), (95, coverage95)] }
}

/// The meaning of a probability of a higher price: sampling alone moves it by three points.
package enum RiseVerdict: String, CaseIterable {
    case clearlyDown, down, even, up, clearlyUp

    /// - Parameter rise: from 0 to 1.
    package init(rise: Double) {
        switch (rise * 100).rounded() {
        case ..<35: self = .clearlyDown
        case ..<45: self = .down
        case ...55: self = .even
        case ...65: self = .up
        default: self = .clearlyUp
        }
    }
}
