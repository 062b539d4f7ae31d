import Forecasting

/// How good a model's forecasts were where they were measured, as a sentence judges them. The interval decides before the figure: a
/// difference whose interval contains 0 is none.
package enum ForecastVerdict: Equatable {
    /// How good the forecast is on the days besides those on which it is better.
    package enum Elsewhere: Equatable { case noBetter, worse }

    /// Nobody has measured the model on days that it had not seen.
    case unmeasured
    /// Better than the last price on all days.
    case betterThroughout(skill: Double, days: Int)
    /// Better on some days ahead only: the first stretch of groups in which it is.
    case better(on: ClosedRange<Int>, isLittle: Bool, elsewhere: Elsewhere)
    case noBetter
    case worse

    /// A skill below it is "a little".
    package static let littleSkill = 0.05

    /// - Parameter skill: of one period; nil where nobody measured the model.
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
            // An interval that is not known leaves everything open.
            self = ratio.high < 1 ? .better : ratio.low > 1 ? .worse : .even
        }
    }
}

extension Skill {
    /// All days together: the last group.
    package var whole: Group { groups[groups.count - 1] }
    /// The groups of days ahead; of a model that was measured on all days together only, that one.
    package var parts: [Group] { groups.count > 1 ? groups.dropLast() : groups }
}

/// Whether as many closes fell into the bands as these promise.
package enum CoverageVerdict: Equatable {
    case keepsWord
    /// Of 100 closes fewer fell into a band than it promises.
    case tooNarrow(level: Int, share: Double)
    case tooWide(level: Int, share: Double)

    /// A share is as promised if it is off by three points at most.
    package static let tolerance = 0.03

    /// - Parameter group: the band that is furthest off decides.
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

/// What a probability of a higher price means: sampling alone moves it by three points.
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
