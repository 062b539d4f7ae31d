import HTTPEdge
import MarketsWeb
import PageKit
import Synchronization
import Testing
import Waits

/// The board of long-running work: one task of each lane at a time, only the owner's own, once for the same work, and every task ends.
@Suite struct TaskBoardTests {
    /// Work that continues until it is cancelled or released.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)
        let starts = Atomic(0)

        func open() { isOpen.store(true, ordering: .relaxed) }

        func work(_ progress: TaskProgress) async throws -> LongTask.Result {
            starts.add(1, ordering: .relaxed)
            try await until("the gate is open") {
                try progress.check()
                return isOpen.load(ordering: .relaxed)
            }
            return .page("/")
        }
    }

    private func start(_ board: TaskBoard, _ owner: String, _ subject: String, _ gate: Gate) throws -> String {
        try board.start(owner: owner, kind: .measure, subject: subject, label: subject) { try await gate.work($0) }
    }

    private func state(_ board: TaskBoard, _ id: String, _ owner: String = "ann") -> String {
        switch board.task(id, of: owner)?.state {
        case nil: "none"
        case .waiting: "waiting"
        case .running: "running"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    @Test func theSameWorkRunsOnceForAnOwner() async throws {
        let (board, gate) = (TaskBoard(), Gate())
        let first = try start(board, "ann", "bitcoin", gate)
        #expect(try start(board, "ann", "bitcoin", gate) == first)
        let other = try start(board, "bob", "bitcoin", gate)
        #expect(other != first && board.tasks(of: "ann").count == 1)
        gate.open()
        try await until("both are done") { state(board, first) == "done" && state(board, other, "bob") == "done" }
        #expect(gate.starts.load(ordering: .relaxed) == 2)
        // Ended work is started anew.
        #expect(try start(board, "ann", "bitcoin", gate) != first)
    }

    @Test func oneTaskRunsAtATimeAndOwnersTakeTurns() async throws {
        let (board, gate) = (TaskBoard(), Gate())
        let order = Mutex<[String]>([])
        let first = try start(board, "ann", "first", gate)
        try await until("it runs") { state(board, first) == "running" }
        for (owner, subject) in [("ann", "a2"), ("ann", "a3"), ("bob", "b1")] {
            _ = try board.start(owner: owner, kind: .measure, subject: subject, label: subject) { _ in
                order.withLock { $0.append(subject) }
                return .page("/")
            }
        }
        #expect(board.tasks(of: "ann").count { if case .running = $0.state { true } else { false } } == 1)
        gate.open()
        try await until("all are done") { board.openCount(of: "ann") + board.openCount(of: "bob") == 0 }
        #expect(order.withLock { $0 } == ["b1", "a2", "a3"])
    }

    @Test func aTaskThatWaitsForProvidersDoesNotHoldUpOthers() async throws {
        let (board, gate) = (TaskBoard(), Gate())
        func fetch(_ owner: String) throws -> String {
            try board.start(owner: owner, kind: .fetchPrices, subject: "all", label: "all") { try await gate.work($0) }
        }
        let (first, second) = (try fetch("ann"), try fetch("bob"))
        let measured = try start(board, "bob", "bitcoin", gate)
        try await until("both lanes run") { state(board, first) == "running" && state(board, measured, "bob") == "running" }
        #expect(state(board, second, "bob") == "waiting")
        await board.stop(within: 30)
        #expect(state(board, first) == "cancelled" && state(board, measured, "bob") == "cancelled")
    }

    @Test func anotherOwnersTaskIsNotThere() throws {
        let (board, gate) = (TaskBoard(), Gate())
        let id = try start(board, "ann", "bitcoin", gate)
        #expect(board.task(id, of: "bob") == nil && board.tasks(of: "bob").isEmpty)
        #expect(!board.cancel(id, of: "bob") && !board.remove(id, of: "bob"))
        #expect(board.task(id, of: "ann")?.progress.isCancelled == false)
        gate.open()
    }

    @Test func aTaskIsCancelledWaitingOrRunning() async throws {
        let (board, gate) = (TaskBoard(), Gate())
        let running = try start(board, "ann", "one", gate)
        let waiting = try start(board, "ann", "two", gate)
        try await until("it runs") { gate.starts.load(ordering: .relaxed) == 1 }
        #expect(board.cancel(waiting, of: "ann") && state(board, waiting) == "cancelled")
        #expect(!board.remove(running, of: "ann"))
        #expect(board.cancel(running, of: "ann"))
        try await until("it has stopped") { state(board, running) == "cancelled" }
        #expect(gate.starts.load(ordering: .relaxed) == 1)
        #expect(board.remove(running, of: "ann") && state(board, running) == "none")
    }

    @Test func failuresAreKept() async throws {
        let board = TaskBoard()
        let id = try board.start(owner: "ann", kind: .measure, subject: "x", label: "x") { _ in
            throw Problem(.conflict, "no-luck", "no luck")
        }
        try await until("it has failed") { state(board, id) == "failed" }
        guard case .failed(let error) = board.task(id, of: "ann")?.state else { return }
        #expect((error as? Problem)?.code == "no-luck")
    }

    @Test func limitsHold() async throws {
        var limits = TaskBoard.Limits()
        (limits.openPerOwner, limits.open, limits.keptPerOwner) = (2, 3, 3)
        let (board, gate) = (TaskBoard(limits: limits), Gate())
        _ = (try start(board, "ann", "1", gate), try start(board, "ann", "2", gate))
        #expect(throws: Problem.self) { try start(board, "ann", "3", gate) }
        _ = try start(board, "bob", "1", gate)
        #expect(throws: Problem.self) { try start(board, "eve", "1", gate) }
        gate.open()
        try await until("all are done") { board.openCount(of: "ann") + board.openCount(of: "bob") == 0 }
        for subject in ["3", "4", "5", "6"] {
            _ = try start(board, "ann", subject, gate)
            try await until("it is done") { board.openCount(of: "ann") == 0 }
        }
        #expect(board.tasks(of: "ann").map(\.subject).sorted() == ["4", "5", "6"])
    }

    @Test func endedTasksAreForgottenAfterADay() async throws {
        let clock = Atomic(1000)
        let gate = Gate()
        let board = TaskBoard(now: { clock.load(ordering: .relaxed) })
        gate.open()
        let old = try start(board, "ann", "old", gate)
        try await until("it is done") { state(board, old) == "done" }
        clock.add(86_400, ordering: .relaxed)
        let new = try start(board, "ann", "new", gate)
        #expect(state(board, old) == "none" && state(board, new) != "none")
    }

    @Test func stoppingEndsAllAndTakesNoMore() async throws {
        let (board, gate) = (TaskBoard(), Gate())
        let (running, waiting) = (try start(board, "ann", "one", gate), try start(board, "ann", "two", gate))
        try await until("it runs") { gate.starts.load(ordering: .relaxed) == 1 }
        await board.stop(within: 30)
        #expect(state(board, running) == "cancelled" && state(board, waiting) == "cancelled" && board.isStopping)
        #expect(throws: Problem.self) { try start(board, "ann", "three", gate) }
        #expect(throws: Problem.self) { try board.openStream("ann") }
    }

    @Test func streamsOfAnOwnerAreBounded() throws {
        var limits = TaskBoard.Limits()
        limits.streamsPerOwner = 1
        let board = TaskBoard(limits: limits)
        try board.openStream("ann")
        #expect(throws: Problem.self) { try board.openStream("ann") }
        try board.openStream("bob")
        board.closeStream("ann")
        try board.openStream("ann")
        #expect(board.streamCount == 2)
    }
}

/// Events about tasks: what a client receives, and when its stream ends.
@Suite struct TaskEventTests {
    private static func events(_ snapshot: @escaping @Sendable () async -> TaskEvents.Snapshot?) -> TaskEvents {
        var events = TaskEvents(snapshot: snapshot)
        events.spacing = .milliseconds(2)
        return events
    }

    @Test func aSlowClientGetsFewStatesAndTheLast() async throws {
        let count = Atomic(0)
        let events = Self.events {
            let value = count.add(1, ordering: .relaxed).newValue
            return .init(json: Array("\(min(value, 50))".utf8), isOver: value >= 50)
        }
        var got: [String] = []
        try await events.forEach { text in
            got.append(text)
            // Meanwhile the work continues.
            count.add(9, ordering: .relaxed)
        }
        #expect(got.count <= 6 && got.last == "event: end\nid: end\ndata: 50\n\n", "\(got)")
    }

    @Test func aStateIsSentOnceAndSilenceIsBroken() async throws {
        let count = Atomic(0)
        var events = Self.events {
            let value = count.add(1, ordering: .relaxed).newValue
            return value > 40 ? nil : .init(json: Array("1".utf8), isOver: false)
        }
        events.heartbeat = .milliseconds(20)
        var got: [String] = []
        try await events.forEach { got.append($0) }
        #expect(got.first == "event: progress\ndata: 1\n\n" && got.count >= 2)
        #expect(got.dropFirst().allSatisfy { $0 == ": \n\n" }, "\(got)")
    }

    @Test func itEndsWhenTheServerStopsOrTheSessionEnds() async throws {
        let same = TaskEvents.Snapshot(json: [0x31], isOver: false)
        let asked = Atomic(0)
        var stopped = Self.events { same }
        stopped.isStopping = { asked.add(1, ordering: .relaxed).newValue > 3 }
        try await stopped.forEach { _ in }
        #expect(asked.load(ordering: .relaxed) == 4)
        var revoked = Self.events { same }
        revoked.isPermitted = { false }
        var got = 0
        try await revoked.forEach { _ in got += 1 }
        #expect(got == 1)
    }

    @Test func aClientThatLeavesEndsIt() async {
        struct Gone: Error {}
        let events = Self.events { .init(json: [0x31], isOver: false) }
        await #expect(throws: Gone.self) { try await events.forEach { _ in throw Gone() } }
    }
}
