import ArgumentParser
import JSONText
import Market
import Platform
import Text

struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Make simulated markets: daily closes of coins that never existed.",
        discussion: """
            EXAMPLES
              closecast simulate --out data/simulated    the embedded sample
              closecast simulate --tickers 1000 --days 500 | closecast batch

            A folder gets one CSV a ticker (date,close); - writes the lines that \
            closecast batch reads. There are regimes, volatility that clusters, fat \
            tails and shocks that all coins share. The same seed gives the same \
            numbers, and a coin is the same however many are made.
            """
    )

    @Option(help: ArgumentHelp("How many coins.", valueName: "n"))
    var tickers = 12

    @Option(help: ArgumentHelp("Daily closes of each.", valueName: "n"))
    var days = 1500

    @Option(help: ArgumentHelp("The seed.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The last day (default: 2024-12-31).", valueName: "date"), transform: Day.argument)
    var last = Day(year: 2024, month: 12, day: 31)!

    @Option(
        help: ArgumentHelp("A folder for CSV files, or - for JSON lines on standard output.", valueName: "dir|-"),
        completion: .directory)
    var out = "-"

    @Flag(help: "Replace existing files with these names.")
    var replace = false

    func validate() throws {
        guard (1...10_000_000).contains(tickers) else { throw ValidationError("--tickers \(tickers): give 1 to 10000000") }
        guard (1...SimulatedMarket.maximumDays).contains(days) else {
            throw ValidationError("--days \(days): give 1 to \(SimulatedMarket.maximumDays)")
        }
        guard (last - (days - 1)).civil.year >= 1 else {
            throw ValidationError("--days \(days): the first day would be before the year 1")
        }
    }

    func run() throws {
        try reportingFailures { () throws(Failure) in
            let market = SimulatedMarket(days: days, seed: seed, lastDay: last)
            if out != "-", Files.exists(out), !Files.isFolder(out) {
                throw Failure("--out \(out) is a file; name a folder", .usage)
            }
            if out != "-", !replace { try refuseToReplace() }
            for index in 0..<tickers {
                let history = market.history(index, ticker: SimulatedMarket.ticker(index, of: tickers))
                if out == "-" {
                    try Console.write(line(history))
                } else {
                    try write(history)
                }
            }
            if out != "-" { Console.note("\(tickers.counted("simulated market")) of \(days.counted("day")) written to \(out)") }
        }
    }

    private func line(_ history: PriceHistory) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("id")
            writer.string(history.ticker.description)
            writer.key("closes")
            writer.array { writer in for close in history.closes { writer.number(close) } }
            writer.key("last")
            writer.string(history.lastDay.description)
        }
        writer.newline()
        return writer.bytes
    }

    private func path(_ ticker: Ticker) -> String { "\(out)/\(ticker).csv" }

    /// Throws if any output file exists, before one is written.
    private func refuseToReplace() throws(Failure) {
        let existing = (0..<tickers).lazy.map { path(SimulatedMarket.ticker($0, of: tickers)) }.filter(Files.exists)
        guard let first = existing.first else { return }
        let others = existing.count - 1
        let more = others > 0 ? " (and \(others) more)" : ""
        throw Failure("\(first)\(more) exists; add --replace to overwrite, or name another folder with --out", .cannotCreate)
    }

    private func write(_ history: PriceHistory) throws(Failure) {
        var text = CSVText.line(["date", "close"])
        for (index, close) in history.closes.enumerated() { text += CSVText.line(["\(history.firstDay + index)", "\(close)"]) }
        do throws(FileError) {
            try Files.makeFolder(out)
            try Files.write(Array(text.utf8), to: path(history.ticker))
        } catch {
            throw Failure(error)
        }
    }
}
