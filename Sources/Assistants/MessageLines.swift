import Dispatch
import Platform
import Synchronization

/// Reads lines of limited length from a descriptor, on a thread of its own: a read waits for the client.
final class MessageLines: Sendable {
    enum Line: Sendable, Equatable {
        /// Without its line break.
        case text([UInt8])
        /// A line longer than ``LineDialogue/longestLine``, which was skipped.
        case tooLong
    }

    private struct State {
        var lines = LineBuffer()
        /// Whether the rest of a line that is too long is to be skipped.
        var skips = false
        var isAtEnd = false
    }

    private let descriptor: Int32
    private let reading = DispatchQueue(label: "closecast.assistant.input")
    private let state = Mutex(State())

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Returns the next line; nil at the end.
    func next() async throws -> Line? {
        try await withCheckedThrowingContinuation { continuation in
            reading.async { [self] in continuation.resume(with: Result { try state.withLock { try next(&$0) } }) }
        }
    }

    private func next(_ state: inout State) throws(FileError) -> Line? {
        while true {
            if let text = state.lines.next() ?? (state.isAtEnd ? state.lines.rest() : nil) {
                let isTooLong = state.skips || text.count > LineDialogue.longestLine
                state.skips = false
                return isTooLong ? .tooLong : .text(text)
            }
            if state.isAtEnd {
                defer { state.skips = false }
                return state.skips ? .tooLong : nil
            }
            if state.lines.pending > LineDialogue.longestLine {
                state.skips = true
                _ = state.lines.rest()
            }
            let got = try state.lines.fill(atMost: 1 << 16) { space throws(FileError) in
                try Files.read(descriptor: descriptor, into: space, path: "standard input")
            }
            state.isAtEnd = got == 0
        }
    }
}
