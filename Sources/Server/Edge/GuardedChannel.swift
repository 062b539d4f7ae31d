import HummingbirdCore
import Logging
import NIOCore

/// A channel of Hummingbird's behind a ``ConnectionGate``.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let gate: ConnectionGate

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(DepartureObserver())
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMap { value in
            gate.admit(channel).map { value }
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
