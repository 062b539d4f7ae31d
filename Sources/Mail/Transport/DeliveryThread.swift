import Dispatch

/// Runs blocking deliveries one after the other, away from the threads that serve requests.
final class DeliveryThread: Sendable {
    private let queue: DispatchQueue

    init(name: String) { queue = DispatchQueue(label: "closecast.mail.\(name)") }

    /// Runs `body` after the deliveries that are already waiting.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
    }
}
