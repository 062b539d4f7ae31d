import Forecasting
import Market
import Testing

/// A model's skill on one series alone.
@Suite struct OwnSkillTests {
    private func own(_ model: Forecaster, _ history: PriceHistory) throws -> OwnSkill {
        try OwnSkill(of: model, on: history, threads: 1)
    }

    private func pathModel(through: String? = nil) throws -> Forecaster {
        try SmallModel(biases: studentTOutputs(location: 0, scale: 1, degrees: 4), head: studentT, through: through).forecaster()
    }

    /// The model reads 30 days and forecasts 6: with 66 days there are 31 cutoffs, of which every 15th counts.
    @Test func threeCutoffsAreMeasuredAndTwoAreNot() throws {
        let model = try pathModel()
        let history = randomHistory(66, seed: 1)
        guard case .measured(let skill) = try own(model, history) else {
            Issue.record("not measured")
            return
        }
        #expect((skill.origins, skill.coins, skill.period) == (3, 1, "the closes of T1 alone"))
        #expect((skill.firstCutoff, skill.lastCutoff) == (history.firstDay + 29, history.lastDay - 6))
        #expect(
            try own(model, history[1...])
                == .unmeasured(reason: "its closes allow 2 forecasts of 6 past days that the model has not seen; 3 are needed"))
    }

    @Test func aModelOfPathsIsMeasuredOnTheNewestTwelve() throws {
        let model = try pathModel()
        let history = randomHistory(600, seed: 2)
        guard case .measured(let skill) = try own(model, history) else {
            Issue.record("not measured")
            return
        }
        #expect((skill.origins, skill.lastCutoff) == (12, history.lastDay - 6))
    }

    @Test func daysThatTheModelWasFittedToDoNotCount() throws {
        let history = randomHistory(600, seed: 3)
        let model = try pathModel(through: "\(history.lastDay - 30)")
        guard case .unmeasured(let reason) = try own(model, history) else {
            Issue.record("measured")
            return
        }
        #expect(reason.hasPrefix("its closes allow 2 forecasts of "))
    }

    @Test func aModelWithoutBandsAndClosesThatCannotBeScoredAreNotMeasured() throws {
        let points = try SmallModel(biases: [0]).forecaster()
        #expect(try own(points, randomHistory(100, seed: 4)) == .unmeasured(reason: "the model small forecasts no bands"))
        let model = try pathModel()
        let tiny = PriceHistory(ticker: Ticker("TINY")!, firstDay: firstDay, closes: Array(repeating: 1e-250, count: 100))
        #expect(try own(model, tiny) == .unmeasured(reason: "the close 1e-250 cannot be scored"))
    }
}
