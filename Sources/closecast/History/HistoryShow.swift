import ArgumentParser
import JSONText
import Market
import MarketData

struct HistoryShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print stored closes.",
        discussion: """
            EXAMPLES
              closecast history show BTC
              closecast history show BTC --start 2024-01-01 --end 2024-12-31 --interval 1mo
              closecast history show BTC --csv > BTC.csv
            """)

    enum Format: String, EnumerableFlag {
        case json, csv

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, with the source of each close."
            case .csv: "date,open,high,low,close,volume,source,retrieved; closecast history import reads it back."
            }
        }
    }

    @Argument(help: ArgumentHelp("An asset.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @Option(
        help: ArgumentHelp("The first day (default: the first stored one; 30 days back in a table).", valueName: "date"),
        transform: Day.argument)
    var start: Day?

    @Option(help: ArgumentHelp("The last day (default: the last stored one).", valueName: "date"), transform: Day.argument)
    var end: Day?

    @Option(help: ArgumentHelp("Days, weeks (Monday to Sunday) or calendar months.", valueName: "1d|1w|1mo"))
    var interval = CandleInterval.day

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let start, let end, start > end { throw ValidationError("--start \(start) is after --end \(end)") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.asset(asset)
            guard let coverage = try await store.file.coverage()[found.id] else { throw Failure.noCloses(of: found) }
            let last = end ?? coverage.last
            let first = start ?? (format == nil ? interval.start(of: last - interval.tableDays) : coverage.first)
            let stored = try await store.file.candles(of: found.id, from: first, through: last)
            guard !stored.isEmpty else {
                let range = first > last ? "from \(first) on" : "from \(first) to \(last)"
                throw Failure(
                    "no closes of \(found.ticker) \(range); stored are \(coverage.first) to \(coverage.last)",
                    .noInput)
            }
            let history = MarketHistory(asset: found, interval: interval, stored: stored)
            switch format {
            case .json: try Console.write(JSONWriter.document { $0.object { history.write(&$0) } })
            case .csv: try Console.write(history.csv)
            case nil: try Console.write(history.table(stored[stored.count - 1], today: store.portfolio.today))
            }
        }
    }
}

extension CandleInterval: ExpressibleByArgument {
    /// How many days the table shows by default.
    fileprivate var tableDays: Int {
        switch self {
        case .day: 29
        case .week: 25 * 7
        case .month: 23 * 30
        }
    }
}

extension Failure {
    static func noCloses(of asset: Asset) -> Failure {
        Failure(
            "no closes of \(asset.ticker) are stored; import a file (closecast history import \(asset.ticker).csv) or fetch them "
                + "(closecast history fetch \(asset.ticker))", .noInput)
    }
}

extension MarketHistory {
    /// Returns the candles as a table for the terminal.
    ///
    /// - Parameter last: the newest stored candle.
    fileprivate func table(_ last: StoredCandle, today: Day) -> String {
        let candles = rows.map(\.candle)
        func prices(_ value: (IntervalCandle) -> Double?) -> [String] { candles.map { value($0).map(ShownPrice.text) ?? "-" } }
        let columns = [
            TextColumn(interval == .day ? "day" : "from", candles.map { "\($0.start)" }, minimum: 10),
            TextColumn("open", prices(\.open)), TextColumn("high", prices(\.high)), TextColumn("low", prices(\.low)),
            TextColumn("close", prices { $0.close }),
            TextColumn("volume", candles.map { $0.volume.map { PriceText.fixed($0, decimals: 0) } ?? "-" }),
        ]
        let age = today - last.candle.day - 1
        return "\(asset.ticker) (\(asset.name)), \(asset.quoteCurrency) a coin\n\n" + TextColumn.table(columns, indent: "  ")
            + "\nthe last close is from \(last.candle.day)"
            + (age > 0 ? " (\(age + 1) days ago)" : "")
            + ", from \(last.source), retrieved \(MomentText.short(last.retrievedAt)) UTC\n"
    }
}
