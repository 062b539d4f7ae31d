import ArgumentParser
import Documents
import Forecasting
import Glibc
import LSTMEngine
import Market
import Platform
import Synchronization

/// One shard of a batch that is split between processes: `2/4` is the second of four.
struct Shard {
    let number: Int
    let count: Int

    init(argument: String) throws {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, (1...count).contains(number) else {
            throw ValidationError("\"\(argument)\" is not a part; expected i/n with i from 1 to n, such as 2/4")
        }
        self.number = number
        self.count = count
    }
}

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Forecast many series: one JSON line in, one JSON line out.",
        discussion: """
            EXAMPLES
              closecast batch --in series.ndjson --out forecasts.ndjson
              closecast simulate --tickers 1000 | closecast batch > forecasts.ndjson
              closecast batch --in series.ndjson --shard 1/4 --keep-going > part1.ndjson

            A LINE IN
              {"id":"BTC","closes":[…500 or more…],"last":"2025-02-20"}
            A LINE OUT
              {"id":"BTC","cutoff":"2025-02-20","model":…,"model_sha256":…,
               "horizon":96,"paths":1000,"seed":1,
               "values":[{"day":1,"date":"2025-02-21","point":…,
               "quantiles":{"0.1":…,…}},…]}
            or, if it failed,
              {"id":"BTC","line":7,"error":{"code":"history-too-short","message":…}}

            closes are daily, oldest first; last is the day of the last one. id and \
            last may be missing; without last there are no dates. Blank lines are \
            skipped. Answers come in the order of the lines, and the same input \
            gives the same bytes for any number of threads. The first failed line \
            ends the job unless --keep-going; exit status 1 means that some failed.
            """
    )

    @Option(
        name: .customLong("in"), help: ArgumentHelp("Newline-delimited JSON, - for standard input.", valueName: "file|-"),
        completion: .file())
    var input = "-"

    @Option(
        name: .customLong("out"),
        help: ArgumentHelp("The output file, which appears when the job has finished; - for standard output.", valueName: "file|-"),
        completion: .file())
    var output = "-"

    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var daysOption: DaysOption
    @OptionGroup var distribution: DistributionOptions
    @OptionGroup var threads: ThreadsOption

    @Flag(help: "Continue after a failed line.")
    var keepGoing = false

    @Option(
        help: ArgumentHelp("Compute every n-th line only, beginning with the i-th: one of n parts.", valueName: "i/n"),
        transform: Shard.init(argument:))
    var shard: Shard?

    func run() throws {
        try reportingFailures { () throws(Failure) in
            let forecaster = try modelOptions.forecaster()
            var request = distribution.request(days: daysOption.days)
            request.decode = modelOptions.decode
            let plan = try request.planOrFail(forecaster)
            if let warning = Processor.current.warning { Console.note(warning) }
            let source = try InputStream(input)
            let target = try OutputTarget(output, input: input)
            let bar = Mutex(ProgressBar(total: source.size))
            let job = LineJob(
                reader: LineReader(descriptor: source.descriptor, name: source.name),
                settings: .init(
                    blockSize: forecaster.seriesTogether, threads: threads.count, keepsGoing: keepGoing,
                    shard: shard.map { ($0.number - 1, $0.count) } ?? (0, 1)),
                write: { bytes throws(Failure) in try target.write(bytes) },
                progress: { summary, bytes in
                    bar.withLock { $0.show(lines: summary.lines, failed: summary.failed, bytesRead: bytes) }
                })
            defer { bar.withLock { $0.end() } }
            let summary: LineJob.Summary
            do throws(Failure) {
                summary = try job.run(makeWorkspace: forecaster.network.makeWorkspace) { lines, workspace in
                    BatchCommand.answers(lines, forecaster, plan, &workspace)
                }
            } catch {
                throw Failure(error.message + kept(target), error.status)
            }
            try finish(summary, source, target)
        }
    }

    private func finish(_ summary: LineJob.Summary, _ source: InputStream, _ target: OutputTarget) throws(Failure) {
        guard let line = summary.firstFailedLine else { return try target.finish() }
        if keepGoing {
            try target.finish()
            throw Failure(
                "\(summary.failed) of \(summary.lines) series failed, the first on line \(line) of \(source.name)",
                .someSeriesFailed)
        }
        throw Failure(
            "line \(line) of \(source.name) failed; its output line says why. To continue after failed lines: --keep-going\(kept(target))",
            .someSeriesFailed)
    }

    /// Returns the end of an error message that names the file with the answers written so far; empty for output that is not a
    /// file.
    private func kept(_ target: OutputTarget) -> String {
        target.unfinishedPath.map { "; the answers up to there are in \($0)" } ?? ""
    }

    /// Returns one answer per line, in order.
    private static func answers(
        _ lines: [LineJob.Line], _ forecaster: Forecaster, _ plan: ForecastPlan, _ workspace: inout Workspace
    ) -> [LineJob.Output] {
        let block = BatchBlock(lines.map { BatchSeries($0.bytes, line: $0.number, need: forecaster.contextLength) })
        let forecasts = forecaster.forecast(block.histories, days: plan.days, sampling: plan.sampling, using: &workspace)
        return zip(block.series, block.results(forecasts)).map { series, result in
            let succeeded = if case .success = result { true } else { false }
            return LineJob.Output(bytes: series.answer(result, plan), succeeded: succeeded)
        }
    }
}
