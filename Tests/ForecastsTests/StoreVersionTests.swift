import Forecasts
import Synchronization
import Testing

@Suite struct StoreVersionTests {
    /// A store's version, how often it was queried, and the time.
    private final class Store: Sendable {
        let state = Mutex((number: 1, reads: 0, uptime: 0.0, fails: false))
        struct Unreadable: Error {}

        var version: StoreVersion {
            StoreVersion(maximumAgeSeconds: 1, uptime: { self.state.withLock { $0.uptime } }) {
                try self.state.withLock { state in
                    state.reads += 1
                    if state.fails { throw Unreadable() }
                    return state.number
                }
            }
        }
    }

    @Test func theStoreIsQueriedPeriodicallyAndAfterOwnWrites() async {
        let store = Store()
        let version = store.version
        let first = await version.current()
        for _ in 0..<100 { #expect(await version.current() == first) }
        #expect(store.state.withLock { $0.reads } == 1)
        store.state.withLock { $0.number = 2 }
        #expect(await version.current() == first, "another process's change is seen later")
        store.state.withLock { $0.uptime = 1.5 }
        let second = await version.current()
        #expect(second != first)
        store.state.withLock { $0.number = 3 }
        version.noteChange()
        #expect(await version.current() != second)
        #expect(store.state.withLock { $0.reads } == 3)
    }

    @Test func aStoreThatCannotBeReadChangesNothing() async {
        let store = Store()
        let version = store.version
        let first = await version.current()
        store.state.withLock { ($0.fails, $0.uptime) = (true, 5) }
        #expect(await version.current() == first)
        store.state.withLock { ($0.fails, $0.number) = (false, 7) }
        #expect(await version.current() != first)
    }
}
