import Forecasting
import Forecasts
import LSTMEngine

/// Answers the lines of a batch.
struct BatchAnswers {
    let forecaster: Forecaster
    let plan: ForecastPlan
    /// Makes the keys of answers; nil if answers have none.
    let keys: BatchKeys?
    /// The file with the answers of an earlier run, which errors name.
    let keptPath: String

    /// Returns one output per line, in order. Lines that an earlier run has answered are not computed again.
    func answers(_ lines: [LineJob.Line], _ workspace: inout Workspace?) -> [LineJob.Output] {
        let series = lines.map { BatchSeries($0.bytes, line: $0.number, need: forecaster.contextLength) }
        let lineKeys = zip(series, lines).map { series, line in keys?.key(of: series, bytes: line.bytes) }
        var new = forecasts(of: series.indices.filter { lines[$0].kept == nil }.map { series[$0] }, &workspace)[...]
        return lines.indices.map { index in
            if let kept = lines[index].kept { return output(kept, line: lines[index].number, key: lineKeys[index] ?? "") }
            let result = new.removeFirst()
            let errorCode: String? = if case .failure(let fault) = result { fault.code } else { nil }
            return .answer(series[index].answer(result, plan, key: lineKeys[index]), errorCode: errorCode)
        }
    }

    private func forecasts(
        of series: [BatchSeries], _ workspace: inout Workspace?
    ) -> [Result<Forecast, BatchLine.Fault>] {
        let block = BatchBlock(series)
        guard !block.histories.isEmpty else { return block.results([]) }
        return block.results(forecaster.forecast(block.histories, days: plan.days, sampling: plan.sampling, using: &workspace))
    }

    /// Returns the output of a line that an earlier run has answered.
    private func output(_ kept: [UInt8], line: Int, key: String) -> LineJob.Output {
        let have = BatchKeys.key(in: kept)
        guard have == key, BatchAnswer.isWhole(kept) else {
            return .failure(KeptLines.mismatch(line: line, of: keptPath, have: have, key: key))
        }
        return .kept(errorCode: BatchAnswer.problemCode(kept))
    }
}
