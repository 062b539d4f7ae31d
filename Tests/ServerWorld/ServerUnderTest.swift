import APIKit
import Access
import Banking
import Forecasting
import Forecasts
import Foundation
import FoundationNetworking
import HTTPEdge
import HTTPTypes
import Hummingbird
import Inference
import JSONText
import Jobs
import Logging
import Market
import Metrics
import NIOCore
import Notices
import PageKit
import Pictures
import Platform
import Portfolio
import Scratch
import Secrets
import Server
import Services
import Storage
import Synchronization
import Testing
import Trading
import Versions
import Web

/// The real server on a free port of this machine, on a store of its own in a temporary folder, until `body` returns.
///
/// ```swift
/// try await ServerUnderTest.run { server async throws in
///     let answer = try await server.get("/v1/assets?limit=2")
///     #expect(answer.status == 200)
/// }
/// ```
package struct ServerUnderTest: Sendable {
    package let port: Int
    package let folder: String
    package let database: Store
    package let clock: TestClock
    package let parts: ServerParts
    /// Routes of the running router, such as `GET /v1/assets/{asset}`.
    package let routes: [String]
    /// The path above all requests, such as `/closecast`; empty for none.
    package var root: String { parts.path.text }

    /// A clock that tests move.
    package final class TestClock: Sendable {
        private let start: Int
        private let seconds: Mutex<Int>
        package init(_ seconds: Int) {
            start = seconds
            self.seconds = Mutex(seconds)
        }
        package var now: Int { seconds.withLock { $0 } }
        /// Real seconds, plus those by which the test has moved the clock.
        package var uptime: Double { ProcessState.monotonicSeconds + Double(now - start) }
        package func advance(by count: Int) { seconds.withLock { $0 += count } }
    }

    /// 2025-03-01 12:00 UTC.
    package static let start = 1_740_830_400

    package static func run(
        requiresToken: Bool = false, settings: EdgeSettings = EdgeSettings(), models: String = ServerUnderTest.models,
        health: @escaping HealthProbe = { Health() }, refresh: AssetRefresh? = nil, practicePrices: PracticePrices? = nil,
        cacheBytes: Int = 16 << 20, accounts: TestAccounts? = nil, instantDeposits: Int = 0, hasPages: Bool = false,
        quotas: StorageQuotas = .none, versions: ((Store) -> Versions)? = nil, path: ServedPath = .root,
        noticeStreamLifetime: Duration = .milliseconds(100), _ body: (ServerUnderTest) async throws -> Void
    ) async throws {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        // No test cuts the power; a disk takes milliseconds to make each write safe from that.
        var options = Store.Options(durability: .normal)
        options.quotas = quotas
        let clock = TestClock(start)
        let database = try Store(scratch("closecast.db"), options: options, clock: { clock.now })
        let catalogue = ModelCatalogue(folder: models, defaultName: defaultModel)
        await catalogue.rescan()
        let queue = InferenceQueue(workers: 1)
        let changes = try database.changeCounter()
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var limits = JobSettings(folder: scratch("jobs"))
        limits.maximumBytesPerOwner = quotas.jobBytes
        let jobs = JobService(
            settings: limits, models: InferenceJobModels(catalogue: catalogue, queue: queue),
            logger: silent, now: { clock.now })
        try await jobs.open()
        let files = hasPages ? try Self.files.get() : nil
        let parts = ServerParts(
            store: database, catalogue: catalogue, queue: queue,
            storeVersion: StoreVersion(uptime: { clock.uptime }) { try await changes.value() },
            pictures: { bytes, type, _ in try Self.picture(bytes, type, isBusy: accounts?.arePicturesBusy ?? false) },
            refresh: refresh, practicePrices: practicePrices, cacheBytes: cacheBytes, requiresToken: requiresToken,
            trading: try accounts?.trading(on: database, folder: scratch.path, instantDeposits) { clock.now }
                ?? Self.trading(on: database, instantDeposits) { clock.now },
            accounts: try accounts?.parts(on: database, folder: scratch.path) { clock.now }, path: path, jobs: jobs,
            helpTexts: files, noticeWays: NoticeWays(push: try pushKeys(folder: scratch.path)),
            noticeStreamLifetime: noticeStreamLifetime, versions: versions?(database), health: health, now: { clock.now })
        let edge = Edge<CallContext>(settings, logger: silent, metrics: NOOPMetricsHandler.instance)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let router = ServerAPI.router(
            parts, Face.api(parts), edge: edge, pages: files.map { files in { Site(parts, $0, files: files) } })
        let routes = router.routes.map { "\($0.method.rawValue) \($0.path)" }
        let application = Application(
            router: RouterUnderPath(router, path), server: edge.server.builder,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            services: edge.services,
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) },
            logger: silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            group.addTask { await jobs.run() }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { throw CancellationError() }
            try await body(
                ServerUnderTest(port: port, folder: scratch.path, database: database, clock: clock, parts: parts, routes: routes))
            group.cancelAll()
        }
        await parts.drainWrites(within: 60)
        await queue.shutDown()
        try changes.close()
    }

    private static func pushKeys(folder: String) throws -> PushKeys {
        let key = PushServerKey(
            try Keyring.open(path: folder + "/push-keys", creatingIfMissing: true, today: Day(secondsSince1970: start)))
        return PushKeys(
            publicKey: key.publicKey, isKey: PushEncryption.isKey, seal: { PushEncryption.seal($0, for: $1, auth: $2) },
            authorization: { key.authorization(audience: $0, expires: $1, contact: nil) })
    }

    /// Takes any bytes that begin like a picture of the type, and returns them.
    private static func picture(_ bytes: [UInt8], _ type: String, isBusy: Bool) throws -> [UInt8] {
        if isBusy { throw PictureError.busy }
        guard let type = PictureType(mediaType: type), type.begins(bytes) else { throw PictureError.notAPicture(.jpeg) }
        return bytes
    }

    /// The files of this repository's pages.
    package static let webFolder = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) } + "/web"

    /// Read once, since templates take long to parse.
    private static let files = Result {
        try WebFiles(webFolder) { faults in Issue.record("\(faults.joined(separator: "\n"))") }
    }

    /// The models of this repository.
    package static let models = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) } + "/models"
    /// The model for requests that name none.
    package static let defaultModel = ModelFolder.defaultName

    package var operations: [APIKit.Operation] { Face.api(parts).routes.map(\.operation) }

    /// A token's text, for `Authorization: Bearer`.
    package func token(owner: String, scope: AccessScope = .write) async throws -> String {
        try await parts.tokens.create(owner: owner, scope: scope, expiresAt: nil).secret.text
    }

    // MARK: Requests

    /// Without accounts. Deposits take their banking days, unless a test is about those that arrive at once.
    private static func trading(
        on store: Store, _ instantDeposits: Int, now: @escaping @Sendable () -> Int
    ) -> TradingParts {
        var rules = TradingRules()
        rules.instantDeposits = instantDeposits
        return TradingParts(
            store, rules: rules, clock: BankClock(realAnchor: now(), bankAnchor: now(), speed: 1), startsVerified: true, now: now)
    }

    package struct Answer: Sendable {
        package let status: Int
        package let headers: [String: String]
        package let body: [UInt8]

        package init(status: Int, headers: [String: String], body: [UInt8]) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        package var text: String { String(decoding: body, as: UTF8.self) }
        /// The body as JSON; null if it is not JSON.
        package var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        package func header(_ name: String) -> String? { headers[name.lowercased()] }
    }

    package func get(_ path: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers: headers)
    }

    package func post(_ path: String, json: String, headers: [String: String] = [:]) async throws -> Answer {
        try await send("POST", path, body: json, headers: headers)
    }

    /// Sends a request; a body is JSON unless a content type is given. An answer that the served document does not declare fails the
    /// test.
    package func send(_ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:]) async throws -> Answer
    {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)\(root)\(path)")!)
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await Self.session.data(for: request)
        let http = response as! HTTPURLResponse
        let pairs = http.allHeaderFields.map { (("\($0.key)").lowercased(), "\($0.value)") }
        let answer = Answer(status: http.statusCode, headers: Dictionary(pairs) { first, _ in first }, body: [UInt8](data))
        if let fault = Self.fault(of: answer, method, path) {
            let said = "\(answer.status) \(answer.text.prefix(1000))"
            Issue.record("\(method) \(path) is not as the document declares: \(fault)\n\(said)")
        }
        return answer
    }

    // MARK: The declared answers

    /// The document that every server under test serves: they all have the same routes.
    package static let document: JSONValue = {
        let catalogue = ModelCatalogue(folder: models, defaultName: defaultModel)
        do {
            let scratch = try Scratch()
            defer { withExtendedLifetime(scratch) {} }
            let queue = InferenceQueue(workers: 1)
            let parts = ServerParts(
                store: try Store(scratch("closecast.db")), catalogue: catalogue, queue: queue,
                storeVersion: StoreVersion { 0 }, pictures: { bytes, _, _ in bytes },
                accounts: try TestAccounts().parts(on: try Store(scratch("closecast.db")), folder: scratch.path) { start },
                jobs: JobService(
                    settings: JobSettings(folder: scratch("jobs")), models: InferenceJobModels(catalogue: catalogue, queue: queue),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { start }), now: { start })
            return try JSONValue(parsing: Face.api(parts).openAPIDocument(version: "test"))
        } catch {
            preconditionFailure("there is no document: \(error)")
        }
    }()

    private static let oracle = AnswerOracle(document)

    /// Undeclared parts of an answer; nil if there are none.
    package static func fault(of answer: Answer, _ method: String, _ target: String) -> String? {
        // The document describes the API; pages are for people.
        guard answer.header("Content-Type")?.hasPrefix("text/html") != true, !isOfPages(target) else { return nil }
        return oracle.fault(method, target, status: answer.status, type: answer.header("Content-Type"), body: answer.body)
    }

    /// Whether a target is one of the pages, such as the figures of a chart.
    private static func isOfPages(_ target: String) -> Bool {
        !["/v1", "/v2", "/metrics", "/openapi.json", "/docs", "/nothing"].contains { target.hasPrefix($0) }
    }

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = 60
        return URLSession(configuration: configuration)
    }()
}
