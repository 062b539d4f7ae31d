import Documents
import Forecasting
import Inference
import JSONText

/// The settings of a new job, without its series; nil for defaults.
package struct JobRequest: Equatable, Sendable {
    package let owner: String
    package var model: String?
    package var version: String?
    package var days: Int?
    /// Central bands in percent, empty for points alone. Mutually exclusive with ``quantiles``.
    package var levels: [Double]?
    /// Quantile levels between 0 and 1.
    package var quantiles: [Double]?
    package var paths: Int?
    package var seed: UInt64?
    package var decode: DecodeMode?
    /// Repeated requests with the same key and body create only one job.
    package var idempotencyKey: String?

    /// Creates a request with defaults.
    package init(owner: String) { self.owner = owner }

    /// Checks the settings against a model, and returns its options.
    ///
    /// - Throws: ``JobError/badSetting(name:value:expected:)``.
    func options(for model: some JobModel, limits: JobSettings) throws(JobError) -> JobOptions {
        let days = days ?? model.horizon
        guard (1...model.horizon).contains(days) else {
            throw .badSetting(
                name: "days", value: "\(days)", expected: "1 to \(model.horizon), the horizon of the model \(model.name)")
        }
        guard decode != .slidingWindow || !model.drawsPaths else {
            throw .badSetting(
                name: "decode", value: DecodeMode.slidingWindow.rawValue,
                expected: "recursive: the model \(model.name) draws sample paths, which carry its state on")
        }
        return JobOptions(
            days: days, quantiles: try toldQuantiles(model, limits).quantiles, sampling: try sampling(model, limits),
            decode: decode ?? .recursive)
    }

    private func sampling(_ model: some JobModel, _ limits: JobSettings) throws(JobError) -> Sampling? {
        let paths = paths ?? min(Sampling().paths, limits.maximumPaths)
        guard model.drawsPaths || (self.paths == nil && seed == nil) else {
            throw .badSetting(
                name: self.paths == nil ? "seed" : "paths", value: self.paths.map { "\($0)" } ?? "\(seed ?? 0)",
                expected: "nothing: the model \(model.name) draws no sample paths")
        }
        guard (1...limits.maximumPaths).contains(paths) else {
            throw .badSetting(name: "paths", value: "\(paths)", expected: "1 to \(limits.maximumPaths)")
        }
        return model.drawsPaths ? Sampling(paths: paths, seed: seed ?? Sampling().seed) : nil
    }

    private func toldQuantiles(_ model: some JobModel, _ limits: JobSettings) throws(JobError) -> ToldQuantiles {
        if let levels, let bad = levels.first(where: { BandLevel.fault($0) != nil }), let fault = BandLevel.fault(bad) {
            throw .badSetting(name: "levels", value: Self.text(levels), expected: "percentages: \(fault)")
        }
        if levels != [] { try check("levels", levels, BandLevel.range, "percentages, such as 50,80,95", limits) }
        try check("quantiles", quantiles, 1e-6...1 - 1e-6, "numbers between 0 and 1, such as 0.05,0.5,0.95", limits)
        if levels != nil, let quantiles {
            throw .badSetting(
                name: "quantiles", value: Self.text(quantiles), expected: "nothing beside levels: give one of them")
        }
        guard model.hasDistribution else {
            guard let given = levels ?? quantiles, !given.isEmpty else { return ToldQuantiles(quantiles: []) }
            throw .badSetting(
                name: levels == nil ? "quantiles" : "levels", value: Self.text(given),
                expected: "nothing: the model \(model.name) was not calibrated and has points only")
        }
        return quantiles.map { ToldQuantiles(quantiles: $0) }
            ?? ToldQuantiles(levels: levels ?? [50, 80, 95], isChosen: levels != nil)
    }

    private func check(
        _ name: String, _ values: [Double]?, _ range: ClosedRange<Double>, _ expected: String, _ limits: JobSettings
    ) throws(JobError) {
        guard let values else { return }
        let most = limits.maximumQuantiles
        guard !values.isEmpty, values.count <= most, values.allSatisfy({ range.contains($0) }) else {
            throw .badSetting(name: name, value: Self.text(values), expected: "1 to \(most) \(expected)")
        }
    }

    private static func text(_ values: [Double]) -> String { values.map { "\($0)" }.joined(separator: ",") }

    /// The beginning of a request's hash; the body follows.
    var fingerprint: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("model", model)
            writer.member("version", version)
            writer.member("days", days)
            writer.member("levels", levels.map(Self.text))
            writer.member("quantiles", quantiles.map(Self.text))
            writer.member("paths", paths)
            writer.member("seed", seed.map { "\($0)" })
            writer.member("decode", decode?.rawValue)
        }
        writer.newline()
        return writer.bytes
    }
}
