import Foundation
import Jobs
import JobsCrashPlan
import Market
import Scratch
import Testing

/// Leftovers of crashes or of people in the jobs folder.
@Suite struct DamageTests {
    @Test func otherFilesInTheFolderAreIgnored() async throws {
        try await Scratch.with { folder in
            let jobs = "\(folder)/jobs"
            let files = FileManager.default
            let names = [0, 1, 2, 3, 4].map { String(repeating: "\($0)", count: 32) }
            for name in names + ["x", "lost+found", "\(names[0]).partial", "\(names[1]).removed", "x.partial"] {
                try files.createDirectory(atPath: "\(jobs)/\(name)", withIntermediateDirectories: true)
            }
            try Data("x".utf8).write(to: URL(filePath: "\(jobs)/file"))
            try Data("x".utf8).write(to: URL(filePath: "\(jobs)/\(String(repeating: "a", count: 32))"))
            try Data().write(to: URL(filePath: "\(jobs)/\(names[0])/job.json"))
            try Data("{}".utf8).write(to: URL(filePath: "\(jobs)/\(names[1])/job.json"))
            try Data("{\"format\":2}".utf8).write(to: URL(filePath: "\(jobs)/\(names[2])/job.json"))
            try files.createDirectory(atPath: "\(jobs)/\(names[3])/job.json", withIntermediateDirectories: true)
            try await TestService.running(folder) { service async throws in
                let id = try await service.create(line("a")).job.id
                #expect(try await service.wait(for: id).state == .done)
                #expect(await service.jobs.jobs(of: "ann", limit: 10).elements.map(\.id) == [id])
                let left = try service.names
                #expect(names.allSatisfy(left.contains) && left.contains("x") && left.contains("file"))
                #expect(
                    !left.contains("\(names[0]).partial") && !left.contains("\(names[1]).removed") && left.contains("x.partial"))
            }
        }
    }

    /// Bytes of a record are flipped: it is read as a job or left alone, and nothing traps.
    @Test(arguments: 0..<200) func aDamagedRecordTrapsNothing(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await Scratch.with { folder in
            var id: JobID?
            try await TestService.idle(folder) { id = try await $0.create(line("a") + line("b")).job.id }
            let url = URL(filePath: "\(folder)/jobs/\(id!)/job.json")
            var bytes = try Data(contentsOf: url)
            if seed % 4 == 0 {
                bytes.removeLast(1 + random.index(below: bytes.count))
            } else {
                let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
                for _ in 0..<(1 + random.index(below: 4)) {
                    if seed % 4 == 1 {
                        bytes[random.index(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
                    } else {
                        // Digits become other digits or signs, so that more of it is still JSON.
                        bytes[digits[random.index(below: digits.count)]] = Array("0123456789-e.".utf8)[random.index(below: 13)]
                    }
                }
            }
            try bytes.write(to: url)
            try await TestService.running(folder) { service async throws in
                for owner in ["ann", "bob"] {
                    for job in await service.jobs.jobs(of: owner, limit: 9).elements {
                        try await service.wait(for: job.id, of: owner) { $0.isFinished || $0.problem != nil }
                        _ = try? await service.result(job.id, of: owner)
                    }
                }
                #expect(try await service.create(line("a")).isNew, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [
        "", "{\"id\":\"S9", "{\"id\":\"S40\",\"error\":{}", "\0\0\0\0\0\n\0\0", "no answer\n", "\n", "{\"id\":1,\"values\":[]}\0\n",
    ])
    func tornWritesAreCutOffAfterACrash(tail: String) async throws {
        let input = CrashPlan.input(100)
        let expected = try await uninterrupted(input)
        let kept = expected.split(separator: "\n", omittingEmptySubsequences: false).prefix(40).joined(separator: "\n") + "\n"
        try await Scratch.with { folder in
            var id: JobID?
            try await TestService.idle(folder) { id = try await $0.create(input).job.id }
            try Data((kept + tail).utf8).write(to: URL(filePath: "\(folder)/jobs/\(id!)/result.ndjson"))
            let computed = Computed()
            let models = StandInModels()
            models.change { $0.before = { await computed.add($0.ticker.description) } }
            try await TestService.running(folder, models: models) { service async throws in
                #expect(try await service.wait(for: id!).completed == 100)
                #expect(try await service.result(id!) == expected)
                #expect(await computed.ids == Set((40..<100).map { "S\($0)" }), "existing results are not computed again")
            }
        }
    }

    @Test func aResultThatIsWholeIsNotComputedAgain() async throws {
        let input = CrashPlan.input(100)
        let expected = try await uninterrupted(input)
        try await Scratch.with { folder in
            var id: JobID?
            try await TestService.idle(folder) { id = try await $0.create(input).job.id }
            try Data((expected + expected).utf8).write(to: URL(filePath: "\(folder)/jobs/\(id!)/result.ndjson"))
            let models = StandInModels()
            // Not even the model is needed any more.
            models.change { $0.hashes = [:] }
            try await TestService.running(folder, models: models) { service async throws in
                #expect(try await service.wait(for: id!).state == .done)
                #expect(try await service.result(id!) == expected)
            }
        }
    }

    @Test(arguments: [("input-missing", true), ("input-damaged", false)])
    func aJobWithoutItsInputFails(code: String, isRemoved: Bool) async throws {
        try await Scratch.with { folder in
            var id: JobID?
            try await TestService.idle(folder) { id = try await $0.create(CrashPlan.input(300)).job.id }
            let path = "\(folder)/jobs/\(id!)/input.ndjson"
            if isRemoved {
                try FileManager.default.removeItem(atPath: path)
            } else {
                try Data(CrashPlan.input(200).utf8).write(to: URL(filePath: path))
            }
            try await TestService.running(folder) { service async throws in
                let job = try await service.wait(for: id!)
                #expect((job.state, job.problem?.code) == (.failed, code))
                #expect(job.completed == (isRemoved ? 0 : 200), "computed results are kept")
            }
        }
    }
}
