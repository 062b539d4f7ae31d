import Dispatch
import Secrets
import Synchronization
import Testing
import Waits

/// With work that waits for the test instead of hashes, so that the speed of the machine makes no difference.
@Suite struct HashingQueueTests {
    /// A thread that is occupied until the test opens the gate.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let arrived = Atomic(0)

        var arrivedCount: Int { arrived.load(ordering: .sequentiallyConsistent) }

        func wait() {
            arrived.add(1, ordering: .sequentiallyConsistent)
            semaphore.wait()
        }

        func open(_ count: Int) { for _ in 0..<count { semaphore.signal() } }
    }

    private final class Order: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }

        func append(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    @Test(arguments: [1, 2, 4]) func sixteenWaitAndTheNextIsRefused(threads: Int) async throws {
        let queue = HashingQueue(threads: threads, maximumWaiting: 16, niceness: 19)
        defer { queue.stop() }
        let gate = Gate()
        let tasks = (0..<threads + 16).map { number in
            Task {
                try await queue.run { () throws(HashingError) in
                    gate.wait()
                    return number
                }
            }
        }
        try await until("all threads work and 16 wait") { gate.arrivedCount == threads && queue.waitingCount == 16 }
        let error = await #expect(throws: HashingError.self) { try await queue.run { () throws(HashingError) in 0 } }
        #expect(
            error == .busy(retryAfterSeconds: max(1, (17 + 10 * threads - 1) / (10 * threads))), "0.1 s each, until one is measured"
        )
        gate.open(threads + 16)
        for (number, task) in tasks.enumerated() { #expect(try await task.value == number) }
        #expect(queue.finishedCount == threads + 16 && queue.waitingCount == 0)
        #expect(try await queue.run { () throws(HashingError) in 7 } == 7)
    }

    @Test func aCancelledWaiterFreesItsPlace() async throws {
        let queue = HashingQueue(threads: 1, maximumWaiting: 1, niceness: 0)
        defer { queue.stop() }
        let gate = Gate()
        let running = Task { try await queue.run { () throws(HashingError) in gate.wait() } }
        try await until("the thread works") { gate.arrivedCount == 1 }
        let waiting = Task { try await queue.run { () throws(HashingError) in gate.wait() } }
        try await until("one waits") { queue.waitingCount == 1 }
        waiting.cancel()
        await #expect(throws: HashingError.cancelled) { try await waiting.value }
        #expect(queue.waitingCount == 0)
        let next = Task { try await queue.run { () throws(HashingError) in 7 } }
        try await until("one waits") { queue.waitingCount == 1 }
        gate.open(1)
        try await running.value
        #expect(try await next.value == 7)
        #expect(queue.finishedCount == 2, "the cancelled one was not computed")
    }

    /// A hash in progress runs to its end: its caller gets the result.
    @Test func aHashInProgressIsNotCancelled() async throws {
        let queue = HashingQueue(threads: 1, maximumWaiting: 1, niceness: 0)
        defer { queue.stop() }
        let gate = Gate()
        let task = Task {
            try await queue.run { () throws(HashingError) in
                gate.wait()
                return 7
            }
        }
        try await until("the thread works") { gate.arrivedCount == 1 }
        task.cancel()
        gate.open(1)
        #expect(try await task.value == 7)
    }

    @Test func thoseWhoWaitAreServedInTheirOrder() async throws {
        let queue = HashingQueue(threads: 1, maximumWaiting: 10, niceness: 0)
        defer { queue.stop() }
        let gate = Gate()
        let order = Order()
        let first = Task { try await queue.run { () throws(HashingError) in gate.wait() } }
        try await until("the thread works") { gate.arrivedCount == 1 }
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<10 {
            tasks.append(Task { try await queue.run { () throws(HashingError) in order.append(number) } })
            try await until("\(number + 1) wait") { queue.waitingCount == number + 1 }
        }
        gate.open(1)
        try await first.value
        for task in tasks { try await task.value }
        #expect(order.all == Array(0..<10))
    }

    /// (seconds of a hash, of them on the processor, pause)
    @Test(arguments: [
        (0.038, 0.038, 0), (0.056, 0.038, 0), (0.060, 0.038, 0.7), (0.4, 0.038, 0.36), (0.8, 0.038, 0), (4, 0.038, 0), (1, 0, 0),
    ])
    func aThreadPausesOnABusyMachine(seconds: Double, processorSeconds: Double, pause: Double) {
        #expect(abs(HashingQueue.pause(afterSeconds: seconds, processorSeconds: processorSeconds) - pause) < 1e-9)
    }

    @Test func whatWaitsAtTheEndIsCancelled() async throws {
        let queue = HashingQueue(threads: 1, maximumWaiting: 1, niceness: 0)
        let gate = Gate()
        let running = Task { try await queue.run { () throws(HashingError) in gate.wait() } }
        try await until("the thread works") { gate.arrivedCount == 1 }
        let waiting = Task { try await queue.run { () throws(HashingError) in gate.wait() } }
        try await until("one waits") { queue.waitingCount == 1 }
        queue.stop()
        await #expect(throws: HashingError.cancelled) { try await waiting.value }
        gate.open(1)
        try await running.value
        await #expect(throws: HashingError.cancelled) { try await queue.run { () throws(HashingError) in 7 } }
    }
}
