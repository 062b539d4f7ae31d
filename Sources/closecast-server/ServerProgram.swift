import APIKit
import Access
import Alerts
import Expenses
import Forecasts
import HTMLTemplates
import HTTPEdge
import Inference
import Jobs
import Languages
import Logging
import Market
import MarketData
import News
import Notices
import NoticesWeb
import PageKit
import People
import Pictures
import Platform
import Secrets
import Server
import ServiceLifecycle
import Services
import Settings
import Storage
import Telemetry
import Trading
import Versions
import Web

/// The composition root of the whole server: creates all parts from the settings and runs them until SIGTERM.
struct ServerProgram {
    private let process: ServerProcess

    init(_ process: ServerProcess) { self.process = process }

    private var arguments: ServerArguments { process.arguments }
    private var settings: ServerSettings { process.settings }
    private var metrics: PrometheusMetrics { process.metrics }
    private var logger: Logger { process.logger }

    func run() async throws {
        let path = try databasePath()
        // Taken before the file is opened, because opening may change the schema.
        let lock = try StoreFile.lock(path, address: "\(settings.accounts.publicURL ?? .ofServer(at: settings.edge))")
        defer { lock.release() }
        let store = try StoreFile.open(path, quotas: try quotas())
        if arguments.storesSample {
            let added = try await SampleMarkets.store(in: store, now: ProcessState.secondsSince1970)
            let articles = try await SampleNews.store(in: store, now: ProcessState.secondsSince1970)
            logger.info("sample", metadata: ["closes_added": "\(added)", "articles_added": "\(articles)"])
        }
        let practice = PracticeMarkets(store) { ProcessState.secondsSince1970 }
        if arguments.simulatesPrices { try await practice.turnOn() }
        let parts = try await parts(on: store, practice)
        logStart(parts)
        do {
            try await serve(parts, practice)
        } catch {
            close(parts)
            throw error
        }
        close(parts)
        logger.notice("stopped")
    }

    /// Closes the connections to the store, the change counter's first. The last connection to close merges SQLite's log into the
    /// database file and removes it.
    private func close(_ parts: Parts) {
        do {
            try parts.changes.close()
            try parts.store.close()
        } catch {
            logger.warning("the store was not closed", metadata: ["error": "\(error)"])
        }
    }

    /// The running parts of the server.
    private struct Parts {
        let store: Store
        let changes: ChangeCounter
        let catalogue: ModelCatalogue
        let queue: InferenceQueue
        let feeds: Feeds
        let jobs: JobService
        let health: HealthMonitor
        let server: ServerParts
        /// The files of the pages.
        let web: WebFiles
        let icons: Icons
        /// The delivery of notices outside the app.
        let deliveries: DeliveryWork
        /// Fetches news; nil without a list of feeds.
        let news: NewsWork?
        /// Nil on one person's machine.
        let accounts: Accounts?
        let certificate: ServerCertificate?
    }

    // MARK: Parts

    /// Returns the folder of the pages' files.
    ///
    /// - Throws: ``ServerSettingsError`` if there is none.
    static func webFolder(_ settings: ServerSettings) throws -> String {
        guard let folder = settings.web ?? Locations.webFolder else { throw ServerSettingsError.noWebFolder }
        return folder
    }

    /// A page shows a missing value as nothing, so it must be logged.
    private func report(_ faults: [String]) { logger.error("template", metadata: ["faults": "\(faults.joined(separator: "; "))"]) }

    private func parts(on store: Store, _ practice: PracticeMarkets) async throws -> Parts {
        let now: @Sendable () -> Int = { ProcessState.secondsSince1970 }
        let catalogue = try await process.catalogue()
        let queue = process.queue()
        let feeds = try Feeds(MarketData(store, now: now))
        let health = HealthMonitor(
            store: store, catalogue: catalogue, queue: queue, refresher: feeds.refresher,
            queueCapacity: settings.inference.queueCapacity,
            logger: logger, now: now)
        let jobs = try await jobs(InferenceJobModels(catalogue: catalogue, queue: queue))
        let changes = try store.changeCounter()
        let pictures = PictureReencoder.besideThisProgram
        let icons = Icons(
            settings.icons, databasePath: try databasePath(), pictures: pictures, feeds: feeds.refresher.fetcher.feeds)
        var accounts: Accounts?
        if let policy = try settings.accounts.policy(isExposed: settings.edge.requiresCredentials) {
            accounts = try await Accounts(
                policy, settings, store: store, databasePath: try databasePath(), now: now)
        }
        let push = try pushKeys(now: now())
        let web = try WebFiles(try Self.webFolder(settings), reportFaults: report)
        let server = ServerParts(
            store: store, catalogue: catalogue, queue: queue, storeVersion: StoreVersion { try await changes.value() },
            pictures: { try await pictures.jpeg(from: $0, mediaType: $1, $2) },
            refresh: feeds.refresh(requestSeconds: settings.edge.requestSeconds),
            practicePrices: PracticePrices(coins: practice.assets, turnOn: practice.turnOn),
            requiresToken: settings.edge.requiresCredentials,
            trading: try await trading(on: store, accounts, now), accounts: accounts?.parts, path: process.path, jobs: jobs,
            helpTexts: web, icons: icons.icons, contacts: settings.contact.contacts,
            noticeWays: NoticeWays(
                hasMail: accounts?.sendsMails ?? false, allowsPrivateAddresses: settings.noticeSending.allowsPrivateAddresses,
                push: push),
            versions: settings.versions.source.map { Versions(store, $0) },
            health: { health.health }, metrics: process.metricsText)
        addGauges(server, feeds, now)
        process.addGauges(health)
        addGauges(health, store)
        let deliveries = deliveries(store, accounts, push, server.sinceReport)
        addGauges(deliveries)
        let news = try news(store)
        if let news { addGauges(news) }
        if let accounts { addGauges(accounts) }
        return Parts(
            store: store, changes: changes, catalogue: catalogue, queue: queue, feeds: feeds, jobs: jobs, health: health,
            server: server, web: web, icons: icons, deliveries: deliveries, news: news, accounts: accounts,
            certificate: try process.certificate())
    }

    private func trading(
        on store: Store, _ accounts: Accounts?, _ now: @escaping @Sendable () -> Int
    ) async throws -> TradingParts {
        let clock = try await TradingParts.clock(of: store, speed: settings.trading.clockSpeed, now: now)
        // Without accounts there is no operator to decide a verification.
        return TradingParts(
            store, rules: try TradingRules.read(file: settings.trading.rules), clock: clock,
            startsVerified: accounts == nil, identity: accounts?.identity, now: now)
    }

    private func quotas() throws -> StorageQuotas {
        settings.quotas.quotas(hasAccounts: try settings.accounts.policy(isExposed: settings.edge.requiresCredentials) != nil)
    }

    private func databasePath() throws -> String {
        guard let path = settings.database ?? Locations.database else {
            throw ServerSettingsError.noDataFolder
        }
        return path
    }

    private func jobs(_ models: InferenceJobModels) async throws -> JobService {
        let folder = try settings.jobs.folder ?? (databasePath() + ".jobs")
        try Files.makeFolder(folder, mode: 0o700)
        var limits = JobSettings(folder: folder)
        limits.maximumBytesPerOwner = try quotas().jobBytes
        let jobs = JobService(settings: limits, models: models, logger: Logger(label: "closecast.jobs"))
        try await jobs.open()
        return jobs
    }

    private func addGauges(_ server: ServerParts, _ feeds: Feeds, _ now: @escaping @Sendable () -> Int) {
        let (forecasts, coins, refresher) = (server.forecastCache, server.models.paths, feeds.refresher)
        metrics.counter("closecast_forecast_cache_hits_total", "Forecasts of stored assets that were answered from memory.") {
            Double(forecasts.counts.hits)
        }
        metrics.counter("closecast_forecast_cache_misses_total", "Forecasts of stored assets that were computed.") {
            Double(forecasts.counts.misses)
        }
        metrics.gauge("closecast_forecast_cache_bytes", "Memory of the answers that are kept.") { Double(forecasts.counts.bytes) }
        metrics.counter(
            "closecast_coin_forecast_cache_hits_total", "Coins of wallets' forecasts whose sample paths were in memory."
        ) {
            Double(coins.counts.hits)
        }
        metrics.counter("closecast_coin_forecast_cache_misses_total", "Coins of wallets' forecasts that were computed.") {
            Double(coins.counts.misses)
        }
        metrics.gauge("closecast_feed_age_seconds", "Since closes last came from a provider; NaN before the first time.") {
            refresher.feedState.lastSuccessAt.map { Double(now() - $0) } ?? .nan
        }
        metrics.counter("closecast_feed_failures_total", "Refreshes of an asset that brought no closes.") {
            Double(refresher.feedState.failures)
        }
        metrics.gauge(
            "closecast_oldest_close_age_seconds",
            "Time since the end of the newest stored day, for the asset in use that is furthest behind; NaN before the first check."
        ) { refresher.feedState.oldestCloseSeconds(now: now()).map(Double.init) ?? .nan }
        metrics.gauge(
            "closecast_clock_ahead_seconds", "How far our clock is ahead of a price provider's; 0 within a quarter of an hour."
        ) { Double(refresher.fetcher.feeds.clockAheadSeconds) }
    }

    private func addGauges(_ health: HealthMonitor, _ store: Store) {
        metrics.gauge("closecast_store_free_bytes", "Free space on the database's disk; NaN if the system does not report it.") {
            health.freeBytes.map(Double.init) ?? .nan
        }
        metrics.counter("closecast_store_write_faults_total", "Writes that a lock, a full disk or the like kept from being done.") {
            Double(store.writeFaultCount)
        }
    }

    private func addGauges(_ deliveries: DeliveryWork) {
        metrics.counter("closecast_notices_delivered_total", "Notices that were delivered by mail, webhook, ntfy, Gotify or push.")
        {
            Double(deliveries.counts.delivered)
        }
        metrics.counter("closecast_notice_failures_total", "Attempts to deliver a notice that failed.") {
            Double(deliveries.counts.failed)
        }
        metrics.counter("closecast_notices_given_up_total", "Notices that could not be delivered within a day.") {
            Double(deliveries.counts.givenUp)
        }
    }

    private func addGauges(_ news: NewsWork) {
        metrics.counter("closecast_news_fetches_total", "Feeds of news that were fetched, or had not changed.") {
            Double(news.counts.fetched)
        }
        metrics.counter("closecast_news_failures_total", "Feeds of news that could not be fetched or read.") {
            Double(news.counts.failed)
        }
        metrics.counter("closecast_news_articles_total", "Articles that were stored.") { Double(news.counts.articles) }
    }

    private func addGauges(_ accounts: Accounts) {
        let hasher = accounts.hasher
        metrics.describe("closecast_security_events", "Events of accounts, such as sign-ins, by outcome.")
        metrics.counter("closecast_password_hashes_total", "Passwords and PINs that were hashed or compared.") {
            Double(hasher.hashCount)
        }
        metrics.gauge("closecast_password_hashes_waiting", "Passwords and PINs that wait for their hash.") {
            Double(hasher.waitingCount)
        }
    }

    // MARK: Running

    private func logStart(_ parts: Parts) {
        // The log hides values whose key looks like the name of a secret, so this key must not.
        var facts: Logger.Metadata = [
            "authentication": parts.accounts == nil ? "not needed on this machine" : "by session or token"
        ]
        if let accounts = parts.accounts { facts.merge(accounts.facts) { $1 } }
        process.logStart(parts.catalogue, parts.certificate, facts)
        if parts.accounts != nil, settings.edge.requiresCredentials, settings.accounts.publicURL == nil {
            logger.warning(
                "any host",
                metadata: ["reason": "the host of requests is not checked; give --public-url https://closecast.example.com"])
        }
    }

    private func serve(_ parts: Parts, _ practice: PracticeMarkets) async throws {
        let edge = process.edge(parts.certificate, refusalCodes: ["not-a-picture", "too-many-pixels", "picture-too-slow"])
        var site: Site?
        let router = ServerAPI.router(
            parts.server, Face.api(parts.server), edge: edge, spans: RequestSpans(process.spans)
        ) { host in
            let made = Site(parts.server, host, files: parts.web)
            site = made
            return made
        }
        var services: [any Service] = [
            parts.health, Background { await parts.jobs.run() }, Background { await practice.run() },
            DueWorkLoop(work: purge(parts.store), logger: logger, failure: "old answers stay"),
            Background { await warmUp(parts).run() }, Draining(queue: parts.queue), WritesDraining(server: parts.server),
            DueWorkLoop(
                work: parts.server.trading.work, logger: Logger(label: "closecast.trading"),
                failure: "scheduled work failed; it is tried again", isCounted: true),
            DueWorkLoop(
                work: alerts(parts).due(holder: parts.server.instance), logger: Logger(label: "closecast.alerts"),
                failure: "alerts were not compared; it is tried again", isCounted: true),
            DueWorkLoop(
                work: parts.server.diaryNotices.due(holder: parts.server.instance), logger: Logger(label: "closecast.notices"),
                failure: "the week of the diary was not told; it is tried again"),
            DueWorkLoop(
                work: JobNotices(parts.jobs, parts.store).due, logger: Logger(label: "closecast.notices"),
                failure: "ended jobs were not told; it is tried again"),
            DueWorkLoop(
                work: parts.deliveries.due(holder: parts.server.instance), logger: Logger(label: "closecast.notices"),
                failure: "notices were not sent; it is tried again"),
            DueWorkLoop(
                work: RecurringExpenses.due(parts.store, holder: parts.server.instance) { ProcessState.secondsSince1970 },
                logger: Logger(label: "closecast.expenses"), failure: "recurring transactions were not entered; it is tried again"),
            DueWorkLoop(
                work: DueWork("expenses", every: 3600) { try await Expenses.purge(parts.store) }, logger: logger,
                failure: "removed transactions stay"),
            DueWorkLoop(
                work: DueWork("notices", every: 3600) { try await Inbox.purge(parts.store) }, logger: logger,
                failure: "old notices stay"),
            DueWorkLoop(
                work: DueWork("news", every: 3600) { try await News.purge(parts.store) }, logger: logger, failure: "old news stay"),
        ]
        if let news = parts.news {
            services.append(
                DueWorkLoop(
                    work: news.due(holder: parts.server.instance), logger: Logger(label: "closecast.news"),
                    failure: "news were not fetched; it is tried again"))
        }
        if let site { services.append(Background { await site.warmUp() }) }
        services += parts.icons.services(parts.store)
        if settings.versions.isDaily, let versions = parts.server.versions {
            services.append(
                DueWorkLoop(work: newVersions(versions, parts), logger: logger, failure: "newer versions are not known"))
        }
        if let accounts = parts.accounts { services += accounts.services(parts.jobs) }
        if let hour = settings.refresh.hour {
            let schedule = parts.feeds.schedule(hour: hour, parts.store, logger: Logger(label: "closecast.feeds"))
            services.append(Background { await schedule.run() })
        }
        try await process.serve(
            router, on: edge, inference: parts.server.openInference,
            admission: CallAdmission(parts.server, edge: edge, logger: Logger(label: "closecast.grpc")),
            .init(
                catalogue: parts.catalogue, health: parts.health, certificate: parts.certificate, services: services,
                endStreams: { [site] in
                    await parts.jobs.endWatching()
                    parts.server.noticeStreams.stop()
                    await site?.stop(within: 0.5)
                }))
    }

    /// Tells operators, or the one person, of newer versions.
    private func newVersions(_ versions: Versions, _ parts: Parts) -> DueWork {
        let logger = Logger(label: "closecast.versions")
        let hasAccounts = parts.accounts != nil
        return versions.due(
            telling: { hasAccounts ? try $0.operators() : [Owner.local] },
            report: { problem in
                let level: Logger.Level = problem.isRefusal ? .warning : .info
                logger.log(level: level, "newer versions are not known", metadata: ["reason": "\(problem)"])
            })
    }

    private func alerts(_ parts: Parts) -> AlertWork {
        let logger = Logger(label: "closecast.alerts")
        return parts.server.alertWork { logger.warning("figures are missing", metadata: ["series": "\($0)", "error": "\($1)"]) }
    }

    /// The key of web push, in a file of its own beside the database: it must last as long as the browsers' subscriptions.
    private func pushKeys(now: Int) throws -> PushKeys {
        let path = try databasePath() + ".push-keys"
        let key = PushServerKey(try Keyring.open(path: path, creatingIfMissing: true, today: Day(secondsSince1970: now)))
        let address = settings.accounts.publicURL.flatMap { $0.text.hasPrefix("https://") ? $0.text : nil }
        let contact = settings.contact.contacts.general?.href ?? address
        return PushKeys(
            publicKey: key.publicKey, isKey: PushEncryption.isKey,
            seal: { PushEncryption.seal($0, for: $1, auth: $2) },
            authorization: { key.authorization(audience: $0, expires: $1, contact: contact) })
    }

    private func deliveries(
        _ store: Store, _ accounts: Accounts?, _ push: PushKeys, _ since: SinceReport
    ) -> DeliveryWork {
        let logger = Logger(label: "closecast.notices")
        let sendsMails = accounts?.sendsMails ?? false
        return DeliveryWork(
            store, by: CurlPoster(allowsPrivateAddresses: settings.noticeSending.allowsPrivateAddresses),
            publicURL: settings.accounts.publicURL?.text, push: push, sign: MessageSignature.hexadecimal,
            recipient: { reading, owner in sendsMails ? try reading.noticeRecipient(of: owner) : nil },
            digestLines: { owner, time, language in
                try await since.sections(of: owner, since: time, in: Language(rawValue: language) ?? .english, hasNotices: false)
                    .flatMap { section in section.lines.map { "\(section.title): \($0.text)" } }
            },
            now: { ProcessState.secondsSince1970 }
        ) { failure in
            logger.warning(
                failure.isGivenUp ? "a notice is given up" : "a notice waits",
                metadata: [
                    "notice": "\(failure.notice)", "way": "\(failure.way.rawValue)", "attempts": "\(failure.attempts)",
                    "error": "\(failure.reason)",
                ])
        }
    }

    /// Reads the list of feeds once, so that a mistake in it is reported at the start.
    private func news(_ store: Store) throws -> NewsWork? {
        guard let path = settings.news.feeds else { return nil }
        do { _ = try NewsFeed.list(file: path) } catch { throw SettingsError.unreadable(path: path, reason: "\(error)") }
        let logger = Logger(label: "closecast.news")
        return NewsWork(store, feeds: { try NewsFeed.list(file: path) }, now: { ProcessState.secondsSince1970 }) {
            logger.warning("a feed was not read", metadata: ["source": "\($0)", "error": "\($1)"])
        }
    }

    private func warmUp(_ parts: Parts) -> ForecastWarmUp {
        parts.server.warmUp(wait: { try await Task.sleep(for: .seconds(5)) }) { try await parts.store.heldAssets() }
    }

    /// Deletes stored responses to idempotent requests once they are a day old.
    private func purge(_ store: Store) -> DueWork {
        DueWork("answers", every: 3600) {
            try await store.purgeIdempotency(startedBefore: ProcessState.secondsSince1970 - IdempotentRequest.lifetimeSeconds)
        }
    }
}

extension PictureReencoder {
    /// With the decoder in the folder of this program.
    static var besideThisProgram: PictureReencoder {
        PictureReencoder(program: (ProcessState.executablePath.map(Files.folder) ?? ".") + "/closecast-picture")
    }
}
