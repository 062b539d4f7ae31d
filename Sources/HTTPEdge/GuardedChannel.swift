import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// A Hummingbird channel behind a ``ConnectionGate``.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let gate: ConnectionGate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection<Base>> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(DisconnectionObserver())
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMap { value in
            gate.admit(channel).map { AcceptedConnection(base: base, value: value, logger: logger) }
        }
    }

    func handle(value connection: AcceptedConnection<Base>, logger: Logger) async { await connection.handle() }
}

/// A connection on its way from the listener to the task that serves it.
///
/// A stopping listener drops connections that no task has taken yet, and SwiftNIO traps if the writer of a connection is dropped
/// before it is finished: a server that is stopped while clients connect would crash. A dropped connection is therefore closed and
/// served to its end.
final class AcceptedConnection<Base: ServerChildChannel>: ServerChildChannelValue {
    private let base: Base
    private let value: Base.Value
    private let logger: Logger
    private let isTaken = Atomic(false)

    init(base: Base, value: Base.Value, logger: Logger) { (self.base, self.value, self.logger) = (base, value, logger) }

    var channel: any Channel { value.channel }

    func handle() async {
        isTaken.store(true, ordering: .relaxed)
        await base.handle(value: value, logger: logger)
    }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        value.channel.close(promise: nil)
        Task { [base, value, logger] in await base.handle(value: value, logger: logger) }
    }
}
