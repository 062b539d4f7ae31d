import ArgumentParser
import Documents
import Forecasting

/// Questions about a wallet's total, which may be negative.
struct TotalEventOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Show how likely each day's total is to be above a value.", valueName: "usd"))
    var above: Double?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Show how likely each day's total is to be below a value.", valueName: "usd"))
    var below: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show how likely the total is to reach a value by the end of each day.", valueName: "usd"))
    var touch: Double?

    func validate() throws {
        for (name, value) in [("above", above), ("below", below), ("touch", touch)] {
            if let value, !value.isFinite { throw ValidationError("--\(name) \(value): give a number") }
        }
    }

    /// The questions that this model can answer.
    func questions(_ forecaster: Forecaster) throws(Failure) -> [Question] {
        if touch != nil, !forecaster.drawsPaths {
            throw Failure(
                "--touch: the model \(forecaster.configuration.name) has bands of single days and no sample paths", .usage)
        }
        return [above.map(Question.above), below.map(Question.below), touch.map(Question.touch)].compactMap { $0 }
    }
}
