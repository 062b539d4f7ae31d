@preconcurrency import Dispatch
import Glibc

/// SIGHUP as a sequence: each means to read settings and certificates again.
package enum HangUps {
    /// Ends when its reader is cancelled. From the first call on the signal no longer ends the process; each that comes after the return
    /// is seen. A signal source begins to listen a moment after it is resumed, and what comes before is lost.
    package static func sequence() async -> AsyncStream<Void> {
        signal(SIGHUP, SIG_IGN)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { continuation.yield() }
        continuation.onTermination = { _ in source.cancel() }
        await withCheckedContinuation { listening in
            source.setRegistrationHandler { listening.resume() }
            source.resume()
        }
        return stream
    }
}
