import Foundation
import LoopbackServer
import Market
import Platform
import Storage
import Synchronization

/// An asset that one provider has, and that provider on the loopback.
enum FeedWorld {
    /// By the machine's clock, which the program under test also uses.
    static var today: Day { Day(secondsSince1970: ProcessState.secondsSince1970) }

    static let asset = Asset(
        id: AssetID("feed-coin")!, ticker: Ticker("FEED")!, name: "Feed", providerIDs: [.binance: "FEEDUSDT"])

    /// Stores the asset with closes of 30 days.
    private static func store(in database: Store, through last: Day) throws {
        let candles = (0..<30).reversed().map { Candle(day: last - $0, close: 100) }
        try waiting {
            try await database.save(asset)
            _ = try await database.store(candles, of: asset.id, source: "test", retrievedAt: 0, replaces: false)
        }
    }

    /// Runs a body elsewhere, and blocks a test's own thread until it is done.
    static func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        // With a higher priority than the tests that wait for the pool's few threads, which may take minutes.
        Task.detached(priority: .high) {
            do {
                let value = try await body()
                box.result.withLock { $0 = .success(value) }
            } catch {
                box.result.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        guard done.wait(timeout: .now() + 600) == .success, let result = box.result.withLock({ $0 }) else {
            throw ServerProcess.Failure(description: "gave up after ten minutes")
        }
        return try result.get()
    }

    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    /// A provider's answer that never comes.
    static var hanging: LoopbackServer.Reply {
        var reply = LoopbackServer.Reply()
        reply.hangs = true
        return reply
    }

    /// A server whose asset has no closes of the last days, and which gets them from `feed`.
    static func server(
        in folder: String, asking feed: LoopbackServer, timeoutSeconds: Double, retries: Int
    ) throws -> ServerProcess {
        let database = try Store(folder + "/closecast.db")
        try store(in: database, through: today - 6)
        try database.close()
        return try ServerProcess.listening(
            in: folder, ["feed-hour": "0"],
            environment: [
                "CLOSECAST_BINANCE_URL": feed.address.absoluteString, "CLOSECAST_FEED_TIMEOUT": "\(timeoutSeconds)",
                "CLOSECAST_FEED_RETRIES": "\(retries)",
            ])
    }

    /// Daily and hourly candles as Binance answers them.
    static func reply(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        let step = request.query["interval"] == "1d" ? 86_400 : 3600
        guard let start = request.query["startTime"].flatMap({ Int($0) }), let end = request.query["endTime"].flatMap({ Int($0) })
        else { return .json("{}", status: 400) }
        let first = (start / 1000 + step - 1) / step * step
        let rows = stride(from: first, through: min(end / 1000, ProcessState.secondsSince1970), by: step).prefix(1000).map {
            opening in
            let closing = opening * 1000 + step * 1000 - 1
            return "[\(opening * 1000),\"100\",\"110\",\"90\",\"100\",\"1\",\(closing),\"1\",9,\"1\",\"1\",\"0\"]"
        }
        return .json("[" + rows.joined(separator: ",") + "]")
    }
}
