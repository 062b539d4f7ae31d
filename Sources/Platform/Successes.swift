/// The successes among results, to be processed together while the failures keep their places.
///
///     let readable = Successes(histories)
///     return readable.merging(forecast(readable.values))
package struct Successes<Value, Failure: Error> {
    /// The successes, in order.
    package let values: [Value]
    /// For each result, the index of its value, or its failure.
    private let places: [Result<Int, Failure>]

    package init(_ results: [Result<Value, Failure>]) {
        var values: [Value] = []
        places = results.map { result in
            result.map { value in
                values.append(value)
                return values.count - 1
            }
        }
        self.values = values
    }

    /// Returns the outputs and the failures, in the order of the original results.
    ///
    /// - Parameter outputs: one output for each of ``values``, in the same order.
    package func merging<Output>(_ outputs: [Output]) -> [Result<Output, Failure>] {
        precondition(outputs.count == values.count, "\(values.count) values need as many outputs, not \(outputs.count)")
        return places.map { $0.map { outputs[$0] } }
    }

    /// Like ``merging(_:)-([Output])``, for outputs that may themselves be failures.
    package func merging<Output>(_ outputs: [Result<Output, Failure>]) -> [Result<Output, Failure>] {
        precondition(outputs.count == values.count, "\(values.count) values need as many outputs, not \(outputs.count)")
        return places.map { $0.flatMap { outputs[$0] } }
    }
}

extension Successes: Sendable where Value: Sendable {}
