import Market
import MarketData
import MarketFeeds
import Portfolio
import Text

/// A history that a command has read, from a file or from the store.
struct ReadHistory {
    let history: PriceHistory
    /// The asset and origin of stored closes; nil for closes from a file.
    var stored: (asset: Asset, origin: ClosesOrigin)?
}

/// Reads the closes of assets named on the command line. Stored closes are refreshed if they are old; missing ones are fetched and
/// stored.
final class StoredClosesReader {
    private let storeOptions: StoreOptions
    private let feedOptions: FeedOptions
    /// Opened once: opening takes 4 ms, a tenth of a forecast.
    private var opened: LocalStore?

    init(storeOptions: StoreOptions, feedOptions: FeedOptions) {
        (self.storeOptions, self.feedOptions) = (storeOptions, feedOptions)
    }

    /// Returns the store; nil if it does not exist yet.
    func store() throws(Failure) -> LocalStore? {
        if opened == nil { opened = try storeOptions.openIfThere() }
        return opened
    }

    /// Creates the store for an asset that can be fetched; nil with `--offline`.
    private func newStore(for ticker: Ticker) throws(Failure) -> LocalStore? {
        guard !feedOptions.offline else { return nil }
        let known = KnownAssets.all
        guard known.contains(where: { $0.ticker == ticker || $0.id.description == ticker.description.lowercased() }) else {
            throw Self.unknown(ticker, near: NearName.ofAsset(ticker.description, among: known))
        }
        opened = try storeOptions.openOrMake()
        return opened
    }

    /// The limit for a first fetch, in seconds.
    private static let fetchSeconds = 30.0

    /// Returns the history of a ticker or id, fetching it first if no closes are stored.
    func history(_ ticker: Ticker, _ selection: CloseSeries.Selection) async throws -> ReadHistory {
        guard let store = try store() ?? newStore(for: ticker) else {
            throw Self.nowhere(ticker, "nothing is stored yet, and --offline forbids fetching")
        }
        let asset: Asset
        do {
            asset = try await store.asset(ticker.description)
        } catch AssetError.unknown(_, let near) {
            throw Self.unknown(ticker, near: near)
        }
        if try await store.file.coverage()[asset.id] == nil { try await fetch(asset, store) }
        let stored = try await hinting(asset, selection) { try await store.market.histories.history(of: asset, selection) }
        stored.notes.forEach(Console.note)
        let history = stored.history
        return ReadHistory(
            // Keep the name that the user typed: assets that share a ticker are distinguished by id.
            history: history.renamed(ticker),
            stored: (asset, stored.origin(today: selection.today)))
    }

    /// Returns a history that was read with all days before it: of stored closes, forecasts read only the newest.
    func whole(_ read: ReadHistory, _ selection: CloseSeries.Selection) async throws -> PriceHistory {
        guard let asset = read.stored?.asset, let store = try store() else { return read.history }
        return try await store.market.histories.history(of: asset, selection, newest: .max).history.renamed(read.history.ticker)
    }

    /// Refreshes all stored assets at once. An unknown asset is reported later, when its history is read.
    func refresh(_ tickers: [Ticker]) async throws {
        guard !tickers.isEmpty, !feedOptions.offline, let store = try store() else { return }
        var assets: [Asset] = []
        for ticker in tickers {
            do {
                assets.append(try await store.asset(ticker.description))
            } catch is AssetError {
                continue
            }
        }
        try await feedOptions.refresh(assets, in: store)
    }

    private func fetch(_ asset: Asset, _ store: LocalStore) async throws {
        guard !feedOptions.offline else { throw Self.nowhere(asset.ticker, "none are stored, and --offline forbids fetching") }
        do {
            let (answer, stored) = try await store.fetcher(try FeedOptions.feeds.get())
                .fetchFirst(asset, deadlineSeconds: Self.fetchSeconds)
            Console.note(
                "\(asset.ticker): \(stored.added) closes fetched from \(answer.answered.map(\.rawValue).joined(separator: " and ")) "
                    + "and stored")
        } catch let error as ChainError {
            throw Self.nowhere(asset.ticker, "none are stored, and no provider answered:\n\(error.description)", .unavailable)
        }
    }

    /// Returns the error for an asset without closes, with the three ways to get some.
    static func nowhere(
        _ ticker: Ticker, _ reason: String, _ status: Failure.Status = .noInput, command: String = "forecast"
    ) -> Failure {
        Failure(
            """
            no closes of \(ticker): \(reason)
            Read them from a file:     closecast \(command) \(ticker) --from \(ticker).csv
            or store a file once:      closecast history import \(ticker).csv
            or fetch and store them:   closecast history fetch \(ticker)
            (the simulated markets SIM01 to SIM12 come with closecast)
            """, status)
    }

    /// Returns the error for an asset that no provider can be asked for yet, with the ways to get its closes.
    static func unknown(_ ticker: Ticker, near: String?, command: String = "forecast") -> Failure {
        Failure(
            """
            \(ticker) is not a known asset\(near.map { "; did you mean \($0)? closecast \(command) \($0)" } ?? "")
            Read closes from a file:   closecast \(command) \(ticker) --from \(ticker).csv
            or store a file once:      closecast history import \(ticker).csv
            or fetch from a provider:  closecast asset add \(ticker) --provider binance=\(ticker)USDT
                                       closecast history fetch \(ticker)
            (known assets: closecast asset list; simulated markets: SIM01 to SIM12)
            """, .noInput)
    }

    private func hinting<Result>(
        _ asset: Asset, _ selection: CloseSeries.Selection, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as CloseSeriesError {
            // Wrong stored closes stay as they are, and with a start or end day, more recent closes would change nothing.
            let isMissing = error.faults.contains { fault in
                switch fault.kind {
                case .gap, .tooShort, .badClose: true
                case .noRows, .asOfMissing, .jump, .spike: false
                }
            }
            let fetch = "\nget more of them: closecast history fetch \(asset.ticker) --days 1000"
            let canFetch = isMissing && selection.since == nil && selection.asOf == nil
            throw Failure(error.description + (canFetch ? fetch : ""), .data)
        }
    }
}
