import ArgumentParser
import Forecasting
import JSONText
import Market
import MarketData
import PaperTrading
import Platform

struct PaperStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Keep a match, from a past day or from today on.",
        discussion: """
            EXAMPLES
              closecast paper start BTC ETH
              closecast paper start BTC ETH BNB --since 2024-01-01 --fee 0.25%
              closecast paper start BTC --strategies follow --threshold 55% --json

            The match is stored in the database with the hash of the model that follow \
            starts with. Its result is computed from the stored closes whenever it is \
            shown (closecast paper show), and goes on as closes arrive. A match that \
            starts today waits for today's closes, which exist when the day has ended \
            in UTC. A server without accounts shows the same matches on its page /paper.
            """
    )

    @Argument(help: ArgumentHelp("Coins, e.g. BTC ETH.", valueName: "ticker|id"), completion: .assets)
    var coins: [String]

    @Option(
        help: ArgumentHelp("The first day of trading, or today (the default).", valueName: "date"),
        transform: PaperStartDay.argument)
    var since = PaperStartDay.today

    @OptionGroup var options: PaperOptions

    @Flag(help: "One JSON object: the match with its id.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let today = Day(secondsSince1970: ProcessState.secondsSince1970)
            let start = since.day(today: today)
            // Refuse wrong options before a database is made.
            try options.check(from: start, today: today)
            let store = try storeOptions.openOrMake()
            var assets: [Asset] = []
            for name in coins { assets.append(try await Self.coin(name, in: store)) }
            let match = try options.match(assets.map(\.id), from: start, today: today)
            let model = try match.followsForecast ? Resources.modelFolder(ModelFolder.defaultName).configuration.sha256 : nil
            let recorded = try await store.paperMatches.start(match, following: model)
            guard !json else {
                return try Console.write(JSONWriter.document { PaperMatchDocuments.match.writeObject((recorded, today), &$0) })
            }
            let text = PaperMatchText(recorded, assets)
            try Console.write("\(recorded.id): \(text.definition)\n")
            try Console.write(
                start == today ? text.waiting(for: assets, today: today) : "Its result: closecast paper show \(recorded.id)\n")
        }
    }

    private static func coin(_ name: String, in store: LocalStore) async throws -> Asset {
        do {
            return try await store.asset(name)
        } catch AssetError.unknown(let text, let near) {
            guard let ticker = Ticker(name), SimulatedMarket.isTicker(ticker) else { throw AssetError.unknown(text, near: near) }
            throw Failure(
                "\(ticker) is a simulated market and has no stored closes; play it without keeping it: "
                    + "closecast paper \(ticker) --since 2024-01-01", .noInput)
        }
    }
}
