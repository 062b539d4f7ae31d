import Access
import Ledger
import Market
import Storage
import Testing

@Suite(.serialized) struct IdempotencyRepositoryTests {
    private static let reply = IdempotentReply(
        status: 201, headers: [.init("Location", "/v1/wallets/7"), .init("X", ""), .init("Y", "a: b, ü")], body: Array(0...255))

    @Test func aRequestIsDoneOnceAndAnsweredAgain() async throws {
        try await TestFolder.withStore { (store) async throws in
            let request = try IdempotentRequest.sample()
            #expect(try await store.begin(request, instance: "a", now: 100) == .new)
            #expect(try await store.begin(request, instance: "a", now: 101) == .inProgress)
            #expect(try await store.finish(request, instance: "a", with: Self.reply))
            for instance in ["a", "b"] {
                #expect(try await store.begin(request, instance: instance, now: 102) == .replay(Self.reply))
            }
            #expect(try await !store.finish(request, instance: "a", with: Self.reply), "an answer is kept")
        }
    }

    @Test func anotherRequestUnderTheKeyIsAMismatch() async throws {
        try await TestFolder.withStore { (store) async throws in
            _ = try await store.begin(.sample(), instance: "a", now: 100)
            let other = try IdempotentRequest.sample(hash: "b")
            #expect(try await store.begin(other, instance: "a", now: 100) == .mismatch)
            #expect(try await !store.finish(other, instance: "a", with: Self.reply))
            try await store.release(other, instance: "a")
            _ = try await store.finish(.sample(), instance: "a", with: Self.reply)
            #expect(try await store.begin(other, instance: "b", now: 100) == .mismatch)
            #expect(try await store.begin(.sample(owner: "bob", hash: "b"), instance: "a", now: 100) == .new)
            #expect(try await store.begin(.sample("l", hash: "b"), instance: "a", now: 100) == .new)
        }
    }

    @Test func aReleasedRequestMayBeSentAgain() async throws {
        try await TestFolder.withStore { (store) async throws in
            let request = try IdempotentRequest.sample()
            _ = try await store.begin(request, instance: "a", now: 100)
            try await store.release(request, instance: "b")
            #expect(try await store.begin(request, instance: "a", now: 100) == .inProgress, "not b's to release")
            try await store.release(request, instance: "a")
            #expect(try await store.begin(request, instance: "a", now: 100) == .new)
            _ = try await store.finish(request, instance: "a", with: Self.reply)
            try await store.release(request, instance: "a")
            #expect(try await store.begin(request, instance: "a", now: 100) == .replay(Self.reply))
        }
    }

    @Test func aRequestThatFailedMidwayMustCheckWhatItDid() async throws {
        try await TestFolder.withStore { (store) async throws in
            let request = try IdempotentRequest.sample()
            _ = try await store.begin(request, instance: "a", now: 100)
            try await store.interrupt(request, instance: "b")
            #expect(try await store.begin(request, instance: "a", now: 100) == .inProgress, "not b's to give up")
            try await store.interrupt(request, instance: "a")
            #expect(try await store.begin(request, instance: "a", now: 101) == .interrupted)
            #expect(try await store.finish(request, instance: "a", with: Self.reply))
        }
    }

    @Test func aKeyIsForgottenAfterADay() async throws {
        try await TestFolder.withStore { (store) async throws in
            let (request, other) = (try IdempotentRequest.sample(), try IdempotentRequest.sample(hash: "b"))
            _ = try await store.begin(request, instance: "a", now: 100)
            _ = try await store.finish(request, instance: "a", with: Self.reply)
            #expect(try await store.begin(request, instance: "a", now: 100 + 86_399) == .replay(Self.reply))
            #expect(try await store.begin(other, instance: "a", now: 100 + 86_400) == .new)
            #expect(try await store.purgeIdempotency(startedBefore: 100 + 86_400) == 0)
            #expect(try await store.purgeIdempotency(startedBefore: 100 + 86_401) == 1)
        }
    }

    @Test func aRequestThatNeverEndsIsGivenUpAfterTenMinutes() async throws {
        try await TestFolder.withStore { (store) async throws in
            let request = try IdempotentRequest.sample()
            _ = try await store.begin(request, instance: "a", now: 100)
            #expect(try await store.begin(request, instance: "a", now: 699) == .inProgress)
            #expect(try await store.begin(request, instance: "a", now: 700) == .interrupted)
            #expect(try await store.begin(request, instance: "a", now: 1299) == .inProgress, "taken over at 700")
        }
    }

    /// Killed between the write and its answer: the next process executes the request again, finds the recorded write, and nothing
    /// is lost or repeated.
    @Test func aCrashBeforeTheAnswerExecutesAgain() async throws {
        try await TestFolder.with { folder in
            let path = "\(folder)/closecast.db"
            let request = try IdempotentRequest.sample()
            let first = try Store(path, options: .quick)
            let wallet = try await first.make("main")
            let deposit = try Transaction.deposit(key: "k", time: 1, wallet: wallet, asset: .usd, quantity: d("5"))
            #expect(try await first.begin(request, instance: "a", now: 100) == .new)
            let id = try await first.record(deposit)[0].id
            // Its process ends here; another one opens the file.
            let second = try Store(path, options: .quick)
            #expect(try await second.begin(request, instance: "b", now: 101) == .interrupted)
            #expect(try await second.begin(request, instance: "b", now: 101) == .inProgress)
            let again = try await second.record(deposit)[0]
            #expect(again.id == id && !again.isNew)
            #expect(try await !first.finish(request, instance: "a", with: Self.reply), "it is b's now")
            #expect(try await second.finish(request, instance: "b", with: Self.reply))
            #expect(try await second.begin(request, instance: "c", now: 102) == .replay(Self.reply))
            #expect(try await second.balances(of: wallet) == [.usd: d("5")])
        }
    }

    /// If many requests with one key begin at once, in the connections of two processes, one of them executes it.
    @Test func ofManyAtOnceOneExecutes() async throws {
        try await TestFolder.with { folder in
            let path = "\(folder)/closecast.db"
            let databases = try [Store(path, options: .quick), Store(path, options: .quick)]
            let starts = try await withThrowingTaskGroup(of: IdempotencyStart.self) { group in
                for index in 0..<40 {
                    group.addTask { try await databases[index % 2].begin(.sample(), instance: "a", now: 100) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(starts.count { $0 == .new } == 1)
            #expect(starts.count { $0 == .inProgress } == 39)
        }
    }

    /// A client that disconnects cancels its request's task; work in progress is still finished or released.
    @Test func aCancelledTaskFinishesWhatItBegan() async throws {
        try await TestFolder.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let (request, other) = (try IdempotentRequest.sample(), try IdempotentRequest.sample("l"))
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                #expect(try await database.begin(request, instance: "a", now: 100) == .new)
                #expect(try await database.finish(request, instance: "a", with: Self.reply))
                #expect(try await database.begin(other, instance: "a", now: 100) == .new)
                try await database.release(other, instance: "a")
            }
            task.cancel()
            try await task.value
            #expect(try await database.begin(request, instance: "a", now: 100) == .replay(Self.reply))
            #expect(try await database.begin(other, instance: "a", now: 100) == .new)
        }
    }

    @Test func aLineBreakInAHeaderAddsNoHeader() async throws {
        try await TestFolder.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let headers: [IdempotentReply.Header] = [.init("A", "b\r\nSet-Cookie: c"), .init("D\nE", "f\n")]
            _ = try await database.begin(.sample(), instance: "a", now: 100)
            try await database.finish(.sample(), instance: "a", with: IdempotentReply(status: 200, headers: headers, body: []))
            let stored = IdempotentReply(
                status: 200, headers: [.init("A", "b  Set-Cookie: c"), .init("D E", "f ")], body: [])
            #expect(try await database.begin(.sample(), instance: "a", now: 100) == .replay(stored))
        }
    }
}
