@preconcurrency import Dispatch
import Glibc

/// SIGHUP as a sequence: each means to read settings and certificates again.
package enum HangUps {
    /// Ends when its reader is cancelled. From the first call on the signal no longer ends the process.
    package static func sequence() -> AsyncStream<Void> {
        signal(SIGHUP, SIG_IGN)
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
            source.setEventHandler { continuation.yield() }
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
        }
    }
}
