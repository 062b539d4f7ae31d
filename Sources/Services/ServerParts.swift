import APIKit
import Access
import Banking
import Forecasting
import Forecasts
import Identity
import Inference
import Jobs
import Logging
import Market
import MarketData
import NIOCore
import Notices
import PaperTrading
import People
import Platform
import Portfolio
import Store
import Trading
import Versions

/// Returns the portfolio of a caller.
package typealias Portfolios = @Sendable (Principal) -> Portfolio

/// Writes the metrics for an `Accept` header.
package typealias MetricsText = @Sendable (_ accept: String?) -> (bytes: [UInt8], type: String)

/// The parts that routes are made from. The composition root and the tests create one; each capability passes its controllers and
/// pages only what they use. A capability that needs the store and nothing of its own makes its service where its operations are.
///
/// Faces and registration functions see it; pages and operations get the services that they use. It is a class because the code
/// that copies a struct of this size is long.
package final class ServerParts: Sendable {
    package let store: Store
    /// Assets and closes.
    package let market: MarketData
    package let portfolios: Portfolios
    /// Returns the favourite assets of a caller.
    package let favourites: @Sendable (Principal) -> Favourites
    /// Returns the paper matches of a caller.
    package let paperMatches: @Sendable (Principal) -> PaperMatches
    /// The results of paper matches.
    package let paperOutcomes: PaperOutcomes
    package let diary: Diary
    package let models: ServedModels
    /// Forecasts of stored assets, encoded for the response.
    package let assetForecasts: AssetForecasts<CachedDocument>
    /// The cached responses; their counts are reported as metrics.
    package let forecastCache: ForecastCache<CachedDocument>
    /// Changes whenever the stored data changes.
    package let storeVersion: StoreVersion
    /// Refreshes closes; nil if providers may not be asked.
    package let refresh: AssetRefresh?
    /// Simulated prices; nil if this server cannot simulate any.
    package let practicePrices: PracticePrices?
    package let tokens: AccessTokens
    /// Simulated accounts.
    package let trading: Trading
    /// The texts of the help; nil without pages.
    package let helpTexts: (any HelpTexts)?
    /// The pictures of coins.
    package let icons: CoinIcons
    package let contacts: ServiceContacts
    /// Accounts; nil on one person's machine, where there is no sign-in.
    package let accounts: AccountParts?
    /// The pictures that people send.
    package let pictures: UploadedPictures
    /// The ways in which people can be told outside the app.
    package let noticeWays: NoticeWays
    /// Asks for newer versions; nil if no address is set.
    package let versions: Versions?
    /// Batch jobs; nil if none are accepted.
    package let jobs: JobService?
    /// The limits on what each owner may store.
    package let quotas: StorageQuotas
    /// Returns the amounts that an owner stores.
    package let storageUse: @Sendable (_ owner: String) async throws -> StorageUse
    /// Reports the server's health.
    package let health: HealthProbe
    /// Writes the metrics for `GET /metrics`, given an `Accept` header; nil if there are none.
    package let metrics: MetricsText?
    /// Whether callers without a token have no rights. True whenever the server listens on more than the loopback address.
    package let requiresToken: Bool
    /// The path under which people reach the server.
    package let path: ServedPath
    /// Identifies this process.
    package let instance: String
    package let writes: any WriteGuard
    /// The event streams about notices that are open; stop them before the server stops.
    package let noticeStreams = NoticeStreams()
    /// How long such a stream stays open.
    package let noticeStreamLifetime: Duration
    package let tokenUses = TokenUses()
    package let sharedWalletRate = SharedWalletRate()
    package let worker = WorkerThreads()
    let writesUnderWay = WritesUnderWay()

    /// - Parameters:
    ///   - storeVersion: changes whenever the stored data changes.
    ///   - refresh: refreshes closes; nil if providers may not be asked.
    ///   - practicePrices: simulated prices; nil if they cannot be turned on.
    ///   - cacheBytes: the memory for cached forecasts of stored assets.
    ///   - pictures: decodes a picture and encodes it anew.
    ///   - trading: the rules and the clock of simulated accounts; nil for the defaults, without verification.
    ///   - instance: identifies this process, from `ProcessInstance`.
    package init(
        store: Store, catalogue: ModelCatalogue, queue: InferenceQueue, storeVersion: StoreVersion,
        pictures: @escaping UploadedPictures.Reencode, refresh: AssetRefresh? = nil, practicePrices: PracticePrices? = nil,
        cacheBytes: Int = 16 << 20, requiresToken: Bool = false, trading: TradingParts? = nil,
        accounts: AccountParts? = nil, path: ServedPath = .root, jobs: JobService? = nil, helpTexts: (any HelpTexts)? = nil,
        icons: CoinIcons = CoinIcons(), contacts: ServiceContacts = ServiceContacts(),
        noticeWays: NoticeWays = NoticeWays(), noticeStreamLifetime: Duration = .seconds(600), versions: Versions? = nil,
        health: @escaping HealthProbe = { Health() }, metrics: MetricsText? = nil, instance: String = ProcessInstance.make(),
        now: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 }
    ) {
        let market = MarketData(store, now: now)
        self.store = store
        self.market = market
        portfolios = { Portfolio(market, owner: $0.owner) }
        favourites = { Favourites(market, owner: $0.owner) }
        paperMatches = { PaperMatches(market, owner: $0.owner) }
        diary = Diary(store, now: now)
        models = ServedModels(catalogue: catalogue, queue: queue)
        forecastCache = ForecastCache(maximumBytes: cacheBytes) { $0.body.readableBytes }
        paperOutcomes = PaperOutcomes(market: market, models: models, storeVersion: storeVersion, worker: worker)
        assetForecasts = Self.forecasts(market, diary, forecastCache, storeVersion, worker)
        (self.storeVersion, self.refresh, self.requiresToken, self.path) = (storeVersion, refresh, requiresToken, path)
        self.practicePrices = practicePrices
        (self.accounts, self.jobs, self.helpTexts, self.health, self.metrics) = (accounts, jobs, helpTexts, health, metrics)
        (self.icons, self.contacts, self.noticeWays, self.versions) = (icons, contacts, noticeWays, versions)
        self.noticeStreamLifetime = noticeStreamLifetime
        self.pictures = UploadedPictures(reencode: pictures, profiles: accounts?.people.profiles)
        quotas = store.quotas
        storageUse = { owner in
            var use = try await store.storageUse(of: owner)
            use.jobBytes = jobs?.storedBytes(of: owner) ?? 0
            return use
        }
        let realTime = BankClock(realAnchor: now(), bankAnchor: now(), speed: 1)
        self.trading = Trading(trading ?? TradingParts(store, clock: realTime, startsVerified: true, now: now), holder: instance)
        self.instance = instance
        tokens = AccessTokens(store, now: now)
        writes = StoredWrites(store: store, underWay: writesUnderWay)
    }

    /// Returns forecasts of stored assets whose answers have another form than the API's; they have their own cache.
    package func forecasts<Answer: Sendable>(cache: ForecastCache<Answer>) -> AssetForecasts<Answer> {
        Self.forecasts(market, diary, cache, storeVersion, worker)
    }

    private static func forecasts<Answer: Sendable>(
        _ market: MarketData, _ diary: Diary, _ cache: ForecastCache<Answer>, _ storeVersion: StoreVersion, _ worker: WorkerThreads
    ) -> AssetForecasts<Answer> {
        let logger = Logger(label: "closecast.forecasts")
        return AssetForecasts(market: market, diary: diary, cache: cache, storeVersion: storeVersion, recorder: worker.executor) {
            asset, error in
            logger.error("a forecast is not in the diary", metadata: ["asset": "\(asset.id)", "error": "\(error)"])
        }
    }

    /// The verification of people.
    package var identity: Identity { trading.identity }

    /// Questions and answers about simulated accounts.
    package var help: Help { Help(trading.parts.rules, helpTexts, hasAccounts: accounts != nil) }

    /// The Open Inference Protocol.
    package var openInference: OpenInference { models.openInference }

    /// Returns the service that forecasts the coins held in wallets in advance.
    package func warmUp(
        wait: @escaping @Sendable () async throws -> Void, held: @escaping @Sendable () async throws -> [Asset]
    ) -> ForecastWarmUp {
        let logger = Logger(label: "closecast.forecasts")
        return ForecastWarmUp(
            market: market, cache: models.paths, storeVersion: storeVersion,
            forecaster: { [models] in try models.forecaster(for: ForecastRequest(), priority: .background) }, wait: wait,
            reportFailure: { logger.info("coins were not forecast ahead", metadata: ["error": "\($0)"]) }, held: held)
    }

    /// Waits until writes whose clients have disconnected are finished, at most `seconds`. Call it after the last request and
    /// before closing the store.
    package func drainWrites(within seconds: Double) async { await writesUnderWay.drain(within: seconds) }
}

/// A document ready to be sent.
package struct CachedDocument: Sendable {
    package let body: ByteBuffer
    package let entityTag: String

    package init(body: ByteBuffer, entityTag: String) {
        (self.body, self.entityTag) = (body, entityTag)
    }
}

extension ServerParts {
    /// Whether the session or token of a caller is still valid: streams outlast the check of their request. If it cannot be read, the
    /// stream ends rather than continuing unchecked.
    package var isCurrent: @Sendable (Principal) async -> Bool {
        let (sessions, tokens) = (accounts?.people.sessions, tokens)
        return { caller in
            if let sessions { return (try? await sessions.isCurrent(caller)) ?? false }
            guard case .token(let id) = caller.credential else { return true }
            return (try? await tokens.isValid(id)) ?? false
        }
    }
}

extension ServedModels {
    /// The Open Inference Protocol; deadlines are on the monotonic clock, like the queue's.
    package var openInference: OpenInference {
        OpenInference(catalogue, queue, serverVersion: Locations.version) { ProcessState.monotonicSeconds }
    }
}

extension ServerAPI {
    /// Adds the operations of a capability to an API.
    package typealias Routes = @Sendable (_ parts: ServerParts, _ api: inout API) -> Void
}
