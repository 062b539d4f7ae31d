import ArgumentParser
import Forecasting
import Forecasts
import JSONText
import Market
import PaperTrading

struct PaperShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a kept match and its result.",
        discussion: """
            EXAMPLES
              closecast paper show pm_0123456789abcdef
              closecast paper show pm_0123456789abcdef --json

            The result is computed from the closes that are stored now; get newer ones \
            with closecast history fetch. If the model was replaced after the match \
            started, the result says so.
            """
    )

    @Argument(help: ArgumentHelp("The id of a match, from paper list.", valueName: "id"))
    var id: String

    @OptionGroup var threads: ThreadsOption

    @Flag(help: "One JSON object: all values, trades and forecasts.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            guard let store = try storeOptions.openIfThere() else { throw PaperMatchesError.unknown(id) }
            let recorded = try await store.paperMatches.match(id)
            let count = threads.count
            let outcome = try await PaperPlay().outcome(of: recorded.match, in: store.market) {
                ThreadForecaster(try Forecaster(try Resources.modelFolder(ModelFolder.defaultName)), threads: count)
            }
            let today = store.market.today
            guard !json else {
                return try Console.write(
                    JSONWriter.document { PaperMatchDocuments.played.writeObject((recorded, outcome, today), &$0) })
            }
            switch outcome {
            case .waiting(let missing):
                let text = PaperMatchText(recorded, try await store.coins(of: recorded))
                try Console.write("\(text.definition)\n\(text.waiting(for: missing, today: today))")
            case .result(let result):
                try Console.write(PaperText(recorded.match, result, notice: recorded.modelSentence(result)).text)
            }
        }
    }
}

extension LocalStore {
    /// The coins of a match, in its order. An asset in a match is never removed.
    func coins(of recorded: RecordedPaperMatch) async throws -> [Asset] {
        let stored = try await file.assets(ids: Set(recorded.match.coins))
        return recorded.match.coins.compactMap { stored[$0] }
    }
}
