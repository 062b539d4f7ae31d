import ArgumentParser
import Market
import Text

struct HistoryRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove all stored closes of an asset, so that you can import corrected ones.")

    @Argument(help: ArgumentHelp("An asset.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.asset(asset)
            let count = try await store.file.removeCandles(of: found.id)
            guard count > 0 else { throw Failure.noCloses(of: found) }
            try Console.write("\(found.ticker): \(count.counted("close")) removed\n")
        }
    }
}
