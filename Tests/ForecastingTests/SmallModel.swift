import Digests
import Forecasting
import Foundation
import LSTMEngine
import Market
import Scratch
import Testing

/// A folder with a small model that a test makes; removed with its owner.
///
/// Without a seed all weights but the dense layer's biases are zero: the outputs are the biases, whatever the inputs.
final class SmallModel {
    private let scratch: Scratch
    var path: String { scratch.path }

    /// - Parameters:
    ///   - biases: of the dense layer, one for each output.
    ///   - head, calibration, skill: as JSON.
    ///   - seed: of random weights.
    ///   - given: the values of the LSTM's kernel, recurrent kernel and bias, and of the dense kernel, instead of zeros.
    init(
        biases: [Float], head: String? = nil, calibration: String? = nil, skill: String? = nil, context: Int = 30, horizon: Int = 6,
        clip: Double = 12, scaleWindow: Int? = nil, through: String? = nil, name: String = "small", seed: UInt64? = nil,
        weights given: [[Float]]? = nil
    ) throws {
        scratch = try Scratch()
        let layers: [Layer] = [
            .lstm(inputs: 1, units: 5, gates: .ifgo), .dense(inputs: 5, units: biases.count, activation: .linear),
        ]
        let weights = Self.safetensors(layers, biases, seed, given)
        try scratch.write(weights, to: "model.safetensors")
        let window = scaleWindow.map { ",\"scale_window\":\($0)" } ?? ""
        let members = [
            ("format", "\"closecast-model/1\""), ("name", "\"\(name)\""),
            (
                "layers",
                #"[{"type":"lstm","inputs":1,"units":5,"gates":"ifgo"},"#
                    + #"{"type":"dense","inputs":5,"units":\#(biases.count),"activation":"linear"}]"#
            ), ("context", "\(context)"), ("horizon", "\(horizon)"),
            ("transform", "{\"kind\":\"scaled-log-returns\",\"clip\":\(clip)\(window)}"), ("head", head),
            ("calibration", calibration),
            ("skill", skill), ("training", "{\"through\":\(through.map { "\"\($0)\"" } ?? "null")}"),
            ("sha256", "\"\(SHA256.hexadecimal(of: weights))\""),
        ]
        let text = members.compactMap { key, json in json.map { "\"\(key)\":\($0)" } }.joined(separator: ",")
        try scratch.write("{\(text)}".utf8, to: "config.json")
    }

    /// A model of points whose outputs are infinite, with the opposite sign of the last input.
    static func overflowing() throws -> SmallModel {
        let zeros = { (count: Int) in [Float](repeating: 0, count: count) }
        let gates: [[Float]] = [
            [10, 10, -10, -10, 10], [-10, -10, 10, 10, 10], [-10, -10, -10, -10, -10], [10, 10, -10, -10, 10],
        ]
        let head: [Float] = [3.4e38, 3.4e38, 3.4e38, 3.4e38, 0]
        return try SmallModel(biases: [0], weights: [gates.flatMap(\.self), zeros(100), zeros(20), head])
    }

    /// Its forecaster; the folder may be deleted afterwards.
    func forecaster() throws -> Forecaster { try Forecaster(ModelFolder(path)) }

    /// The format is https://github.com/huggingface/safetensors#format.
    private static func safetensors(_ layers: [Layer], _ biases: [Float], _ seed: UInt64?, _ given: [[Float]]?) -> [UInt8] {
        var random = SeededGenerator(seed: seed ?? 0)
        var (entries, data): ([String], [UInt8]) = ([], [])
        for (index, layer) in layers.enumerated() {
            for (name, shape) in layer.tensors(index: index) {
                let isHead = index == layers.count - 1 && shape.count == 1
                let begin = data.count
                for place in 0..<shape.reduce(1, *) {
                    let drawn = seed == nil ? 0 : Float(2 * random.uniform() - 1)
                    let value = isHead ? 0 : given?[entries.count][place] ?? drawn
                    data += littleEndian((isHead ? biases[place] : value).bitPattern)
                }
                entries.append("\"\(name)\":{\"dtype\":\"F32\",\"shape\":\(shape),\"data_offsets\":[\(begin),\(data.count)]}")
            }
        }
        let header = Array("{\(entries.joined(separator: ","))}".utf8)
        return littleEndian(UInt64(header.count)) + header + data
    }
}

private func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

/// A calibration as JSON, with the same row for every step unless there are several.
func calibrationJSON(
    kind: String = "probability-map", decay: Double? = nil, levels: [Double], rows: [[Double]], horizon: Int,
    fittedOn: String = #"[{"from":"2023-07-01","through":"2023-12-31"}]"#
) -> String {
    let steps = (0..<horizon).map { rows[min($0, rows.count - 1)].description }.joined(separator: ",")
    let decay = decay.map { ",\"decay\":\($0)" } ?? ""
    return "{\"kind\":\"\(kind)\"\(decay),\"fitted_on\":\(fittedOn),\"levels\":\(levels),\"steps\":[\(steps)]}"
}

let studentT = #"{"kind":"student-t"}"#

/// The outputs of a Student-t head with this location, scale (e^-6 to e^3) and degrees of freedom (above 2.1).
func studentTOutputs(location: Double, scale: Double, degrees: Double) -> [Float] {
    // The inverse of softplus, without the overflow of exp.
    let softplus = degrees - 2.1
    return [Float(10 * location), Float(log(scale) + 0.3), Float(softplus + log(-expm1(-softplus)) - 1)]
}

// MARK: Histories

let firstDay = Day(iso: "2020-01-01")!

/// A random walk with fat tails.
func randomHistory(_ count: Int, seed: UInt64, volatility: Double = 0.04) -> PriceHistory {
    var random = SeededGenerator(seed: seed)
    var price = exp(10 * random.normal() / 3)
    let closes = (0..<count).map { _ in
        price *= exp(volatility * random.studentT(degrees: 4))
        return price
    }
    return PriceHistory(ticker: Ticker("T\(seed)")!, firstDay: firstDay, closes: closes)
}

func history(_ closes: [Double], _ ticker: String = "HAND", firstDay: Day = firstDay) -> PriceHistory {
    PriceHistory(ticker: Ticker(ticker)!, firstDay: firstDay, closes: closes)
}

extension Forecaster {
    /// The forecast of one history.
    func forecast(_ history: PriceHistory, days: Int? = nil, paths: Int = 200, seed: UInt64 = 1) throws -> Forecast {
        try forecast([history], days: days ?? horizon, sampling: Sampling(paths: paths, seed: seed), threads: 1)[0].get()
    }
}

extension SamplePaths {
    /// The closes of one path.
    func path(_ number: Int) -> [Double] { Array(closes[number * horizon..<(number + 1) * horizon]) }

    /// The closes of one step, by path.
    func closes(step: Int) -> [Double] { (0..<count).map { closes[$0 * horizon + step - 1] } }
}

/// The largest relative difference of two arrays of prices.
func distance(_ one: [Double], _ other: [Double]) -> Double {
    one.count == other.count ? zip(one, other).map { abs($0 / $1 - 1) }.max() ?? 0 : .infinity
}
