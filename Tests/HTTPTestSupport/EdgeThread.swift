import Foundation

/// Blocking work of a test, on a thread of its own: the cooperative pool, which on Linux is Dispatch's, is for the server.
package enum EdgeThread {
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
