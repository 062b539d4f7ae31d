import HTTPEdge
import Hummingbird
import Synchronization
import Testing

/// A clock that tests move.
final class EdgeClock: Sendable {
    private let seconds = Mutex(0.0)
    var now: @Sendable () -> Double { { self.seconds.withLock { $0 } } }
    func advance(by amount: Double) { seconds.withLock { $0 += amount } }
}

@Suite struct RateLimitTests {
    private let clock = EdgeClock()

    @Test func aBucketGivesItsBurstThenItsRate() {
        let buckets = TokenBuckets<String>(RequestRate(perSecond: 2, burst: 3), capacity: 10, now: clock.now)
        #expect((0..<5).map { _ in buckets.take("a").isAllowed } == [true, true, true, false, false])
        #expect(buckets.take("a").retryAfterSeconds == 0.5)
        #expect(buckets.take("b").remaining == 2, "another has its own")
        clock.advance(by: 0.5)
        #expect(buckets.take("a").isAllowed)
        #expect(!buckets.take("a").isAllowed)
        clock.advance(by: 1000)
        #expect((0..<4).map { _ in buckets.take("a").isAllowed } == [true, true, true, false], "no more than full")
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func theTableForgetsTheKeyLongestUnused(seed: UInt64) {
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let buckets = TokenBuckets<Int>(RequestRate(perSecond: 0.001, burst: 1000), capacity: 5, now: { 0 })
        // The oracle: keys in order of use, with what each has left.
        var order: [(key: Int, left: Int)] = []
        for step in 0..<400 {
            let key = random(9)
            let known = order.firstIndex { $0.key == key }
            let left = known.map { order.remove(at: $0).left } ?? 1000
            if known == nil, order.count == 5 { order.removeFirst() }
            order.append((key, left - 1))
            #expect(buckets.take(key).remaining == left - 1, "seed \(seed), step \(step)")
            #expect(buckets.count == order.count)
        }
    }

    @Test func concurrentTakingAllowsNoMoreThanTheBurst() async {
        let buckets = TokenBuckets<String>(RequestRate(perSecond: 0.001, burst: 1000), capacity: 4, now: clock.now)
        let allowed = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<400).count { _ in buckets.take("a").isAllowed } } }
            return await group.reduce(0, +)
        }
        #expect(allowed == 1000)
    }

    private func server<Result>(
        _ rate: RequestRate, loopback: Bool = true, caller: String? = nil, _ body: (EdgeTestServer) async throws -> Result
    ) async throws -> Result {
        let addresses = TokenBuckets<IPAddress>(rate, capacity: 100, now: clock.now)
        let callers = TokenBuckets<String>(rate, capacity: 100, now: clock.now)
        return try await EdgeTestServer.run(
            routes: { router in
                router.add(middleware: ProblemMiddleware.plain)
                if let caller {
                    router.add(middleware: Named(caller: caller))
                    router.add(middleware: CallerRateLimit(callers))
                } else {
                    router.add(middleware: AddressRateLimit(addresses, limitsLoopback: loopback))
                }
                router.get("x") { _, _ in "x" }
            }, body)
    }

    @Test func aRateLimitedClientGetsARetryTime() async throws {
        try await server(RequestRate(perSecond: 0.1, burst: 2)) { (server) async throws in
            let first = try await server.send("GET", "/x")
            #expect(first["ratelimit"] == "\"address\";r=1;t=10")
            #expect(first["ratelimit-policy"] == "\"address\";q=2;w=20")
            _ = try await server.send("GET", "/x")
            let refused = try await server.send("GET", "/x")
            #expect(refused.status == 429)
            #expect(refused["retry-after"] == "10")
            #expect(refused["ratelimit"] == "\"address\";r=0;t=20")
            #expect(refused.text.contains("rate-limited"))
            clock.advance(by: 10)
            #expect(try await server.send("GET", "/x").status == 200)
        }
    }

    @Test func thisMachineIsNotLimitedUnlessItIsSetSo() async throws {
        try await server(RequestRate(perSecond: 0.1, burst: 1), loopback: false) { (server) async throws in
            for _ in 0..<5 { #expect(try await server.send("GET", "/x").status == 200) }
        }
    }

    @Test func aTokenHasALimitOfItsOwn() async throws {
        try await server(RequestRate(perSecond: 0.1, burst: 1), caller: "t1") { (server) async throws in
            #expect(try await server.send("GET", "/x")["ratelimit"]?.contains("\"token\"") == true)
            #expect(try await server.send("GET", "/x").status == 429)
        }
    }
}

/// Names the caller, as the authentication does.
private struct Named: RouterMiddleware {
    let caller: String

    func handle(
        _ request: Request, context: EdgeTestContext, next: (Request, EdgeTestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.callerID = caller
        return try await next(request, context)
    }
}
