import ArgumentParser
import Forecasting
import Forecasts
import Glibc
import LSTMEngine
import Market
import Platform
import Synchronization
import Text

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Forecast many series: one JSON line in, one JSON line out.",
        discussion: """
            EXAMPLES
              closecast batch --in series.ndjson --out forecasts.ndjson
              closecast simulate --tickers 1000 | closecast batch > forecasts.ndjson
              closecast batch --in series.ndjson --shard 1/4 --keep-going > part1.ndjson
              closecast batch --in series.ndjson --out forecasts.ndjson --key --resume

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
            last are optional; without last there are no dates. Blank lines are \
            skipped. Answers come in the order of the lines, and the same input \
            gives the same bytes for any number of threads. Where the input pauses \
            for 5 ms, the lines before the pause are answered. The first failed line \
            ends the job unless --keep-going.

            EXIT STATUS
              0       every series has a forecast
              1       some series failed: their answers say why
              64-66   wrong usage, model or file: the same command fails again
              73-75   no output file, a failed disk or pipe, or a signal: try again,
                      perhaps on another machine
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

    @Flag(help: "Begin each answer with a key, a digest of its series, the model and the options.")
    var key = false

    @Flag(help: "Keep the answers that an earlier run of this command wrote to --out, finished or not. Needs --key.")
    var resume = false

    @Option(
        help: ArgumentHelp("Write what was done as JSON, for schedulers, however the job ends.", valueName: "file"),
        completion: .file())
    var summary: String?

    func validate() throws {
        guard resume else { return }
        guard key else { throw ValidationError("--resume recognises answers by their keys; add --key") }
        guard output != "-" else { throw ValidationError("--resume continues a file; name it: --out FILE") }
    }

    func run() throws {
        try reportingFailures { () throws(Failure) in
            let start = ProcessState.monotonicSeconds
            let folder = try modelOptions.folder()
            let forecaster = try modelOptions.forecaster(folder)
            var request = distribution.request(days: daysOption.days)
            request.decode = modelOptions.decode
            let plan = try request.planOrFail(forecaster)
            if let warning = Processor.current.warning { Console.note(warning) }
            if let summary { try OutputTarget.check(summary, option: "--summary") }
            let keys = key ? BatchKeys(configuration: try Files.readOrFail(folder.path + "/config.json"), plan) : nil
            let source = try InputStream(input)
            let target = try OutputTarget(output, input: input, continues: resume)
            let done = try job(source, target, forecaster).run(makeWorkspace: forecaster.makeWorkspace) {
                lines, workspace in
                BatchAnswers(forecaster: forecaster, plan: plan, keys: keys, keptPath: target.namedPath)
                    .answers(lines, &workspace)
            }
            let failure = finish(done, source, target)
            if let summary {
                let report = BatchSummary(
                    done, shard: shard, seconds: ProcessState.monotonicSeconds - start, model: forecaster.configuration,
                    failure: failure, isComplete: failure == nil || keepGoing && failure?.status == .someSeriesFailed)
                do throws(FileError) { try Files.write(report.json, to: summary) } catch { throw failure ?? Failure(error) }
            }
            if let failure { throw failure }
        }
    }

    private func job(_ source: InputStream, _ target: OutputTarget, _ forecaster: Forecaster) throws(Failure) -> LineJob {
        let bar = Mutex(ProgressBar(total: source.size))
        let signals: StopSignals
        do throws(FileError) { signals = try StopSignals.listen() } catch { throw Failure(error) }
        let shard = shard ?? .whole
        return try LineJob(
            reader: LineReader(descriptor: source.descriptor, name: source.name, signals: signals),
            kept: target.keptBytes > 0
                ? try KeptLines(target.unfinishedPath ?? output, byteCount: target.keptBytes, named: target.namedPath) : nil,
            settings: .init(
                blockSize: forecaster.seriesTogether, threads: threads.count, keepsGoing: keepGoing,
                shard: (shard.number - 1, shard.count)),
            write: { bytes throws(Failure) in try target.write(bytes) },
            progress: { summary, bytes in
                bar.withLock { $0.show(lines: summary.lines, failed: summary.failed, bytesRead: bytes) }
            })
    }

    /// Publishes the output, and returns why the job ended early or which series failed; nil if all is well.
    private func finish(_ done: LineJob.Summary, _ source: InputStream, _ target: OutputTarget) -> Failure? {
        ProgressBar(total: nil).end()  // clears the line that the job's bar has left
        if let failure = done.failure {
            guard done.lines > done.kept else {
                // There is nothing new, so the copy is not needed.
                target.discardCopy()
                return failure
            }
            return Failure(failure.message + kept(target), failure.status)
        }
        if done.wasStopped {
            let words = "stopped by a signal after \(done.lines.counted("answer"))"
            let remedy = target.unfinishedPath == nil || !key ? "" : "; to go on from there, repeat the command with --resume"
            return Failure(words + kept(target) + remedy, .tryAgain)
        }
        if let line = done.firstFailedLine, !keepGoing {
            return Failure(
                "line \(line) of \(source.name) failed; its output line says why. To continue after failed lines: --keep-going"
                    + kept(target), .someSeriesFailed)
        }
        do throws(Failure) { try target.finish() } catch { return Failure(error.message + kept(target), error.status) }
        return done.firstFailedLine.map { line in
            Failure(
                "\(done.failed) of \(done.lines) series failed, the first on line \(line) of \(source.name)", .someSeriesFailed)
        }
    }

    /// Returns the end of an error message that names the file with the answers written so far; empty for output that is not a
    /// file.
    private func kept(_ target: OutputTarget) -> String {
        target.unfinishedPath.map { "; the answers up to there are in \($0)" } ?? ""
    }
}
