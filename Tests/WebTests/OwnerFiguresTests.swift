import Forecasts
import PageKit
import Synchronization
import Testing

@Suite final class OwnerFiguresTests: Sendable {
    private let stored = Mutex(1)
    private let computed = Mutex(0)

    /// Returns how often any figure had been computed when this one was.
    private func figure(_ key: String, _ figures: OwnerFigures<Int>) async throws -> Int {
        try await figures.figure(key) {
            computed.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test func aFigureIsComputedOnceAfterEachChangeOfTheStore() async throws {
        let figures = OwnerFigures<Int>(StoreVersion(maximumAgeSeconds: 0) { [self] in stored.withLock { $0 } }, most: 2)
        #expect(try await figure("a", figures) == 1)
        #expect(try await figure("b", figures) == 2)
        #expect(try await figure("a", figures) == 1)
        stored.withLock { $0 = 2 }
        #expect(try await figure("a", figures) == 3)
        #expect(try await figure("b", figures) == 4)
        // There is no room for a third.
        #expect(try await figure("c", figures) == 5)
        #expect(try await figure("a", figures) == 6)
    }
}
