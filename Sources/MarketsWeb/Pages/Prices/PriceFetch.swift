import Forecasts
import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData
import PageKit
import Services

/// Fetches closes from price providers as a task: providers may take many seconds to answer.
package struct PriceFetch: Sendable {
    /// Nil if providers may not be asked.
    let refresh: AssetRefresh?
    let version: StoreVersion
    let board: TaskBoard
    /// The clock, in seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    /// The time limit for each coin.
    private static let seconds = 30
    /// The time limit for all coins of a task, since other people's tasks wait for it.
    private static let taskSeconds = 60
    /// How many coins are fetched at once.
    private static let together = 4

    init(_ parts: ServerParts, _ board: TaskBoard) {
        (refresh, version, self.board, now) = (parts.refresh, parts.storeVersion, board, parts.market.now)
    }

    var isPossible: Bool { refresh != nil }

    /// Starts a task, or joins the same one if it has not ended.
    ///
    /// - Parameters:
    ///   - coins: at least one, each with a provider.
    ///   - label: the name that the reader recognizes.
    /// - Returns: the task's id.
    /// - Throws: a ``Problem`` if there are too many tasks.
    func start(_ coins: [Asset], label: String, of owner: String) throws(Problem) -> String {
        let subject = coins.map(\.id.description).joined(separator: " ")
        return try board.start(owner: owner, kind: .fetchPrices, subject: subject, label: label) { progress in
            try await run(coins, progress)
        }
    }

    /// Returns a caller's task that fetches prices; nil for an unknown id.
    func task(_ id: String?, of owner: String) -> LongTask? {
        id.flatMap { board.task($0, of: owner) }.flatMap { $0.kind == .fetchPrices ? $0 : nil }
    }

    /// The values of `price-refresh.mustache`; `task` is one that waits or runs.
    static func values(_ task: LongTask?, _ words: Words) -> Values {
        [
            "refresh": task.map { TaskView($0, words).values(words) } ?? false,
            "refreshSeconds": .optional(task == nil ? nil : "2"),
        ]
    }

    private func run(_ coins: [Asset], _ progress: TaskProgress) async throws -> LongTask.Result {
        progress.note(done: 0, of: coins.count)
        let end = now() + Self.taskSeconds
        defer { version.noteChange() }
        let results = try await withThrowingTaskGroup(of: (Int, Result<PriceImport.Stored, PriceFailure>).self) { group in
            var (rest, results) = (Array(coins.enumerated())[...], [Int: Result<PriceImport.Stored, PriceFailure>]())
            for (number, coin) in rest.prefix(Self.together) { group.addTask { (number, await fetch(coin, until: end)) } }
            rest = rest.dropFirst(Self.together)
            while let (number, result) = try await group.next() {
                results[number] = result
                progress.note(done: results.count, of: coins.count)
                try progress.check()
                if let (number, coin) = rest.popFirst() { group.addTask { (number, await fetch(coin, until: end)) } }
            }
            return coins.indices.compactMap { results[$0] }
        }
        var (stored, failed) = ([PriceImport.Stored](), [PriceFailure]())
        for result in results {
            switch result {
            case .success(let closes): stored.append(closes)
            case .failure(let failure): failed.append(failure)
            }
        }
        if stored.isEmpty, let first = failed.first { throw first }
        return .imported(stored, failed: failed)
    }

    private func fetch(_ coin: Asset, until end: Int) async -> Result<PriceImport.Stored, PriceFailure> {
        guard let refresh else { return .failure(PriceFailure(coin, .offline)) }
        guard !coin.providerIDs.isEmpty else { return .failure(PriceFailure(coin, .noProvider)) }
        let seconds = min(Self.seconds, end - now())
        guard seconds > 0 else { return .failure(PriceFailure(coin, .noTime)) }
        let closes = await refresh(coin, Double(seconds))
        if let failure = closes.failure { return .failure(PriceFailure(coin, .noAnswer(failure))) }
        return .success(
            PriceImport.Stored(asset: coin, days: nil, added: closes.added, differing: closes.differing, isReplaced: false))
    }
}
