import Forecasting
import Forecasts
import Market

/// The answers to the series of a block.
struct BlockAnswers: Sendable {
    var bytes: [UInt8] = []
    var lines = 0
    var failed = 0

    mutating func add(_ next: BlockAnswers) {
        bytes += next.bytes
        lines += next.lines
        failed += next.failed
    }
}

/// Computes the series of one job.
struct SeriesAnswers: Sendable {
    let model: any JobModel
    let options: JobOptions
    private let plan: ForecastPlan

    /// The reason why a block has no answers. It is computed later, if at all.
    enum Interruption: Error {
        case stopped
        case broken(String)
    }

    private struct Answer: Sendable {
        let bytes: [UInt8]
        let isProblem: Bool
    }

    init(_ model: any JobModel, _ options: JobOptions) {
        self.model = model
        self.options = options
        let sampling = options.sampling ?? Sampling()
        plan = ForecastPlan(
            days: options.days,
            options: ForecastOptions(days: options.days, paths: sampling.paths, seed: sampling.seed, decode: options.decode),
            quantiles: RequestedQuantiles(quantiles: options.quantiles))
    }

    /// Computes all series of a block concurrently, so that the queue can batch them.
    func result(_ lines: [BlockReader.Line]) async -> Result<BlockAnswers, Interruption> {
        let answers = await withTaskGroup(of: (Int, Result<Answer, Interruption>).self) { group in
            for (index, line) in lines.enumerated() { group.addTask { (index, await answer(line)) } }
            var answers = [Result<Answer, Interruption>](repeating: .failure(.stopped), count: lines.count)
            for await (index, answer) in group { answers[index] = answer }
            return answers
        }
        var block = BlockAnswers()
        for answer in answers {
            switch answer {
            case .success(let answer):
                block.add(BlockAnswers(bytes: answer.bytes, lines: 1, failed: answer.isProblem ? 1 : 0))
            case .failure(let interruption): return .failure(interruption)
            }
        }
        return .success(block)
    }

    private func answer(_ line: BlockReader.Line) async -> Result<Answer, Interruption> {
        let series = BatchSeries(line.bytes, line: line.number, need: model.contextLength)
        func problem(_ problem: BatchLine.Fault) -> Answer {
            Answer(bytes: series.answer(.failure(problem), plan), isProblem: true)
        }
        switch series.history {
        case .failure(let found): return .success(problem(found))
        case .success(let history):
            switch await forecast(history) {
            case .success(let forecast): return .success(Answer(bytes: series.answer(.success(forecast), plan), isProblem: false))
            case .failure(.series(let error)): return .success(problem(BatchLine.Fault(error)))
            case .failure(.broken(let reason)): return .failure(.broken(reason))
            case .failure: return .failure(.stopped)
            }
        }
    }

    /// Retries while the queue is full.
    private func forecast(_ history: PriceHistory) async -> Result<Forecast, JobFault> {
        while !Task.isCancelled {
            do throws(JobFault) {
                return .success(try await model.forecast(history, options))
            } catch .busy(let seconds) {
                // If cancelled during the sleep, the loop ends.
                try? await Task.sleep(for: .seconds(min(max(seconds, 0.01), 60)))
            } catch {
                return .failure(error)
            }
        }
        return .failure(.stopped)
    }
}
