@preconcurrency import Dispatch
import Glibc

/// SIGHUP as a sequence: each signal asks the program to reload its settings and certificates.
package enum HangupSignals {
    /// Returns the signals; the sequence ends when its reader is cancelled. From the first call on, SIGHUP no longer ends the
    /// process. Every signal after this function returns is delivered: it waits until the signal source listens, because earlier
    /// signals would be lost.
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
