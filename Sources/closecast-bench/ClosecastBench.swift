import COpenBLAS
import Forecasting
import Glibc
import JSONText
import LSTMEngine
import Market
import Platform

/// Measures the engine for `scripts/bench`, which runs it beside its peers. Each call prints one JSON object on standard output.
///
///     closecast-bench run --model DIR --inputs FILE --series N --length 500 --steps 96 --threads T
///                         --decode recursive|sliding-window --repeats R [--kernels x86-64-v4|x86-64-v3|baseline]
///     closecast-bench paths --model DIR --closes FILE --series N --length 500 --steps 96 --paths P --threads T --repeats R
///     closecast-bench store --folder DIR --transactions N --wallets N --days N --repeats R
///     closecast-bench alerts --folder DIR --alerts N --coins N --repeats R
///     closecast-bench wallets …        see ``WalletBench``
///     closecast-bench wallet-speed …   see ``WalletSpeed``
///     closecast-bench peak
@main
struct ClosecastBench {
    static func main() async {
        do { try await run(CommandLine.arguments.dropFirst()) } catch { Options.end("\(error)", status: 69) }
    }

    private static func run(_ words: ArraySlice<String>) async throws {
        var arguments = words
        switch arguments.popFirst() {
        case "run": try run(Options(Array(arguments)))
        case "paths": try paths(Options(Array(arguments)))
        case "peak": peak()
        case "wallet-speed": try WalletSpeed.run(Options(Array(arguments)))
        case "wallets": try WalletBench(Options(Array(arguments))).run()
        case "store":
            var bench = try await StoreBench(Options(Array(arguments)))
            try await bench.run()
        case "alerts":
            var bench = try await AlertBench(Options(Array(arguments)))
            try await bench.run()
        case nil: Options.refuse("no benchmark is named")
        case let other?: Options.refuse("there is no benchmark \(other)")
        }
    }

    /// Measures complete forecasts of all series. The first run warms caches and threads and is not counted.
    static func run(_ options: Options) throws {
        guard let weights = try ModelFolder(options["model"]).weights else { Options.refuse("the model has no network") }
        let kernels = options.kernels
        let network = Network(weights, kernels: kernels)
        let (count, length, steps) = (options.integer("series"), options.integer("length"), options.integer("steps"))
        let threads = options.integer("threads")
        let decoding: Decoding = options["decode"] == "recursive" ? .recursive : .slidingWindow(length: length)
        let series = try read(Float.self, options["inputs"], count: count, length: length)

        var seconds: [Double] = []
        var outputs: [[Float]] = []
        for repetition in 0...options.integer("repeats") {
            let start = ProcessState.monotonicSeconds
            outputs = try network.forecast(series, steps: steps, decoding: decoding, threads: threads)
            if repetition > 0 { seconds.append(ProcessState.monotonicSeconds - start) }
        }
        let checksum = outputs.joined().reduce(0.0) { $0 + Double($1) }
        report(kernels) { writer in
            writer.key("seconds")
            writer.array { writer in for value in seconds { writer.number(value) } }
            writer.key("checksum")
            writer.number(checksum)
            writer.key("outputs")
            writer.array { writer in for value in outputs[0] { writer.number(value) } }
        }
    }

    /// Measures complete forecasts with sample paths, from closes to the sorted closes of each step. The first run is not counted.
    static func paths(_ options: Options) throws {
        let forecaster = try Forecaster(withDistributionOf: options)
        let (count, length, steps) = (options.integer("series"), options.integer("length"), options.integer("steps"))
        let sampling = Sampling(paths: options.integer("paths"))
        let histories = try read(Double.self, options["closes"], count: count, length: length).map {
            PriceHistory(undated: $0[...])
        }
        var seconds: [Double] = []
        var forecasts: [Forecast] = []
        for repetition in 0...options.integer("repeats") {
            let start = ProcessState.monotonicSeconds
            forecasts = try forecaster.forecast(
                histories, days: steps, sampling: sampling, threads: options.integer("threads")
            ).map { try $0.get() }
            if repetition > 0 { seconds.append(ProcessState.monotonicSeconds - start) }
        }
        report(.best) { writer in
            writer.key("seconds")
            writer.array { writer in for value in seconds { writer.number(value) } }
            // Values that must agree with the peer's, within sampling error.
            writer.key("quantiles")
            writer.array { writer in
                for level in [0.1, 0.25, 0.5, 0.75, 0.9] {
                    writer.number(forecasts[0].distribution!.quantile(level, step: steps) / histories[0].lastClose)
                }
            }
        }
    }

    /// Measures OpenBLAS's peak speed on one core: a product of two 1,024 x 1,024 matrices, the best of 20.
    static func peak() {
        let side = 1024
        let (left, right) = ([Float](repeating: 0.5, count: side * side), [Float](repeating: 0.25, count: side * side))
        var product = [Float](repeating: 0, count: side * side)
        openblas_set_num_threads(1)
        var best = Double.infinity
        for _ in 0..<20 {
            let start = ProcessState.monotonicSeconds
            let n = Int32(side)
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, left, n, right, n, 0, &product, n)
            best = min(best, ProcessState.monotonicSeconds - start)
        }
        report(.best) { writer in
            writer.key("gflops")
            writer.number(2 * Double(side * side * side) / best * 1e-9)
        }
    }

    private static func read<Number: BitwiseCopyable>(
        _ type: Number.Type, _ path: String, count: Int, length: Int
    ) throws -> [[Number]] {
        let bytes = try Files.read(path)
        let size = MemoryLayout<Number>.size
        precondition(bytes.count >= count * length * size, "\(path) holds fewer than \(count) series of \(length) numbers")
        return bytes.withUnsafeBytes { raw in
            (0..<count).map { series in
                (0..<length).map { raw.loadUnaligned(fromByteOffset: (series * length + $0) * size, as: type) }
            }
        }
    }

    private static func report(_ kernels: Kernels, _ members: (inout JSONWriter) -> Void) {
        let processor = Processor.current
        var writer = JSONWriter()
        writer.object { writer in
            members(&writer)
            writer.key("openblas_core")
            writer.string(processor.openBLASCore)
            writer.key("openblas_version")
            writer.string(processor.openBLASBuild)
            writer.key("kernels")
            writer.string(kernels.rawValue)
        }
        print(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension Forecaster {
    /// Loads the option `--model`. Ends the program if the model has only points, because what is measured needs a distribution.
    init(withDistributionOf options: Options) throws {
        let folder = options["model"]
        try self.init(ModelFolder(folder))
        guard hasDistribution else { Options.end("\(folder) has neither sample paths nor a calibration", status: 1) }
    }
}

/// Options as `--name value` pairs. Invalid calls end the program with a line of usage.
struct Options {
    private var values: [String: String] = [:]

    init(_ arguments: [String]) {
        for index in stride(from: 0, to: arguments.count, by: 2) {
            let name = arguments[index]
            guard name.hasPrefix("--") else { Self.refuse("\(name) is not an option") }
            guard index + 1 < arguments.count else { Self.refuse("\(name) needs a value") }
            values[String(name.dropFirst(2))] = arguments[index + 1]
        }
    }

    /// Prints the fault and the usage, and ends the program.
    static func refuse(_ problem: String) -> Never {
        let usage = "usage: closecast-bench run|paths|store|wallets|wallet-speed|peak [--option value ...]"
        end("\(problem)\n\(usage)\nscripts/bench runs it with all options", status: 64)
    }

    static func end(_ message: String, status: Int32) -> Never {
        let line = Array("closecast-bench: \(message)\n".utf8)
        _ = write(2, line, line.count)
        exit(status)
    }

    subscript(name: String) -> String {
        guard let value = values[name] else { Self.refuse("--\(name) is missing") }
        return value
    }

    /// The kernels to measure: the best ones unless named, so that older processors can be imitated.
    var kernels: Kernels {
        guard let name = values["kernels"] else { return .best }
        guard let kernels = Kernels.available.first(where: { $0.rawValue == name }) else {
            Self.refuse("--kernels \(name) does not run here")
        }
        return kernels
    }

    func integer(_ name: String) -> Int {
        guard let value = Int(self[name]) else { Self.refuse("--\(name) \(self[name]) is not a whole number") }
        return value
    }
}
