import ChildProcess
import Foundation
import Jobs
import JobsCrashPlan
import Market
import Scratch
import Testing

/// A program that creates and computes one job is killed again and again, until the job is done.
@Suite(.serialized) struct KillTests {
    @Test(arguments: 0..<6) func aKilledJobEndsAsIfNothingHadHappened(seed: UInt64) async throws {
        let expected = try await uninterrupted(CrashPlan.input(CrashPlan.series))
        try await Scratch.with { folder in
            var random = SeededGenerator(seed: seed)
            var ids: Set<String> = []
            var (kills, isDone) = (0, false)
            while !isDone {
                let place = "seed \(seed), kill \(kills)"
                let before = try answered(folder)
                let victim = try Victim(folder)
                // Pause: the moment of the kill. Some hit the upload, most the computing.
                usleep(UInt32(random.index(below: kills % 3 == 0 ? 30_000 : 120_000)))
                let said = try victim.killed()
                kills += 1
                ids.formUnion(said.filter { $0.hasPrefix("created ") })
                #expect(ids.count <= 1, "\(place): one key made several jobs")
                isDone = said.contains("done")
                let again = before.intersection(said)
                #expect(again.isEmpty, "\(place): computed again: \(again.sorted().prefix(3))")
                let result = try result(folder)
                #expect(expected.hasPrefix(result[..<(result.lastIndex(of: "\n") ?? result.startIndex)]), "\(place)")
            }
            #expect(kills > 3, "seed \(seed): it was hardly killed")
            let service = JobService(settings: CrashPlan.settings(folder), models: StandInModels())
            try await service.open()
            let jobs = await service.jobs(of: CrashPlan.owner, limit: 9).elements
            #expect(jobs.map(\.state) == [.done] && jobs.map { "created \($0.id)" } == Array(ids), "seed \(seed)")
            #expect(try result(folder) == expected, "seed \(seed)")
            await service.stop()
        }
    }

    private func result(_ folder: String) throws -> String {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.count == 32 {
            let path = "\(folder)/\(name)/result.ndjson"
            if FileManager.default.fileExists(atPath: path) { return try String(contentsOfFile: path, encoding: .utf8) }
        }
        return ""
    }

    /// The series whose whole lines stand in the result.
    private func answered(_ folder: String) throws -> Set<String> {
        let text = try result(folder)
        let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
        return Set(whole.split(separator: "\n").map { String($0.dropFirst("{\"id\":\"".count).prefix { $0 != "\"" }) })
    }
}

/// The program that is killed.
private final class Victim {
    private let process: ChildProcess
    private let pipe = Pipe()

    init(_ folder: String) throws {
        process = try ChildProcess(
            Self.program.path, [folder], output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
    }

    /// Kills it, unless it has ended, and returns the lines that it printed.
    func killed() throws -> [String] {
        process.kill(SIGKILL)
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let end = process.wait()
        #expect(end == .killed(signal: SIGKILL) || end == .exited(0), "\(end)")
        return text.split(separator: "\n").map(String.init)
    }

    private static let program = URL(filePath: BuiltProgram.path("jobs-crash"))
}
