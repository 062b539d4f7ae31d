import Access
import Foundation
import GRDB
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Synchronization
import Testing

/// Requests with a key: what they write, the key and the answer are committed together.
@Suite(.serialized) struct KeyedRequestTests {
    private struct Failure: Error {}

    private static let reply = IdempotentReply(
        status: 201, headers: [.init("Location", "/v1/wallets/7"), .init("X", ""), .init("Y", "a: b, ü")], body: Array(0...255))

    private func names(_ store: Store, of owner: String = "ann") async throws -> [String] {
        try await store.wallets(of: owner).map(\.name).sorted()
    }

    @Test func aRequestIsExecutedOnceAndAnsweredAgain() async throws {
        try await Scratch.with { folder in
            let time = Mutex(100)
            let path = "\(folder)/closecast.db"
            let store = try Store(path, options: .quick, clock: { time.withLock { $0 } })
            let request = try IdempotentRequest.sample()
            #expect(try await store.use(of: request) == .unused)
            let made = try await store.answer(to: request) { (try await store.make("one"), Self.reply) }
            #expect(try await store.wallets(of: "ann").map(\.id) == [made])
            // Also in the next process.
            for store in [store, try Store(path, options: .quick, clock: { time.withLock { $0 } })] {
                #expect(try await store.use(of: request) == .answered(Self.reply))
                #expect(try await store.use(of: .sample(hash: "b")) == .otherRequest)
                #expect(try await store.use(of: .sample(owner: "bob", hash: "b")) == .unused)
                #expect(try await store.use(of: .sample("l", hash: "b")) == .unused)
            }
            time.withLock { $0 += 86_399 }
            #expect(try await store.use(of: request) == .answered(Self.reply))
            time.withLock { $0 += 1 }
            #expect(try await store.use(of: request) == .unused, "a key is forgotten after a day")
            try await store.answer(to: .sample(hash: "b")) { ((), Self.reply) }
            #expect(try await store.use(of: request) == .otherRequest, "a day later it is free for another request")
        }
    }

    @Test func othersSeeNothingBeforeTheAnswerAndTheRequestSeesItsWrites() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let (store, other) = (try Store(path, options: .quick), try Store(path, options: .quick))
            try await store.answer(to: .sample()) {
                _ = try await store.make("one")
                #expect(try await names(store) == ["one"])
                _ = try await store.make("two")
                #expect(try await names(store) == ["one", "two"])
                #expect(try await names(other) == [], "a crash now leaves no trace")
                let outside = await Task.detached { try? await store.wallets(of: "ann").count }.value
                #expect(outside == 0)
                return ((), Self.reply)
            }
            #expect(try await names(other) == ["one", "two"])
        }
    }

    @Test func anErrorUndoesEverythingAndLeavesTheKeyFree() async throws {
        try await TestStore.with { (store) async throws in
            await #expect(throws: Failure.self) {
                try await store.answer(to: .sample()) { () async throws -> (Void, IdempotentReply?) in
                    _ = try await store.make("one")
                    _ = try await store.make("two")
                    throw Failure()
                }
            }
            #expect(try await names(store) == [])
            #expect(try await store.use(of: .sample()) == .unused)
            await #expect(throws: Failure.self, "before any write") {
                try await store.answer(to: .sample()) { () async throws -> (Void, IdempotentReply?) in throw Failure() }
            }
            #expect(try await store.use(of: .sample()) == .unused)
        }
    }

    @Test func anAnswerThatIsNotStoredKeepsTheWritesAndFreesTheKey() async throws {
        try await TestStore.with { (store) async throws in
            try await store.answer(to: .sample()) { (_ = try await store.make("one"), nil) }
            #expect(try await names(store) == ["one"])
            #expect(try await store.use(of: .sample()) == .unused)
        }
    }

    @Test func aWriteThatFailsIsUndoneAlone() async throws {
        try await TestStore.with { (store) async throws in
            try await store.answer(to: .sample()) {
                _ = try await store.make("one")
                await #expect(throws: (any Error).self) { _ = try await store.make("one") }
                await #expect(throws: Failure.self) {
                    try await store.write { connection in
                        try connection.execute(sql: "UPDATE wallets SET name = 'changed', name_key = 'changed'")
                        throw Failure()
                    }
                }
                _ = try await store.make("two")
                return ((), Self.reply)
            }
            #expect(try await names(store) == ["one", "two"])
        }
    }

    /// A rehearsal writes nothing, so it neither begins the transaction nor changes it.
    @Test func aRehearsalLeavesNothing() async throws {
        try await TestStore.with { (store) async throws in
            let rehearse: @Sendable () async throws -> Void = {
                try await store.write(isRehearsal: true) { connection in
                    try connection.execute(sql: "INSERT INTO owners (id) VALUES ('eve')")
                }
            }
            try await store.answer(to: .sample()) {
                try await rehearse()
                _ = try await store.make("one")
                try await rehearse()
                return ((), Self.reply)
            }
            let owners = try await store.read { try String.fetchAll($0, sql: "SELECT id FROM owners") }
            #expect(owners.contains("ann") && !owners.contains("eve"))
        }
    }

    /// In two processes, both execute the request; one is answered, and the other leaves no trace.
    @Test func ofTwoProcessesOneAnswers() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let stores = try [Store(path, options: .quick), Store(path, options: .quick)]
            let taken = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<20 {
                    group.addTask {
                        do {
                            try await stores[index % 2].answer(to: .sample()) {
                                (_ = try await stores[index % 2].make("wallet \(index)"), Self.reply)
                            }
                            return false
                        } catch {
                            #expect(error is KeyTaken, "\(error)")
                            return true
                        }
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(taken == 19)
            #expect(try await names(stores[0]).count == 1)
        }
    }

    /// Requests take turns, share commits, and leave room for other writes.
    @Test func manyRequestsAtOnceAreAllCommitted() async throws {
        try await TestStore.with { (store) async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<60 {
                    group.addTask {
                        guard index % 3 > 0 else { return _ = try await store.make("plain \(index)") }
                        do {
                            try await store.answer(to: .sample("k\(index)")) { () async throws -> (Void, IdempotentReply?) in
                                _ = try await store.make("first \(index)")
                                _ = try await store.make("second \(index)")
                                if index % 3 == 2 { throw Failure() }
                                return ((), Self.reply)
                            }
                        } catch is Failure {}
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await names(store).count == 60)
            #expect(try await names(store).filter { $0.hasPrefix("plain") }.count == 20)
            #expect(store.sharedCommits.commits < store.sharedCommits.writes)
        }
    }

    @Test func aCancelledRequestIsCompleted() async throws {
        try await TestStore.with { (store) async throws in
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await store.answer(to: .sample()) { (_ = try await store.make("one"), Self.reply) }
            }
            task.cancel()
            try await task.value
            #expect(try await names(store) == ["one"])
            #expect(try await store.use(of: .sample()) == .answered(Self.reply))
        }
    }

    /// What a request starts and does not wait for has a transaction of its own.
    @Test func aTaskThatOutlivesTheRequestWritesByItself() async throws {
        try await TestStore.with { (store) async throws in
            let gate = AsyncStream<Void>.makeStream()
            let later = try await store.answer(to: .sample()) { () async throws -> (Task<Void, any Error>, IdempotentReply?) in
                _ = try await store.make("one")
                let task = Task {
                    for await _ in gate.stream { break }
                    _ = try await store.make("two")
                }
                return (task, Self.reply)
            }
            #expect(try await names(store) == ["one"])
            gate.continuation.yield()
            try await later.value
            #expect(try await names(store) == ["one", "two"])
        }
    }

    /// A request that must wait and try again does not hold the writing thread meanwhile.
    @Test func aFirstWriteThatFailsHoldsNothing() async throws {
        try await TestStore.with { (store) async throws in
            _ = try await store.make("taken")
            try await store.answer(to: .sample()) {
                for _ in 0..<3 {
                    await #expect(throws: (any Error).self) { _ = try await store.make("taken") }
                    _ = try await Task.detached { try await store.make("other \(UUID())") }.value
                }
                _ = try await store.make("own")
                await #expect(throws: (any Error).self) { _ = try await store.make("taken") }
                return ((), Self.reply)
            }
            let names = try await self.names(store)
            #expect(names.count == 5 && names.contains("own"))
            #expect(try await store.use(of: .sample()) == .answered(Self.reply))
        }
    }

    /// Writes of a request that start together, or that it does not wait for, are all answered, whichever of them fails first.
    @Test func writesThatStartTogetherAreAllAnswered() async throws {
        try await TestStore.with { (store) async throws in
            _ = try await store.make("taken")
            for round in 0..<50 {
                try await store.answer(to: .sample("k\(round)")) { () async throws -> (Void, IdempotentReply?) in
                    async let refused = try? store.make("taken")
                    async let made = try? store.make("wallet \(round)")
                    let results = await (refused, made)
                    #expect(results.0 == nil && results.1 != nil)
                    return ((), Self.reply)
                }
                let late = try await store.answer(to: .sample("l\(round)")) {
                    () async throws -> (Task<Void, Never>, IdempotentReply?) in
                    (Task { _ = try? await store.make("taken") }, Self.reply)
                }
                await late.value
                #expect(try await store.use(of: .sample("l\(round)")) == .answered(Self.reply))
            }
            #expect(try await names(store).count == 51)
        }
    }

    /// What several requests wait for belongs to none of them: others see it at once, and an error of one does not undo it.
    @Test func workApartIsCommittedByItself() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let (store, other) = (try Store(path, options: .quick), try Store(path, options: .quick))
            await #expect(throws: Failure.self) {
                try await store.answer(to: .sample()) { () async throws -> (Void, IdempotentReply?) in
                    try await Task { try await Store.apart { _ = try await store.make("shared") } }.value
                    #expect(try await names(other) == ["shared"])
                    _ = try await store.make("own")
                    throw Failure()
                }
            }
            #expect(try await names(store) == ["shared"])
        }
    }

    @Test func aLineBreakInAHeaderAddsNoHeader() async throws {
        try await TestStore.with { (store) async throws in
            let headers: [IdempotentReply.Header] = [.init("A", "b\r\nSet-Cookie: c"), .init("D\nE", "f\n")]
            try await store.answer(to: .sample()) { ((), IdempotentReply(status: 200, headers: headers, body: [])) }
            let stored = IdempotentReply(
                status: 200, headers: [.init("A", "b  Set-Cookie: c"), .init("D E", "f ")], body: [])
            #expect(try await store.use(of: .sample()) == .answered(stored))
        }
    }
}
