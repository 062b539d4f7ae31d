import ArgumentParser
import Documents
import Forecasting
import Market
import Platform
import Portfolio

struct WalletForecastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Forecast the total of wallets from joint paths of their coins.",
        discussion: """
            EXAMPLES
              closecast wallet forecast Main
              closecast wallet forecast Main --level 80,95 --above 10000 --touch 8000
              closecast wallet forecast Main --csv > main.csv
              closecast wallet forecast Main --as-of 2024-11-12 --plot
              closecast wallet forecast Main Savings

            Each coin's own forecast is kept as it is; past days tell how the coins move \
            together, so that the bands of the total are not those of the coins added up.
            """)

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, all numbers."
            case .csv: "wallet,date,day,point,q0.025,…; a line a day."
            case .plot: "A large chart only."
            }
        }
    }

    @OptionGroup var choice: WalletChoice
    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var daysOption: DaysOption
    @OptionGroup var distribution: DistributionOptions

    @OptionGroup var events: TotalEventOptions

    @Option(
        help: ArgumentHelp("The last day the forecast may see (default: the newest stored one).", valueName: "date"),
        transform: Day.argument)
    var asOf: Day?

    @Flag(help: "Leave out coins that cannot be forecast, and name them; else they refuse the whole.")
    var leaveOut = false

    @Option(help: ArgumentHelp("Fill missing and bad closes with the close before.", valueName: "how"))
    var fill: ForecastCommand.Fill?

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let group = try await choice.group(in: store)
            let forecaster = try modelOptions.forecaster()
            let days = try daysOption.days(forecaster)
            let told = try distribution.told(forecaster)
            let questions = try events.questions(forecaster)
            guard forecaster.hasDistribution else {
                throw Failure(
                    "the model \(forecaster.configuration.name) was not calibrated: a wallet's total is made of bands", .usage)
            }
            if asOf == nil { try await feedOptions.refresh(try await store.held(by: group), in: store) }
            let result = try await store.portfolio.forecast(
                group, with: forecaster, days: days, asOf: asOf, sampling: distribution.sampling,
                missing: leaveOut ? .leftOut : .refused, fillsWithPrevious: fill == .previous, threads: ProcessState.processorCount)
            result.notes.forEach(Console.note)
            let report = WalletForecastReport(
                result: result, forecaster: forecaster, told: told, questions: questions,
                past: try await past(result, store), today: store.portfolio.today)
            report.warnings.forEach(Console.note)
            let details = WalletForecastDetails(
                told: told, questions: questions, sampling: distribution.sampling, model: forecaster.configuration)
            switch format {
            case .json: try Console.write(WalletForecastJSON.document(result, details))
            case .csv: try Console.write(WalletForecastCSV.document(result, details))
            case .plot: try Console.write(report.plot)
            case nil: try Console.write(report.text)
            }
        }
    }

    /// What the holdings of now were worth on the days before the cutoff, oldest first.
    private func past(_ result: ForecastOfWallet, _ store: Store) async throws -> [Double] {
        let (cutoff, days) = (result.forecast.cutoff, max(14, min(96, 2 * result.forecast.horizon)))
        var totals = [Double](repeating: result.forecast.cash, count: days)
        var isKnown = [Bool](repeating: true, count: days)
        // Parts come in the order of ids; two of them may have one ticker.
        var held = try await store.held(by: result.wallets)
        for part in result.forecast.parts {
            guard let index = held.firstIndex(where: { $0.ticker == part.forecast.ticker }) else { continue }
            let asset = held.remove(at: index)
            let stored = try await store.candles.candles(of: asset.id, from: cutoff - (days - 1), through: cutoff)
            let closes = Dictionary(uniqueKeysWithValues: stored.map { ($0.candle.day, $0.candle.close) })
            for index in 0..<days {
                guard let close = closes[cutoff - (days - 1 - index)] else {
                    isKnown[index] = false
                    continue
                }
                totals[index] += part.amount * close
            }
        }
        let unknown = isKnown.lastIndex(of: false).map { $0 + 1 } ?? 0
        return Array(totals[unknown...])
    }
}
