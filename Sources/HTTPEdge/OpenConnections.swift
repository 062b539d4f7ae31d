import HummingbirdCore
import NIOCore
import Synchronization

/// The open connections of one port: how many each client address has, and which are evicted for new ones.
///
/// Only an idle connection, one without a request in progress, is evicted. An address at its limit loses one of its own. When the
/// port is full, connections that never sent a request are evicted first, then those of the address with the most connections, the
/// longest idle first. A new connection has a moment for its first request: until then it is evicted last, or not at all if new
/// clients can wait. An evicted connection is closed even if a request arrives meanwhile: otherwise a client could keep more
/// connections than it may have.
package final class OpenConnections: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: OpenConnection] = [:]
        var counts: [IPAddress: Int] = [:]
        var closed = 0
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let exempt: [AddressRange]
    private let refusesWhenFull: Bool
    private let firstRequestSeconds: Double
    private let state = Mutex(State())
    /// Set while the listener waits for a free connection.
    private let isFull = Atomic(false)
    /// Set while ``acceptAgain()`` is scheduled.
    private let isScheduled = Atomic(false)
    private let listener = Mutex<(any Channel)?>(nil)

    /// - Parameters:
    ///   - maximum: connections at a time.
    ///   - maximumPerAddress: connections of one IPv4 address, or of one /64 network of IPv6.
    ///   - exempt: addresses without the limit per address, such as reverse proxies.
    ///   - refusesWhenFull: whether a new connection is closed when all others are in use. If false, the listener asks
    ///     ``hasCapacity(accepted:)`` first, and clients wait.
    ///   - firstRequestSeconds: seconds that a new connection has for its first request.
    package init(
        maximum: Int, maximumPerAddress: Int = .max, exempt: [AddressRange] = [], refusesWhenFull: Bool = false,
        firstRequestSeconds: Double = 1
    ) {
        (self.maximum, self.maximumPerAddress, self.firstRequestSeconds) = (maximum, maximumPerAddress, firstRequestSeconds)
        (self.exempt, self.refusesWhenFull) = (exempt, refusesWhenFull)
    }

    /// Lets a listener that waits accept connections again as soon as an open one becomes idle.
    package func resume(_ listener: any Channel) {
        self.listener.withLock { $0 = listener }
        listener.closeFuture.whenComplete { _ in self.listener.withLock { $0 = nil } }
    }

    /// The number of connections open now.
    package var count: Int { state.withLock { $0.connections.count } }
    /// Connections that were evicted, or refused because their address or the port had too many.
    package var closedCount: Int { state.withLock { $0.closed } }

    /// Whether the listener waits for a connection to become idle or to close: nothing else makes it accept.
    package var isListenerWaiting: Bool {
        isFull.load(ordering: .sequentiallyConsistent) && !isScheduled.load(ordering: .sequentiallyConsistent)
    }

    /// Counts a new connection until it is closed, and evicts another one for it if necessary.
    ///
    /// - Returns: nil if the connection must be closed: its address is at its limit, and none of its connections is idle.
    func add(_ channel: any Channel) -> OpenConnection? {
        let address = channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        let isLimited = address.map { address in !exempt.contains { $0.contains(address) } } ?? false
        let connection = OpenConnection(channel, clientNetwork: address?.clientNetwork) { [weak self] in self?.acceptAgain() }
        let (isAccepted, evicted) = state.withLock { add(connection, isLimited: isLimited, to: &$0) }
        for other in evicted { other.close() }
        guard isAccepted else { return nil }
        channel.closeFuture.whenComplete { _ in self.remove(connection) }
        return connection
    }

    private func add(_ connection: OpenConnection, isLimited: Bool, to state: inout State) -> (Bool, [OpenConnection]) {
        var evicted: [OpenConnection] = []
        defer { state.closed += evicted.count }
        if isLimited, let clientNetwork = connection.clientNetwork, state.counts[clientNetwork, default: 0] >= maximumPerAddress {
            guard let own = evictedConnection(in: state, of: clientNetwork, sparesNew: false) else { return refuse(&state) }
            Self.remove(own, from: &state)
            evicted.append(own)
        }
        // More than one if more connections were accepted at a time than the limit allows.
        while state.connections.count >= maximum, let other = evictedConnection(in: state, sparesNew: !refusesWhenFull) {
            Self.remove(other, from: &state)
            evicted.append(other)
        }
        if refusesWhenFull, state.connections.count >= maximum { return refuse(&state) }
        state.connections[ObjectIdentifier(connection)] = connection
        if let clientNetwork = connection.clientNetwork { state.counts[clientNetwork, default: 0] += 1 }
        return (true, evicted)
    }

    private func refuse(_ state: inout State) -> (Bool, [OpenConnection]) {
        state.closed += 1
        return (false, [])
    }

    private func remove(_ connection: OpenConnection) {
        state.withLock { Self.remove(connection, from: &$0) }
    }

    /// Forgets a connection that is closed or evicted.
    private static func remove(_ connection: OpenConnection, from state: inout State) {
        guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil,
            let clientNetwork = connection.clientNetwork, let count = state.counts[clientNetwork]
        else { return }
        state.counts[clientNetwork] = count > 1 ? count - 1 : nil
    }

    /// Evicts and returns the first connection to evict; nil if none is idle.
    private func evictedConnection(in state: State, of clientNetwork: IPAddress? = nil, sparesNew: Bool) -> OpenConnection? {
        while let first = firstIdle(in: state, of: clientNetwork, sparesNew: sparesNew) {
            if first.evict() { return first }
        }
        return nil
    }

    private func firstIdle(in state: State, of clientNetwork: IPAddress?, sparesNew: Bool) -> OpenConnection? {
        let newest = firstRequestDeadline
        var first: (connection: OpenConnection, rank: (Int, Int, UInt64))?
        for connection in state.connections.values where clientNetwork == nil || connection.clientNetwork == clientNetwork {
            guard let idle = connection.idle else { continue }
            let isNew = !idle.hasSentRequest && idle.since > newest
            if isNew, sparesNew { continue }
            let count = connection.clientNetwork.flatMap { state.counts[$0] } ?? 0
            let rank = (isNew ? 2 : idle.hasSentRequest ? 1 : 0, -count, idle.since)
            if let first, first.rank <= rank { continue }
            first = (connection, rank)
        }
        return first?.connection
    }

    /// Whether another connection may be accepted.
    ///
    /// - Parameter accepted: connections accepted so far and not closed, some of which may not have been added yet.
    func hasCapacity(accepted: Int) -> Bool {
        guard accepted >= maximum else { return true }
        // Set before they are counted, so that a request that ends meanwhile is not missed.
        isFull.store(true, ordering: .sequentiallyConsistent)
        var missing = accepted - maximum + 1
        let newest = firstRequestDeadline
        var isAnyNew = false
        let hasCapacity = state.withLock { state in
            for connection in state.connections.values {
                guard let idle = connection.idle else { continue }
                if !idle.hasSentRequest, idle.since > newest {
                    isAnyNew = true
                    continue
                }
                missing -= 1
                if missing == 0 { return true }
            }
            return false
        }
        if hasCapacity { isFull.store(false, ordering: .sequentiallyConsistent) } else if isAnyNew { acceptLater() }
        return hasCapacity
    }

    /// The opening time after which a connection still has time for its first request, in nanoseconds of uptime.
    private var firstRequestDeadline: UInt64 {
        let now = NIODeadline.now().uptimeNanoseconds
        return now - min(now, UInt64(firstRequestSeconds * 1e9))
    }

    /// Resumes accepting when the new connections' time for a first request is over.
    private func acceptLater() {
        guard let listener = listener.withLock({ $0 }), !isScheduled.exchange(true, ordering: .sequentiallyConsistent) else {
            return
        }
        listener.eventLoop.scheduleTask(in: .nanoseconds(Int64(firstRequestSeconds * 1e9))) {
            self.isScheduled.store(false, ordering: .sequentiallyConsistent)
            self.acceptAgain()
        }
    }

    /// Resumes accepting: a connection has become idle, or its time for a first request is over, so a new one can take its place.
    private func acceptAgain() {
        guard isFull.load(ordering: .sequentiallyConsistent), isFull.exchange(false, ordering: .sequentiallyConsistent) else {
            return
        }
        listener.withLock { $0 }?.read()
    }
}

/// One open connection.
final class OpenConnection: Sendable {
    private struct State {
        var requests = 0
        var hasSentRequest = false
        var idleSince = NIODeadline.now().uptimeNanoseconds
        var isEvicted = false
    }

    /// The network that counts as one client: an IPv4 address or a /64 of IPv6; nil for other sockets.
    let clientNetwork: IPAddress?
    private let channel: any Channel
    private let state = Mutex(State())

    private let becameIdle: @Sendable () -> Void

    /// - Parameter becameIdle: called when the last request in progress has ended.
    init(_ channel: any Channel, clientNetwork: IPAddress?, becameIdle: @escaping @Sendable () -> Void) {
        (self.channel, self.clientNetwork, self.becameIdle) = (channel, clientNetwork, becameIdle)
    }

    /// Notes that a request has begun: its headers are complete.
    func beginRequest() {
        state.withLock { state in
            state.requests += 1
            state.hasSentRequest = true
        }
    }

    /// Notes that a request has been answered, or that its client has disconnected.
    func endRequest() {
        let now = NIODeadline.now().uptimeNanoseconds
        let isIdle = state.withLock { state in
            state.requests -= 1
            state.idleSince = now
            return state.requests == 0
        }
        if isIdle { becameIdle() }
    }

    /// Since when the connection has been idle, in nanoseconds, and whether it ever sent a request; nil if it is not idle or is evicted.
    var idle: (since: UInt64, hasSentRequest: Bool)? {
        state.withLock { $0.requests == 0 && !$0.isEvicted ? ($0.idleSince, $0.hasSentRequest) : nil }
    }

    /// Whether the connection is evicted; data that still arrives is not read.
    var isEvicted: Bool { state.withLock { $0.isEvicted } }

    /// Marks the connection as evicted.
    ///
    /// - Returns: false if a request is in progress or it was evicted before.
    func evict() -> Bool {
        state.withLock { state in
            guard state.requests == 0, !state.isEvicted else { return false }
            state.isEvicted = true
            return true
        }
    }

    func close() { channel.close(promise: nil) }
}

/// Stops Hummingbird from accepting connections at the limit while none is idle; ``OpenConnections/resume(_:)`` is the counterpart.
package struct ConnectionLimitDelegate: AvailableConnectionsDelegate {
    let connections: OpenConnections
    private var accepted = 0

    package init(_ connections: OpenConnections) { self.connections = connections }

    package mutating func connectionOpened() { accepted += 1 }
    package mutating func connectionClosed() { accepted -= 1 }
    package func isAcceptingNewConnections() -> Bool { connections.hasCapacity(accepted: accepted) }
}
