import ArgumentParser
import Forecasting
import Forecasts
import Market
import Platform

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

            Each coin keeps its own forecast. How coins moved together in the past decides \
            how their paths are combined, so the bands of the total are not simply sums.

            Cash, and figures in another --currency, keep the rates of the last day seen.
            """)

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, all numbers."
            case .csv: "wallet,date,day,point,q0.025,…; one line per day."
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

    @Flag(help: "Leave out coins that cannot be forecast, and name them; without this option the command fails.")
    var leaveOut = false

    @OptionGroup var repairOptions: RepairOptions

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var currencyOption: CurrencyOption
    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let group = try await choice.group(in: store)
            let forecaster = try modelOptions.forecaster()
            let plan = try request.planOrFail(forecaster, limits: TotalEventOptions.limits)
            if asOf == nil {
                try await feedOptions.refresh(try await store.needed(by: group, in: currencyOption.currency), in: store)
            }
            let result = try await WalletForecasts(store.market).forecast(
                group, of: store.portfolio, plan, missing: leaveOut ? .leftOut : .refused,
                by: ThreadForecaster(forecaster, threads: ProcessState.processorCount),
                in: currencyOption.currency)
            result.notes.forEach(Console.note)
            let report = WalletForecastReport(result: result, forecaster: forecaster, plan: plan, today: store.market.today)
            report.warnings.forEach(Console.note)
            switch format {
            case .json: try Console.write(WalletForecastDocuments.document(result, plan))
            case .csv: try Console.write(WalletForecastCSV.document(result, plan))
            case .plot: try Console.write(report.plot)
            case nil: try Console.write(report.text)
            }
        }
    }

    private var request: ForecastRequest {
        var request = distribution.request(days: daysOption.days)
        events.add(to: &request)
        repairOptions.add(to: &request)
        (request.decode, request.asOf) = (modelOptions.decode, asOf)
        return request
    }
}
