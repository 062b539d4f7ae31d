import ArgumentParser
import Documents
import Forecasting

/// Several numbers in one argument, `50,80,95`.
struct NumberList: ExpressibleByArgument, Equatable {
    let values: [Double]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { $0 != " " }) }
        guard !parts.isEmpty, !parts.contains(nil) else { return nil }
        values = parts.map { $0! }
    }
}

/// What is told of a forecast's distribution.
struct DistributionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Central bands, in percent (default: 50,80,95; of them a table shows those that fit).", valueName: "percent,…"))
    var level: NumberList?

    @Option(help: ArgumentHelp("Quantiles instead of bands, between 0 and 1.", valueName: "q,…"))
    var quantiles: NumberList?

    @Option(help: ArgumentHelp("Sample paths of each series (default: 1000).", valueName: "n"))
    var paths: Int?

    @Option(help: ArgumentHelp("The same seed draws the same paths (default: 1).", valueName: "n"))
    var seed: UInt64?

    func validate() throws {
        guard level == nil || quantiles == nil else { throw ValidationError("--level and --quantiles: give one of them") }
        for level in level?.values ?? [] {
            if let fault = BandLevel.fault(level) { throw ValidationError("--level \(level): \(fault)") }
        }
        // Beyond a millionth no number of paths is enough.
        if let bad = quantiles?.values.first(where: { !($0 >= 1e-6 && $0 <= 1 - 1e-6) }) {
            throw ValidationError(
                "--quantiles \(bad): give numbers between 0 and 1 (0.000001 to 0.999999), such as 0.05,0.5,0.95")
        }
        if let paths, !(1...Sampling.maximumPaths).contains(paths) {
            throw ValidationError("--paths \(paths): give 1 to \(Sampling.maximumPaths)")
        }
    }

    var sampling: Sampling { Sampling(paths: paths ?? Sampling().paths, seed: seed ?? Sampling().seed) }

    /// What to tell of this model's forecasts; nothing where it has no distribution and none was asked for.
    func told(_ forecaster: Forecaster) throws(Failure) -> ToldQuantiles {
        let name = forecaster.configuration.name
        if !forecaster.drawsPaths, paths != nil || seed != nil {
            throw Failure("--paths and --seed: the model \(name) draws no sample paths", .usage)
        }
        guard forecaster.hasDistribution else {
            if level == nil, quantiles == nil { return ToldQuantiles(levels: [], isChosen: false) }
            throw Failure("the model \(name) was not calibrated: it has points and no bands", .usage)
        }
        let told =
            quantiles.map { ToldQuantiles(quantiles: $0.values) }
            ?? ToldQuantiles(levels: level?.values ?? [50, 80, 95], isChosen: level != nil)
        if forecaster.drawsPaths, let outermost = told.quantiles.min(by: { min($0, 1 - $0) < min($1, 1 - $1) }),
            min(outermost, 1 - outermost) < 0.5 / Double(sampling.paths)
        {
            Console.note(
                "the quantile \(quantileName(outermost)) of \(sampling.paths) paths is the outermost of them; --paths draws more")
        }
        if forecaster.drawsPaths, sampling.paths < 20 {
            Console.note("\(sampling.paths) sample paths make rough bands; 1000 tell them to about a percent")
        }
        return told
    }
}

/// A question about the price.
struct EventOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Tell how likely each close is to be above a price.", valueName: "price"))
    var above: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Tell how likely each close is to be below a price.", valueName: "price"))
    var below: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Tell how likely a close up to each day is to reach a price.", valueName: "price"))
    var touch: Double?

    func validate() throws {
        for (name, price) in [("above", above), ("below", below), ("touch", touch)] {
            if let price, !(price > 0 && price.isFinite) { throw ValidationError("--\(name) \(price): give a positive price") }
        }
    }

    /// The questions that this model can answer.
    func questions(_ forecaster: Forecaster) throws(Failure) -> [Question] {
        let name = forecaster.configuration.name
        let questions = [above.map(Question.above), below.map(Question.below), touch.map(Question.touch)].compactMap { $0 }
        if !questions.isEmpty, !forecaster.hasDistribution {
            throw Failure("the model \(name) was not calibrated: it has points and no probabilities", .usage)
        }
        if touch != nil, !forecaster.drawsPaths {
            throw Failure("--touch: the model \(name) has bands of single days and no sample paths", .usage)
        }
        return questions
    }
}
