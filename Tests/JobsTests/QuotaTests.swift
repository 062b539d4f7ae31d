import Jobs
import JobsCrashPlan
import Platform
import Scratch
import Testing

/// The limit on bytes of one owner's jobs.
@Suite struct QuotaTests {
    private static let input = (0..<50).map { line("s\($0)") }.joined()
    private static var inputBytes: Int { input.utf8.count }

    @Test func uploadsStopAtTheQuotaOfTheirOwner() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder, settings: { $0.maximumBytesPerOwner = Self.inputBytes * 5 / 2 }) { service in
                let jobs = service.jobs
                for number in 1...2 {
                    try await service.create(Self.input)
                    #expect(jobs.storedBytes(of: "ann") == number * Self.inputBytes)
                }
                let full = JobError.quotaExceeded(
                    QuotaExceeded(.jobBytes, used: 2 * Self.inputBytes, limit: Self.inputBytes * 5 / 2))
                await #expect(throws: full) { try await service.create(Self.input, pieces: 1 << 20) }
                // An announced input is refused before it is sent; an unannounced one is stopped in the middle.
                await #expect(throws: full) {
                    try await jobs.begin(JobRequest(owner: "ann"), expectedBytes: Self.inputBytes)
                }
                await #expect(throws: JobError.self) { try await service.create(Self.input, pieces: 100) }
                #expect(jobs.storedBytes(of: "ann") == 2 * Self.inputBytes, "nothing of a refused upload stays")
                #expect(try service.names.filter { !$0.hasPrefix(".") }.count == 2)
                try await service.create(Self.input, owner: "bob")
                let first = try #require(await jobs.jobs(of: "ann", limit: 1).elements.first)
                _ = try await jobs.cancel(first.id, of: "ann")
                #expect(jobs.storedBytes(of: "ann") == Self.inputBytes, "a cancelled job has no input")
                try await service.create(Self.input)
            }
        }
    }

    @Test func uploadsAtOnceDoNotPassTheQuotaTogether() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder, settings: { $0.maximumBytesPerOwner = Self.inputBytes * 5 / 2 }) { service in
                let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            do { return try await service.create(Self.input, pieces: 64).isNew ? 1 : 0 } catch JobError
                                .quotaExceeded
                            { return 0 }
                        }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(taken <= 2)
                #expect(service.jobs.storedBytes(of: "ann") == taken * Self.inputBytes)
            }
        }
    }

    /// A result counts too: a job waits for room and continues when there is some, and a restart counts existing files.
    @Test func aResultBeyondTheQuotaWaits() async throws {
        let result = try await uninterrupted(Self.input)
        try await Scratch.with { folder in
            var kept: JobID?
            let limit = Self.inputBytes * 2 + result.utf8.count
            func change(_ settings: inout JobSettings) { (settings.maximumBytesPerOwner, settings.retrySeconds) = (limit, 0.05) }
            try await TestService.running(folder, settings: change) { service in
                let done = try await service.create(Self.input).job.id
                try await service.wait(for: done)
                kept = done
                #expect(service.jobs.storedBytes(of: "ann") == result.utf8.count, "the input is removed")
                let waiting = try await service.create(Self.input).job.id
                let job = try await service.wait(for: waiting) { $0.problem != nil }
                #expect(job.problem?.code == "quota-exceeded" && job.state == .waiting && job.completed < 50)
            }
            try await TestService.running(folder, settings: change) { service in
                #expect(service.jobs.storedBytes(of: "ann") >= result.utf8.count + Self.inputBytes, "as it was before the restart")
                try await service.jobs.remove(try #require(kept), of: "ann")
                let rest = try #require(await service.jobs.jobs(of: "ann", limit: 1).elements.first)
                let job = try await service.wait(for: rest.id)
                #expect(job.state == .done && job.problem == nil)
                #expect(service.jobs.storedBytes(of: "ann") == result.utf8.count)
                #expect(try await service.result(rest.id) == result)
            }
        }
    }
}
