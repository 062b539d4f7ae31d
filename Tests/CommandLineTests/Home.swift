import Foundation
import JSONText
import Market
import Synchronization
import Testing

/// A home folder, with stored closes if a test needs them.
struct Home {
    let folder: Scratch

    /// - Parameter closes: by ticker; each is written to a file named after it, and imported.
    init(_ closes: [String: PriceHistory] = [:]) throws {
        folder = try Scratch()
        guard !closes.isEmpty else { return }
        for (ticker, history) in closes { try folder.write(csv(history), to: "\(ticker).csv") }
        // The store of an earlier test with the same closes is just as good, and needs no process.
        try Self.imported.withLock { stores in
            if stores.isEmpty { atexit { Home.imported.withLock { $0 = [:] } } }
            let key = closes.mapValues(csv)
            if stores[key] == nil {
                let first = try Scratch()
                for (ticker, file) in key { try first.write(file, to: "\(ticker).csv") }
                let run = try closecast(["history", "import"] + key.keys.sorted().map { "\($0).csv" }, folder: first)
                try #require(run.status == 0, "\(run.words)")
                stores[key] = first
            }
            try FileManager.default.copyItem(atPath: stores[key]!.path("home"), toPath: folder.path("home"))
        }
    }

    /// Folders whose home has closes, by the files of the closes; removed at the end of the tests.
    private static let imported = Mutex<[[String: String]: Scratch]>([:])

    /// Runs a command in this home.
    func run(_ words: String..., environment: [String: String] = [:]) throws -> Run {
        try closecast(words, folder: folder, environment: environment)
    }

    /// Runs a command that must succeed.
    @discardableResult func done(_ words: String..., at place: SourceLocation = #_sourceLocation) throws -> Run {
        let run = try closecast(words, folder: folder)
        try #require(run.status == 0, "\(words): \(run.words)", sourceLocation: place)
        return run
    }
}

/// A history of closes that end on a day.
func history(_ closes: [Double], through last: String = "2024-12-31") -> PriceHistory {
    PriceHistory(ticker: Ticker("BTC")!, firstDay: Day(iso: last)! - (closes.count - 1), closes: closes)
}

/// Closes of 500 days, which are enough for a model and for people.
let twoCoins = ["BTC": simulated(0), "ETH": simulated(1)]
