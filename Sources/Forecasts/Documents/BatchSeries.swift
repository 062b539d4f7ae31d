import Forecasting
import Market
import Platform

/// One series of a batch: its line, and the history to forecast from or the reason why there is none.
package struct BatchSeries: Sendable {
    /// The line as read; after an error, the members before it.
    package let record: BatchLine
    /// The line's number, counted from 1 with blank lines.
    package let line: Int
    /// The closes to forecast from.
    package let history: Result<PriceHistory, BatchLine.Fault>

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - bytes: the line without its line break.
    ///   - need: the number of closes that the model reads.
    package init(_ bytes: [UInt8], line: Int, need: Int) {
        var record = BatchLine()
        history = Result { () throws(BatchLine.Fault) in
            try record.read(bytes)
            return try record.history(line: line, need: need)
        }
        (self.record, self.line) = (record, line)
    }

    /// Checks a series that has been read, for example as a member of a request.
    package init(_ record: BatchLine, line: Int, need: Int) {
        (self.record, self.line) = (record, line)
        history = Result { () throws(BatchLine.Fault) in try record.history(line: line, need: need) }
    }

    /// Returns the line to answer with, including the line break.
    ///
    /// - Parameter key: the key of the series, from ``BatchKeys``; nil to write none.
    package func answer(
        _ result: Result<Forecast, BatchLine.Fault>, _ plan: ForecastPlan, key: String? = nil
    ) -> [UInt8] {
        switch result {
        case .success(let forecast): BatchAnswer.forecast(forecast, of: record, line: line, plan, key: key)
        case .failure(let problem): BatchAnswer.problem(problem, of: record, line: line, key: key)
        }
    }
}

/// Series that are forecast together: those that can be, while the problems of the others keep their places.
package struct BatchBlock: Sendable {
    package let series: [BatchSeries]
    private let readable: Successes<PriceHistory, BatchLine.Fault>

    /// - Parameter series: in order of their answers.
    package init(_ series: [BatchSeries]) {
        self.series = series
        readable = Successes(series.map(\.history))
    }

    /// The histories to forecast from, in order.
    package var histories: [PriceHistory] { readable.values }

    /// Returns a result for each series, in order.
    ///
    /// - Parameter forecasts: one for each of ``histories``, in the same order.
    package func results(_ forecasts: [Result<Forecast, ForecastError>]) -> [Result<Forecast, BatchLine.Fault>] {
        readable.merging(forecasts.map { $0.mapError(BatchLine.Fault.init) })
    }
}

extension BatchLine.Fault {
    /// The problem of a series that cannot be forecast.
    package init(_ error: ForecastError) { self.init(code: error.code, message: error.description) }
}
