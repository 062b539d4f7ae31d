import Documents
import Market
import MarketFeeds
import Portfolio
import Upkeep

/// Closes that a command finds by itself: the stored ones, refreshed where they are old, or else fetched and stored.
final class StoredCloses {
    private let storeOptions: StoreOptions
    private let feedOptions: FeedOptions
    /// Opened once: that takes 4 ms, a tenth of a forecast.
    private var opened: Store?

    init(storeOptions: StoreOptions, feedOptions: FeedOptions) {
        (self.storeOptions, self.feedOptions) = (storeOptions, feedOptions)
    }

    /// The store, nil where there is none yet and none is to be made.
    func store(makes: Bool = false) throws(Failure) -> Store? {
        if opened == nil { opened = makes ? try storeOptions.open() : try storeOptions.openIfThere() }
        return opened
    }

    /// How long a refresh may keep a forecast waiting.
    private static let refreshSeconds = 3.0
    /// How long the first fetch may take.
    private static let fetchSeconds = 30.0

    func history(_ ticker: Ticker, _ selection: PriceFile.Selection) async throws -> (history: PriceHistory, origin: ClosesOrigin) {
        guard let store = try store(makes: !feedOptions.offline) else {
            throw Self.nowhere(ticker, "nothing is stored yet, and --offline forbids to fetch it")
        }
        let asset: Asset
        do {
            asset = try await store.asset(ticker)
        } catch PortfolioError.unknownAsset {
            throw Self.nowhere(ticker, "it is no known asset")
        }
        if try await store.candles.coverage()[asset.id] == nil { try await fetch(asset, store) }
        let (history, notes, last) = try await hinting(asset) { try await store.portfolio.history(of: asset, selection) }
        notes.forEach(Console.note)
        return (
            // Named as the caller did: two assets of one ticker are told apart by their ids.
            PriceHistory(ticker: ticker, firstDay: history.firstDay, closes: history.closes),
            ClosesOrigin(source: last.source, retrievedAt: last.retrievedAt, ageDays: selection.today - history.lastDay)
        )
    }

    /// Asks for newer closes of all that are stored, at once; what is not known is told when its history is asked for.
    func refresh(_ tickers: [Ticker]) async throws {
        guard !tickers.isEmpty, !feedOptions.offline, let store = try store() else { return }
        var assets: [Asset] = []
        for ticker in tickers {
            do {
                assets.append(try await store.asset(ticker))
            } catch is PortfolioError {
                continue
            }
        }
        try await feedOptions.refresh(assets, in: store, budgetSeconds: Self.refreshSeconds)
    }

    private func fetch(_ asset: Asset, _ store: Store) async throws {
        guard !feedOptions.offline else { throw Self.nowhere(asset.ticker, "none are stored, and --offline forbids to fetch them") }
        let history = store.fetched(with: try FeedOptions.feeds.get())
        let yesterday = history.yesterday
        do {
            let answer = try await ProviderChain(history.feeds).fetch(
                asset, from: yesterday - (FetchedHistory.firstDays - 1), through: yesterday, deadlineSeconds: Self.fetchSeconds)
            let stored = try await history.save(answer, of: asset, replaces: false)
            Console.note(
                "\(asset.ticker): \(stored.added) closes fetched from \(answer.answered.map(\.rawValue).joined(separator: " and ")) "
                    + "and stored")
        } catch let error as ChainError {
            throw Self.nowhere(asset.ticker, "none are stored, and no provider answered:\n\(error.description)", .unavailable)
        }
    }

    /// The three ways to get closes.
    static func nowhere(
        _ ticker: Ticker, _ reason: String, _ status: Failure.Status = .noInput, command: String = "forecast"
    ) -> Failure {
        Failure(
            """
            no closes of \(ticker): \(reason)
            Give a file of them:       closecast \(command) \(ticker) --from \(ticker).csv
            or store a file once:      closecast history import \(ticker).csv
            or fetch and store them:   closecast history fetch \(ticker)
            (the simulated markets SIM01 to SIM12 come with closecast)
            """, status)
    }

    private func hinting<Result>(_ asset: Asset, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as PriceFileError {
            throw Failure("\(error.description)\nget more of them: closecast history fetch \(asset.ticker) --days 1000", .data)
        }
    }
}

extension Store {
    /// The asset that a ticker names, or an id that was read as one.
    func asset(_ ticker: Ticker) async throws -> Asset { try await portfolio.asset(ticker.description) }
}
