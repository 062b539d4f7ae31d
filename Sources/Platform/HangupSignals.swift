@preconcurrency import Dispatch
import Glibc

/// SIGHUP as a sequence: each signal asks the program to read its settings and certificates again.
package enum HangupSignals {
    /// Ends when its reader is cancelled. From the first call on the signal no longer ends the process. Every signal after this function
    /// returns is delivered: it waits until the signal source listens, because signals before that would be lost.
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
