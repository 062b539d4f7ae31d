import ArgumentParser
import Documents
import Forecasting
import Market
import Platform
import Portfolio

struct WalletForecastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Forecast the total of a wallet, from joint sample paths of its coins.",
        discussion: """
            EXAMPLES
              closecast wallet forecast Main
              closecast wallet forecast Main --level 80,95 --above 10000
              closecast wallet forecast Main --as-of 2024-11-12 --plot

            Each coin's own forecast is kept as it is; past days tell how the coins move \
            together, so that the bands of the total are not those of the coins added up.
            """)

    enum Format: String, EnumerableFlag {
        case json, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, all numbers."
            case .plot: "A large chart only."
            }
        }
    }

    @Argument(help: ArgumentHelp("A wallet.", valueName: "wallet"), completion: .wallets)
    var wallet: String

    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var daysOption: DaysOption
    @OptionGroup var distribution: DistributionOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Tell how likely the total is to be above a value, on each day.", valueName: "usd"))
    var above: Double?

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

    func validate() throws {
        if let above, !above.isFinite { throw ValidationError("--above \(above): give a number") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.portfolio.wallet(wallet)
            let forecaster = try modelOptions.forecaster()
            let days = try daysOption.days(forecaster)
            let told = try distribution.told(forecaster)
            guard forecaster.hasDistribution else {
                throw Failure(
                    "the model \(forecaster.configuration.name) was not calibrated: a wallet's total is made of bands", .usage)
            }
            if asOf == nil { try await feedOptions.refresh(try await store.held(by: found), in: store) }
            let result = try await store.portfolio.forecast(
                found, with: forecaster, days: days, asOf: asOf, sampling: distribution.sampling,
                missing: leaveOut ? .leftOut : .refused, fillsWithPrevious: fill == .previous, threads: ProcessState.processorCount)
            result.notes.forEach(Console.note)
            let report = WalletForecastReport(
                result: result, forecaster: forecaster, told: told, above: above,
                past: try await past(result, store), today: store.portfolio.today)
            report.warnings.forEach(Console.note)
            switch format {
            case .json:
                let details = WalletForecastDetails(
                    told: told, above: above, sampling: distribution.sampling, model: forecaster.configuration)
                try Console.write(WalletForecastJSON.document(result, details))
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
        var held = try await store.held(by: result.wallet)
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

extension Store {
    /// The coins that a wallet holds.
    func held(by wallet: Wallet) async throws -> [Asset] {
        var held: [Asset] = []
        for id in try await portfolio.repositories.journal.balances(of: wallet.id).keys.sorted() where id != .usd {
            if let asset = try await assets.asset(id) { held.append(asset) }
        }
        return held
    }
}
