import Foundation
import JSONText
import Market
import Platform
import ServerWorld
import Synchronization

/// Sends the requests of a source one after the other and collects the faults of the answers.
struct FuzzRun: Sendable {
    let target: FuzzTarget
    let document: FuzzDocument
    let seeds: [FuzzRequest]
    let seed: UInt64
    let requests: Int
    /// The folder that stores the current request, so that it is still there after a trap.
    let folder: String

    struct Tally: Sendable {
        var answers: [Int: Int] = [:]
        var faults: [String] = []

        static func + (left: Tally, right: Tally) -> Tally {
            Tally(answers: left.answers.merging(right.answers, uniquingKeysWith: +), faults: left.faults + right.faults)
        }
    }

    /// Two at a time, because they change the same data.
    func tally() async throws -> Tally {
        try await withThrowingTaskGroup(of: Tally.self) { group in
            for stream in 0..<2 as Range<UInt64> {
                group.addTask { try await tally(of: FuzzSource(document, seeds: seeds, seed: seed, stream: stream), stream) }
            }
            return try await group.reduce(Tally(), +)
        }
    }

    private func tally(of source: FuzzSource, _ stream: UInt64) async throws -> Tally {
        var source = source
        var tally = Tally()
        let last = try LastRequest(path: "\(folder)/last-request-\(stream)")
        for index in 0..<requests / 2 {
            let request = source.next()
            last.keep(request, "seed \(seed), stream \(stream), request \(index)")
            guard let answer = try await target.answer(request) else { continue }
            tally.answers[answer.status, default: 0] += 1
            if let fault = FuzzTarget.fault(of: answer) ?? ServerUnderTest.fault(of: answer, of: request) {
                let body = String(decoding: (request.body ?? []).prefix(2000), as: UTF8.self)
                let said = String(decoding: answer.body.prefix(500), as: UTF8.self)
                tally.faults.append(
                    "\(fault): seed \(seed), stream \(stream), request \(index): \(request.method) \(request.target) "
                        + "\(request.headers)\n\(body)\n-> \(said)")
                if tally.faults.count > 20 { return tally }
            }
            if answer.status < 300, let id = (try? JSONValue(parsing: answer.body))?["id"] { learn(id, &source) }
        }
        return tally
    }

    private func learn(_ id: JSONValue, _ source: inout FuzzSource) {
        if let text = id.string { source.learn(text) }
        if let number = id.integer { source.learn("\(number)") }
    }
}

/// A file with the newest request.
private final class LastRequest {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, action: "write", code: errno) }
    }

    deinit { close(descriptor) }

    func keep(_ request: FuzzRequest, _ label: String) {
        let bytes = Array("\(label)\n".utf8) + request.bytes
        bytes.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        ftruncate(descriptor, bytes.count)
    }
}
