import Access
import Records
import Scratch
import Storage
import Store
import Support
import Synchronization
import Testing

/// Changes with a key: the key, the change and the answer are committed together.
@Suite struct KeyedChangeTests {
    private struct Failure: Error {}

    private let hash = String(repeating: "a", count: 64)
    private let shape = Shape<SupportMessage>()
    private let support = Support(isAnswered: true)
    private let ann = Caller(owner: "ann")

    private final class Clock: Sendable {
        let seconds = Mutex(1_740_830_400)
    }

    private func withStore(_ body: (Store, Clock) async throws -> Void) async throws {
        try await Scratch.with { folder in
            let clock = Clock()
            let store = try Store(
                "\(folder)/closecast.db", options: Store.Options(busyTimeoutSeconds: 20, durability: .normal),
                clock: { clock.seconds.withLock { $0 } })
            try await body(store, clock)
            try store.close()
        }
    }

    private func send(
        _ text: String, _ store: Store, key: String?, hash: String? = nil
    ) async throws -> WriteAnswer<SupportMessage> {
        let (support, ann) = (support, ann)
        let writeKey = try key.map { try WriteKey(owner: "ann", key: $0, requestHash: hash ?? self.hash) }
        return try await store.change(key: writeKey, answer: shape) { change in
            let draft = try Shape<Support.Draft>().value(texts: [("text", text)])
            return try support.send(&change, ann, draft)
        }
    }

    private func texts(_ store: Store) async throws -> [String] {
        let (support, ann) = (support, ann)
        return try await store.reading { try support.thread($0, ann, Nothing()).messages.map(\.text) }
    }

    @Test func aNewStoreHasTheTablesOfTheRecords() async throws {
        try await withStore { store, _ in
            let differences = try await store.differences()
            #expect(differences == [])
        }
    }

    @Test func aKeyDoesItsWorkOnce() async throws {
        try await withStore { store, _ in
            let first = try await send("hello", store, key: "k")
            let again = try await send("hello", store, key: "k")
            #expect(!first.isReplay && again.isReplay)
            #expect(try first.result.get() == again.result.get(), "also what documents lack")
            #expect(try await texts(store) == ["hello"])
            #expect(try await send("hello", store, key: "other").isReplay == false)
            #expect(try await send("hello", store, key: nil).isReplay == false)
            #expect(try await texts(store).count == 3)
        }
    }

    @Test func manyAtOnceDoTheWorkOnce() async throws {
        try await withStore { store, _ in
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<60 {
                    group.addTask { try await send("hello", store, key: "key-\(number % 6)").result.get().id }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 6)
            #expect(try await texts(store).count == 6)
        }
    }

    @Test func aRefusalIsTheAnswerToItsKey() async throws {
        try await withStore { store, _ in
            let refused = try await send(" ", store, key: "k")
            let again = try await send(" ", store, key: "k")
            for answer in [refused, again] {
                guard case .failure(let refusal) = answer.result else { throw Failure() }
                #expect(refusal == SupportError.badText(most: 4000).refusal)
            }
            #expect(again.isReplay)
            await #expect(throws: SupportError.badText(most: 4000).refusal) { try await send(" ", store, key: nil) }
        }
    }

    @Test func whatARefusalHadWrittenIsUndone() async throws {
        try await withStore { store, _ in
            let (support, ann) = (support, ann)
            let answer = try await store.change(
                key: try WriteKey(owner: "ann", key: "k", requestHash: hash), answer: shape
            ) { change -> SupportMessage in
                let draft = try Shape<Support.Draft>().value(texts: [("text", "hello")])
                _ = try support.send(&change, ann, draft)
                throw SupportError.ownThread
            }
            #expect(throws: SupportError.ownThread.refusal) { try answer.result.get() }
            #expect(try await texts(store) == [])
        }
    }

    @Test func otherErrorsLeaveTheKeyFree() async throws {
        try await withStore { store, clock in
            let (support, ann) = (support, ann)
            await #expect(throws: Failure.self) {
                try await store.change(
                    key: try WriteKey(owner: "ann", key: "k", requestHash: hash), answer: shape
                ) { change -> SupportMessage in
                    _ = try support.send(&change, ann, Shape<Support.Draft>().value(texts: [("text", "hello")]))
                    throw Failure()
                }
            }
            #expect(try await texts(store) == [])
            for number in 1...20 { _ = try await send("\(number)", store, key: "k\(number)") }
            await #expect(throws: Refusal.self) { try await send("too many", store, key: "k") }
            clock.seconds.withLock { $0 += 3601 }
            #expect(try await send("too many", store, key: "k").isReplay == false, "a refusal for now is not kept")
        }
    }

    @Test func anotherRequestCannotUseTheKey() async throws {
        try await withStore { store, clock in
            _ = try await send("hello", store, key: "k")
            let other = String(repeating: "b", count: 64)
            await #expect(throws: WriteKeyReused.self) { try await send("hello", store, key: "k", hash: other) }
            clock.seconds.withLock { $0 += IdempotentRequest.lifetimeSeconds }
            #expect(try await send("hello", store, key: "k", hash: other).isReplay == false, "a day later it is free")
        }
    }

    @Test func anAnswerThatCannotBeReadIsDamage() async throws {
        try await withStore { store, _ in
            for body in [#"{"id":"s_0000000000000000"}"#, "nonsense"] {
                _ = try await send("hello", store, key: "k")
                try await store.execute("UPDATE idempotency SET body = CAST('\(body)' AS BLOB)")
                await #expect { try await send("hello", store, key: "k") } throws: { error in
                    if case StorageError.corrupt = error { true } else { false }
                }
                try await store.execute("DELETE FROM idempotency")
            }
        }
    }

    @Test func oldKeysAreRemoved() async throws {
        try await withStore { store, clock in
            for number in 1...3 { _ = try await send("hello", store, key: "k\(number)") }
            clock.seconds.withLock { $0 += IdempotentRequest.lifetimeSeconds }
            _ = try await send("hello", store, key: "new")
            let left = try await store.reading { try $0.value("SELECT count(*) FROM idempotency", []) as Int? }
            #expect(left == 1)
        }
    }

    @Test func anOwnersRowsGoWithTheOwner() async throws {
        try await withStore { store, _ in
            _ = try await send("hello", store, key: nil)
            try await store.execute("DELETE FROM owners WHERE id = 'ann'")
            #expect(try await texts(store) == [])
        }
    }
}
