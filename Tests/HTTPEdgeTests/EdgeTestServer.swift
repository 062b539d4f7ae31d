import HTTPEdge
import HTTPTestSupport
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// A small application on a free port of this machine, until `body` returns.
struct EdgeTestServer: Sendable {
    let port: Int

    static func run<Result>(
        _ builder: HTTPServerBuilder = .http1(), services: [any Service] = [], room: OpenConnections? = nil,
        routes: (Router<EdgeTestContext>) -> Void, _ body: (EdgeTestServer) async throws -> Result
    ) async throws -> Result {
        let router = Router(context: EdgeTestContext.self)
        routes(router)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let configuration = ApplicationConfiguration(
            address: .hostname("127.0.0.1", port: 0),
            availableConnectionsDelegate: room.map { ConnectionLimitDelegate($0) })
        let application = Application(
            router: router, server: builder, configuration: configuration, services: services,
            onServerRunning: { channel in
                room?.resume(channel)
                continuation.yield(channel.localAddress?.port ?? 0)
            }, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { throw CancellationError() }
            let result = try await body(EdgeTestServer(port: port))
            group.cancelAll()
            return result
        }
    }

    /// Sends a request on a connection of its own and reads the answer.
    func send(_ method: String = "GET", _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil) async throws
        -> EdgeAnswer
    {
        try await connected { client in
            client.send(EdgeClient.request(method, path, headers: headers, body: body))
            return try client.answer(isHead: method == "HEAD")
        }
    }

    /// Talks to the server over one connection, on a thread that may block.
    func connected<Result: Sendable>(_ talk: @escaping @Sendable (EdgeClient) throws -> Result) async throws -> Result {
        let port = port
        return try await EdgeThread.run {
            let client = try EdgeClient(port: port)
            return try talk(client)
        }
    }
}
