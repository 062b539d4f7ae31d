import Glibc
import HTTPEdge
import HTTPTestSupport
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Testing
import Waits

/// Connections beyond the limits: those without a request are closed, those in use are kept.
@Suite(.serialized) struct ConnectionLimitTests {
    private let gate = Gate()

    private func routes(_ router: Router<EdgeTestContext>) {
        router.get("x") { _, _ in "x" }
        router.get("waits") { [gate] _, _ in
            await gate.wait()
            return "waited"
        }
    }

    private func run<Result: Sendable>(
        maximum: Int = 1000, perAddress: Int = .max, exempt: [String] = [], firstRequestSeconds: Double = 0.01,
        _ talk: @escaping @Sendable (_ port: Int, _ connections: OpenConnections) throws -> Result
    ) async throws -> Result {
        var server = EdgeServer()
        let connections = OpenConnections(
            maximum: maximum, maximumPerAddress: perAddress, exempt: exempt.compactMap { AddressRange($0) },
            firstRequestSeconds: firstRequestSeconds)
        server.connections = connections
        // Connections end only for the reason that is tested.
        (server.timeouts.headers, server.timeouts.idle) = (600, 600)
        return try await EdgeTestServer.run(server.builder, room: connections, routes: routes) { server in
            try await EdgeThread.run { try talk(server.port, connections) }
        }
    }

    /// Waits until `count` connections have been closed in favour of others; they are accepted on several threads.
    private static func waitForClosed(_ count: Int, _ connections: OpenConnections) throws {
        try blockUntil("\(count) connections are closed") { connections.closedCount >= count }
    }

    private static func status(_ port: Int) throws -> Int {
        let client = try EdgeClient(port: port)
        client.send(EdgeClient.request("GET", "/x"))
        return try client.answer().status
    }

    @Test func silentConnectionsGiveWayWhenTheServerIsFull() async throws {
        let statuses = try await run(maximum: 20) { port, connections in
            let silent = try (0..<100).map { _ in try EdgeClient(port: port) }
            // Up to three more than the limit may be open, as four are accepted at a time.
            try Self.waitForClosed(77, connections)
            let statuses = try (0..<5).map { _ in try Self.status(port) }
            _ = silent.count
            return statuses
        }
        #expect(statuses == [200, 200, 200, 200, 200])
    }

    @Test func halfRequestsAndIdleConnectionsGiveWayToo() async throws {
        let status = try await run(maximum: 10) { port, connections in
            let idle = try (0..<8).map { _ in try EdgeClient(port: port) }
            for client in idle {
                client.send(EdgeClient.request("GET", "/x"))
                _ = try client.answer()
            }
            let half = try (0..<8).map { _ in try EdgeClient(port: port) }
            for client in half { client.send("GET /x HT") }
            try Self.waitForClosed(3, connections)
            let status = try Self.status(port)
            _ = (idle.count, half.count)
            return status
        }
        #expect(status == 200)
    }

    /// Clients that come all at once wait for each other; none is closed before its request has arrived.
    @Test func aBurstOfClientsIsAnswered() async throws {
        let statuses = try await run(maximum: 4, firstRequestSeconds: 600) { port, _ in
            let clients = try (0..<40).map { _ in try EdgeClient(port: port) }
            for client in clients { client.send(EdgeClient.request("GET", "/x")) }
            return clients.map { (try? $0.answer().status) ?? 0 }
        }
        #expect(statuses == Array(repeating: 200, count: 40))
    }

    /// A listener drops connections that no task has taken yet, which must not end the process.
    @Test func aServerThatEndsWhileClientsConnectClosesThem() async throws {
        let isOver = Atomic(false)
        let ports = Mutex(Set<Int>())
        async let clients: Void = EdgeThread.run {
            var clients: [EdgeClient] = []
            while !isOver.load(ordering: .relaxed) {
                for port in ports.withLock({ $0 }) { if let client = try? EdgeClient(port: port) { clients.append(client) } }
                if clients.count > 200 { clients.removeAll() }
                // Pause: there are thousands of connections all the same.
                usleep(100)
            }
        }
        for round in 0..<40 {
            try await EdgeTestServer.run(EdgeServer().builder, routes: routes) { server in
                ports.withLock { $0 = [server.port] }
                // Pause: the server ends at different moments of its clients.
                try await Task.sleep(for: .milliseconds(1 + round % 5))
            }
        }
        isOver.store(true, ordering: .relaxed)
        try await clients
    }

    /// A listener that had no room accepts again when a connection becomes idle, not only when one is closed.
    @Test func connectionsThatWaitAreAcceptedWhenOthersBecomeIdle() async throws {
        let gate = gate
        let status = try await run(maximum: 2) { port, connections in
            let inUse = try (0..<2).map { _ in try EdgeClient(port: port) }
            for client in inUse { client.send(EdgeClient.request("GET", "/waits")) }
            try gate.waitForVisitors(2)
            // More than are accepted at a time.
            let waiting = try (0..<6).map { _ in try EdgeClient(port: port) }
            for client in waiting { client.send(EdgeClient.request("GET", "/waits")) }
            try blockUntil("the listener waits") { connections.isListenerWaiting }
            gate.open()
            for client in inUse { _ = try client.answer() }
            return waiting.map { (try? $0.answer().status) ?? 0 }.last
        }
        #expect(status == 200)
    }

    @Test func anAddressLosesItsOwnSilentConnectionsFirst() async throws {
        let (status, closed) = try await run(perAddress: 3) { port, connections in
            let silent = try (0..<3).map { _ in try EdgeClient(port: port) }
            // Connections are added on several threads: the fourth could come, be answered and close before the third.
            try blockUntil("the silent connections are open") { connections.count == 3 }
            let status = try Self.status(port)
            try Self.waitForClosed(1, connections)
            _ = silent.count
            return (status, connections.closedCount)
        }
        #expect(status == 200 && closed == 1)
    }

    @Test func anAddressWithAllItsConnectionsInUseGetsNoMore() async throws {
        let gate = gate
        let (isClosed, answers) = try await run(perAddress: 2) { port, _ in
            let inUse = try (0..<2).map { _ in try EdgeClient(port: port) }
            for client in inUse { client.send(EdgeClient.request("GET", "/waits")) }
            try gate.waitForVisitors(2)
            let third = try EdgeClient(port: port)
            let isClosed = third.isClosed()
            gate.open()
            return (isClosed, try inUse.map { try $0.answer().text })
        }
        #expect(isClosed)
        #expect(answers == ["waited", "waited"])
    }

    @Test func addressesOfProxiesAreNotLimited() async throws {
        let statuses = try await run(perAddress: 1, exempt: ["127.0.0.0/8"]) { port, _ in
            let clients = try (0..<10).map { _ in try EdgeClient(port: port) }
            for client in clients { client.send(EdgeClient.request("GET", "/x")) }
            return try clients.map { try $0.answer().status }
        }
        #expect(statuses == Array(repeating: 200, count: 10))
    }

    @Test func aConnectionWithoutAByteEndsAfterTheTimeForHeaders() async throws {
        var server = EdgeServer()
        (server.timeouts.headers, server.timeouts.idle) = (0.2, 600)
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            #expect(try await server.connected { try $0.rest() }.isEmpty)
        }
    }

    @Test(arguments: [(limitsLoopback: false, served: 4), (limitsLoopback: true, served: 2)])
    func programsOnThisMachineAreLimitedOnlyWhereTheSettingsSaySo(limitsLoopback: Bool, served: Int) async throws {
        var settings = EdgeSettings()
        (settings.maximumConnections, settings.limitsLoopback) = (8, limitsLoopback)
        let edge = Edge<EdgeTestContext>(settings, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let gate = gate
        let answers = try await EdgeTestServer.run(edge.server.builder, routes: routes) { server in
            try await EdgeThread.run {
                // One after the other: a connection whose request has not arrived is closed in favour of others.
                let clients = try (0..<4).map { index in
                    let client = try EdgeClient(port: server.port)
                    client.send(EdgeClient.request("GET", "/waits"))
                    try gate.waitForVisitors(min(index + 1, served))
                    return client
                }
                // The refused ones, before the others have ended and could be closed instead.
                try Self.waitForClosed(clients.count - served, edge.server.connections)
                gate.open()
                return clients.count { (try? $0.answer().status) == 200 }
            }
        }
        #expect(answers == served, "a quarter of 8 are 2")
    }
}
