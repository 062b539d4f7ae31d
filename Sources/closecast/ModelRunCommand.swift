import ArgumentParser
import Forecasting
import JSONText
import LSTMEngine
import Market
import Text

struct ModelRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a network on raw numbers: a JSON array a line, in and out.",
        discussion: """
            EXAMPLES
              echo '[0.1,-0.4,0.2]' | closecast model run daily-close --steps 5
              echo '[[0.1,2],[0.3,1.9]]' | closecast model run ./two-inputs

            Numbers go in as they are, already scaled, oldest first; there is no \
            price logic. A network with several inputs takes an array of numbers for \
            each step; one with several outputs gives an array for each step.
            """
    )

    @Argument(help: ArgumentHelp("A model's name or folder.", valueName: "name|dir"), completion: .models)
    var model: String

    @Option(
        help: ArgumentHelp(
            "recursive carries the state on; sliding-window restarts on the last values (the model's context) before each step.",
            valueName: "how"))
    var decode = DecodeMode.recursive

    @Option(
        help: ArgumentHelp(
            "Steps to make (default: the horizon; 1 for a network whose outputs cannot be its inputs).", valueName: "n"))
    var steps: Int?

    @OptionGroup var threads: ThreadsOption

    /// The longest series in steps: all steps of a block are held in memory.
    private static let maximumSteps = 100_000

    func run() throws {
        try reportingFailures { () throws(Failure) in
            let folder = try Resources.modelFolder(model, option: "closecast model run DIR")
            guard let network = folder.network() else {
                throw Failure(
                    "the model \(folder.configuration.name) has no network; it forecasts closes: closecast forecast --model \(model)",
                    .usage)
            }
            let steps = steps ?? (network.architecture.canFeedBack ? folder.configuration.horizon : 1)
            guard (1...Self.maximumSteps).contains(steps) else {
                throw Failure("--steps \(steps): give 1 to \(Self.maximumSteps)", .usage)
            }
            guard steps == 1 || network.architecture.canFeedBack else {
                let error = NetworkError.cannotFeedBack(
                    inputs: network.architecture.inputs, outputs: network.architecture.outputs, steps: steps)
                throw Failure("--steps \(steps): \(error)", .usage)
            }
            let decoding: Decoding = decode == .recursive ? .recursive : .slidingWindow(length: folder.configuration.context)
            let source = try InputStream("-")
            let job = try LineJob(
                reader: LineReader(descriptor: source.descriptor, name: source.name),
                settings: .init(blockSize: network.preferredBlock, threads: threads.count, keepsGoing: false, shard: (0, 1)),
                write: { bytes throws(Failure) in try Console.write(bytes) })
            let summary = job.run(makeWorkspace: network.makeWorkspace) { lines, workspace in
                ModelRunCommand.answers(lines, network, steps: steps, decoding, &workspace)
            }
            if let failure = summary.failure { throw failure }
            if let line = summary.firstFailedLine {
                throw Failure("line \(line) of standard input is not a series for this network; its output line says why", .data)
            }
        }
    }

    private static func answers(
        _ lines: [LineJob.Line], _ network: Network, steps: Int, _ decoding: Decoding, _ workspace: inout Workspace
    ) -> [LineJob.Output] {
        let parsed = lines.map { line in
            Result { () throws(RawSeriesError) in try RawSeries(line.bytes, network.architecture.inputs) }
        }
        let series = parsed.compactMap { try? $0.get().values }
        var outputs: ArraySlice<[Float]> = []
        if !series.isEmpty {
            do throws(NetworkError) {
                outputs = try network.forecast(series, steps: steps, decoding: decoding, using: &workspace)[...]
            } catch {
                preconditionFailure("parsed series are valid inputs: \(error)")
            }
        }
        return zip(lines, parsed).map { line, result in
            switch result {
            case .success: answer(outputs.removeFirst(), outputs: network.architecture.outputs)
            case .failure(let error): failed(line, error)
            }
        }
    }

    /// Returns the outputs as JSON: `[…]` for one output per step, `[[…],…]` for several.
    private static func answer(_ values: [Float], outputs: Int) -> LineJob.Output {
        var writer = JSONWriter()
        writer.array { writer in
            for start in stride(from: 0, to: values.count, by: outputs) {
                if outputs == 1 {
                    writer.number(values[start])
                } else {
                    writer.array { writer in for value in values[start..<start + outputs] { writer.number(value) } }
                }
            }
        }
        writer.newline()
        return .answer(writer.bytes, errorCode: nil)
    }

    private static func failed(_ line: LineJob.Line, _ error: RawSeriesError) -> LineJob.Output {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("line")
            writer.integer(line.number)
            writer.key("error")
            writer.string(error.description)
        }
        writer.newline()
        return .answer(writer.bytes, errorCode: "invalid-value")
    }
}

/// Why a line is not a valid series for a network.
struct RawSeriesError: Error, CustomStringConvertible {
    let description: String
}

/// A line of raw inputs: `[1,2,3]` for one input, `[[1,2],[3,4]]` for several.
struct RawSeries {
    /// Shape `[steps, inputs]`.
    let values: [Float]

    init(_ bytes: [UInt8], _ inputs: Int) throws(RawSeriesError) {
        do throws(JSONError) {
            values = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var reader = JSONReader(buffer)
                return try RawSeries.values(&reader, inputs)
            }
        } catch {
            throw RawSeriesError(description: error.description)
        }
    }

    private static func values(_ reader: inout JSONReader, _ inputs: Int) throws(JSONError) -> [Float] {
        var values: [Float] = []
        try reader.array { (reader, _) throws(JSONError) in
            if inputs == 1, try reader.nextKind() == .number {
                values.append(try float(&reader))
                return
            }
            let before = values.count
            try reader.array { (reader, _) throws(JSONError) in values.append(try float(&reader)) }
            guard values.count - before == inputs else {
                throw reader.error(
                    "a step has \((values.count - before).counted("number")); this network has \(inputs.counted("input"))")
            }
        }
        try reader.end()
        if values.isEmpty { throw reader.error("the series is empty; expected at least one step") }
        return values
    }

    private static func float(_ reader: inout JSONReader) throws(JSONError) -> Float {
        let number = try reader.number()
        let value = Float(number)
        guard value.isFinite else { throw reader.error("\(number) is beyond the range of 32-bit floats") }
        return value
    }
}
