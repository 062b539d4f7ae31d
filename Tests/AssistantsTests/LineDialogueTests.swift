import Assistants
import Foundation
import JSONText
import Testing

/// The dialogue over pipes, as over standard input and output.
@Suite struct LineDialogueTests {
    /// Returns the lines that answer an input.
    private func answers(to input: [UInt8]) async throws -> [JSONValue] {
        let (requests, responses) = (Pipe(), Pipe())
        let dialogue = LineDialogue(
            DialogueTests.dialogue, input: requests.fileHandleForReading.fileDescriptor,
            output: responses.fileHandleForWriting.fileDescriptor)
        // A pipe holds 64 KiB: both ends must be served at once.
        Thread.detachNewThread {
            try? requests.fileHandleForWriting.write(contentsOf: Data(input))
            try? requests.fileHandleForWriting.close()
        }
        async let output = Self.all(of: responses)
        try await dialogue.run()
        try responses.fileHandleForWriting.close()
        withExtendedLifetime(requests) {}
        return try await output.split(separator: 0x0A).map { try JSONValue(parsing: Array($0)) }
    }

    /// Reads on a thread of its own: the threads of tasks are few, and this one waits.
    private static func all(of pipe: Pipe) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try pipe.fileHandleForReading.readToEnd() ?? Data() })
            }
        }
    }

    private func answers(to input: String) async throws -> [JSONValue] { try await answers(to: Array(input.utf8)) }

    @Test func eachLineIsAMessage() async throws {
        let answers = try await answers(
            to: #"""
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}

                [{"jsonrpc":"2.0","id":2,"method":"ping"}]
                nonsense
                {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{}}}
                """#)
        #expect(answers.count == 4)
        #expect(answers.contains { $0["result"]?["protocolVersion"]?.string == "2025-03-26" })
        #expect(answers.contains { $0.array?.first?["id"] == .number(2) }, "the version that was agreed on has batches")
        #expect(answers.contains { $0["id"] == .null && $0["error"]?["code"] == .number(-32700) })
        let echoed = try #require(answers.first { $0["id"] == .number(3) })
        #expect(echoed["result"]?["content"] != nil && echoed["result"]?["structuredContent"] == nil)
    }

    @Test func aLineThatIsTooLongIsSkipped() async throws {
        let ping = Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8) + [0x0A]
        let long = [UInt8](repeating: UInt8(ascii: "["), count: 10 << 20) + [0x0A]
        let answers = try await answers(to: long + ping + long.dropLast())
        #expect(answers.count == 3)
        #expect(answers.filter { $0["error"]?["code"] == .number(-32600) && $0["id"] == .null }.count == 2)
        #expect(answers.contains { $0["result"] == .object([]) })
    }

    @Test func manyRequestsAtOnceAreAllAnswered() async throws {
        let input = (0..<500).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }.joined(separator: "\r\n")
        let ids = try await answers(to: input).compactMap { $0["id"]?.integer }
        #expect(ids.sorted() == Array(0..<500))
    }

    @Test func anEmptyInputHasNoAnswer() async throws {
        #expect(try await answers(to: "").isEmpty)
        #expect(try await answers(to: "\n \n\r\n").isEmpty)
    }
}
