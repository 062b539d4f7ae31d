import ChildProcess
import Foundation
import JSONText
import Ledger
import Market
import Platform
import Storage
import Testing

/// Coins, wallets and the command line for a server under test.
extension ServerUnderTest {
    /// The last day whose closes can be known at ``start``.
    package static let yesterday = Day(iso: "2025-02-28")!

    /// Stores closes of successive days that end on a day.
    package func store(_ closes: [Double], of asset: String, through last: Day = yesterday, retrievedAt: Int = 0) async throws {
        let first = last - (closes.count - 1)
        let candles = closes.enumerated().map { Candle(day: first + $0, close: $1) }
        _ = try await database.store(candles, of: AssetID(asset)!, source: "test", retrievedAt: retrievedAt, replaces: true)
    }

    /// Closes that a model can forecast from; each seed gives another walk.
    package static func walk(_ seed: UInt64, count: Int = 520) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var price = 1000.0
        return (0..<count).map { _ in
            price *= exp(0.03 * random.studentT(degrees: 4))
            return (price * 1e6).rounded() / 1e6
        }
    }

    /// Closes of a pegged coin: noise around a level.
    package static func pegged(_ level: Double, seed: UInt64 = 1, count: Int = 520) -> [Double] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in (level * (1 + Double.random(in: -0.001...0.001, using: &random)) * 1e6).rounded() / 1e6 }
    }

    /// A wallet of some coins with a history: trades of five days, and one that was taken back.
    package func makeTradedWallet() async throws {
        try await store([100, 200, 120, 300, 250], of: "bitcoin")
        try await store([10, 11, 12, 13], of: "ethereum")
        try await done(post("/v1/wallets", json: #"{"name":"Main"}"#))
        try await done(post("/v1/wallets", json: #"{"name":"Other","cost_basis":"hifo"}"#))
        for body in [
            #"{"kind":"deposit","asset":"USD","quantity":"1000","time":"2025-02-24"}"#,
            #"{"kind":"buy","asset":"BTC","quantity":"1","time":"2025-02-24"}"#,
            #"{"kind":"buy","asset":"BTC","cash":"100","fee":"0.3","time":"2025-02-25T10:00:00Z"}"#,
            #"{"kind":"income","asset":"BTC","quantity":"0.123456789012345678","time":"2025-02-26","note":"found"}"#,
            #"{"kind":"sell","asset":"BTC","quantity":"0.777","price":"310.5","time":"2025-02-27"}"#,
            #"{"kind":"fee","asset":"BTC","quantity":"0.01","time":"2025-02-27"}"#,
            #"{"kind":"set","holdings":[{"asset":"ETH","quantity":"5"}],"time":"2025-02-26"}"#,
            #"{"kind":"transfer","asset":"ETH","quantity":"1","to":"Other","fee":"0.1","time":"2025-02-27"}"#,
            #"{"kind":"withdrawal","asset":"USD","quantity":"50","time":"2025-02-28"}"#,
        ] { try await done(post("/v1/wallets/Main/transactions", json: body)) }
        let mistake = try await done(
            post("/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"USD","quantity":"7","time":"2025-02-28"}"#))
        let id = try #require(mistake.json["transactions"]?.array?.first?["id"]?.integer)
        try await done(send("POST", "/v1/transactions/\(id)/correction"))
    }

    /// An answer that must be a success.
    @discardableResult package func done(_ answer: Answer, at place: SourceLocation = #_sourceLocation) throws -> Answer {
        try #require((200...299).contains(answer.status), "\(answer.status) \(answer.text)", sourceLocation: place)
        return answer
    }

    /// The command line's output for the same database.
    package func commandLine(_ words: [String], at place: SourceLocation = #_sourceLocation) throws -> String {
        let output = folder + "/output-\(UUID().uuidString)"
        let descriptor = open(output, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        var environment = ProcessInfo.processInfo.environment
        environment["CLOSECAST_DATABASE"] = folder + "/closecast.db"
        let child = try ChildProcess(Self.program, words, environment: environment, folder: folder, output: descriptor)
        let end = child.wait()
        try #require(end == .exited(0), "\(words)", sourceLocation: place)
        return String(decoding: try Files.read(output), as: UTF8.self)
    }

    private static let program = BuiltProgram.path("closecast")
}

extension JSONValue {
    /// An object without one of its members.
    package func without(_ name: String) -> JSONValue { .object((members ?? []).filter { $0.key != name }) }
}
