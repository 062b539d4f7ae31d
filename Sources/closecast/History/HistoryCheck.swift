import ArgumentParser
import JSONText
import Market
import MarketData

struct HistoryCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Report gaps, wrong closes, impossible candles and old closes.",
        discussion: "Exit status 1 means that a problem was found.")

    @Argument(help: ArgumentHelp("Assets (default: all that have closes).", valueName: "ticker|id"), completion: .assets)
    var assets: [String] = []

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            var checked: [(asset: Asset, faults: [HistoryFault])] = []
            for asset in try await chosen(store) {
                guard let faults = try await store.market.faults(of: asset) else { throw Failure.noCloses(of: asset) }
                checked.append((asset, faults))
            }
            try Console.write(json ? Self.document(checked) : Self.text(checked))
            if checked.contains(where: { !$0.faults.isEmpty }) { throw ExitCode(Failure.Status.someSeriesFailed.rawValue) }
        }
    }

    private func chosen(_ store: LocalStore) async throws -> [Asset] {
        var chosen: [Asset] = []
        for text in assets { chosen.append(try await store.asset(text)) }
        guard assets.isEmpty else { return chosen }
        return try await store.market.storedRanges().map(\.asset)
    }

    private static func text(_ checked: [(asset: Asset, faults: [HistoryFault])]) -> String {
        guard !checked.isEmpty else { return "no closes are stored\n" }
        return checked.map { asset, faults in
            guard !faults.isEmpty else { return "\(asset.ticker)  nothing is wrong\n" }
            return "\(asset.ticker)\n" + faults.map { "  \($0)\(remedy($0, asset))\n" }.joined()
        }.joined()
    }

    /// Returns the remedy for a fault, as the end of its message.
    private static func remedy(_ fault: HistoryFault, _ asset: Asset) -> String {
        switch fault {
        case .gap(let first, _): "; closecast history fetch \(asset.ticker) --start \(first)"
        case .jump(let day, _, _), .shift(let day, _, _), .spike(let day, _, _, _):
            "; compare it: closecast history show \(asset.ticker) --start \(day - 1) --end \(day + 1)"
        case .candles(_, let first, _):
            "; compare it: closecast history show \(asset.ticker) --start \(first) --end \(first)"
        case .unchanged: ""
        case .stale: "; closecast history fetch \(asset.ticker)"
        }
    }

    private static func document(_ checked: [(asset: Asset, faults: [HistoryFault])]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("assets", checked) { MarketDocuments.faults.write($0, &$1) }
            }
        }
    }
}
