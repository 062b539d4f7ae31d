import Dispatch
import Platform

/// A dialogue over standard input and output: one message a line.
package struct LineDialogue: Sendable {
    /// The longest line in bytes.
    package static let longestLine = 1 << 20
    /// The most requests at a time; further lines wait.
    private static let mostAtOnce = 8

    private let dialogue: Dialogue
    private let input: MessageLines
    private let output: Int32
    private let writing = DispatchQueue(label: "closecast.assistant.output")

    /// - Parameters:
    ///   - input: the descriptor to read from.
    ///   - output: the descriptor to write to.
    package init(_ dialogue: Dialogue, input: Int32 = 0, output: Int32 = 1) {
        (self.dialogue, self.input, self.output) = (dialogue, MessageLines(input), output)
    }

    /// Answers until the input ends. Answers come in the order in which they are ready.
    ///
    /// - Throws: `FileError` if reading or writing fails.
    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var (version, running) = (ProtocolVersion.latest, 0)
            while let line = try await input.next() {
                guard let incoming = try await incoming(line) else { continue }
                if let start = incoming.start, let begun = try? Dialogue.version(start) { version = begun }
                if running == Self.mostAtOnce {
                    try await group.next()
                    running -= 1
                }
                running += 1
                group.addTask { [version] in try await answer(incoming, version) }
            }
            try await group.waitForAll()
        }
    }

    /// Returns the messages of a line; nil for an empty line, and for one that was refused.
    private func incoming(_ line: MessageLines.Line) async throws -> Incoming? {
        do throws(RPCError) {
            switch line {
            case .tooLong: throw .notAMessage("the message has more than \(Self.longestLine) bytes")
            case .text(let text) where text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }): return nil
            case .text(let text): return try Incoming(text)
            }
        } catch {
            try await write(error.response(to: nil))
            return nil
        }
    }

    private func answer(_ incoming: Incoming, _ version: ProtocolVersion) async throws {
        let answer: [UInt8]?
        do throws(RPCError) {
            answer = try await dialogue.answer(to: incoming, version)
        } catch {
            answer = error.response(to: nil)
        }
        if let answer { try await write(answer) }
    }

    /// Writes a line on a thread of its own, as the client may be slow to read.
    private func write(_ line: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            writing.async { [output] in
                continuation.resume(
                    with: Result { try Files.writeAll(line + [0x0A], descriptor: output, path: "standard output") })
            }
        }
    }
}
