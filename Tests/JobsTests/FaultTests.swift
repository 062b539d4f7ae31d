import ChildProcess
import Foundation
import Jobs
import JobsCrashPlan
import Market
import Scratch
import Testing

/// Faults, and what happens to the jobs.
@Suite(.serialized) struct FaultTests {
    @Test(arguments: 0..<12) func aDiskThatFillsUpWhileAJobArrivesLeavesNothing(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let input = CrashPlan.input(300)
        try await Scratch.with { folder in
            let failing = FailingDisk()
            try await TestService.running(folder, disk: failing.disk) { service async throws in
                failing.fill(after: random.index(below: input.utf8.count + 400))
                do {
                    try await service.create(input, key: "k", pieces: 1000)
                    Issue.record("seed \(seed): it was taken")
                } catch let error as JobError {
                    #expect(error.code == "disk-full", "seed \(seed): \(error)")
                }
                #expect(try service.names == [], "seed \(seed)")
                failing.empty()
                let outcome = try await service.create(input, key: "k")
                #expect(outcome.isNew)
                #expect(try await service.wait(for: outcome.job.id).state == .done)
            }
        }
    }

    @Test func aSyncThatFailsMakesNoJob() async throws {
        try await Scratch.with { folder in
            let failing = FailingDisk()
            try await TestService.running(folder, disk: failing.disk) { service async throws in
                for _ in 0..<4 {
                    let upload = try await service.jobs.begin(JobRequest(owner: "ann"))
                    try await upload.append(Array(line("a").utf8))
                    failing.failSyncs(1)
                    await #expect(throws: JobError.self) { try await upload.finish() }
                    failing.failSyncs(0)
                    await upload.abandon()
                    #expect(try service.names == [])
                }
            }
        }
    }

    @Test(arguments: 0..<12) func aDiskThatFillsUpWhileResultsAreWrittenOnlyDelays(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let input = CrashPlan.input(1500)
        let expected = try await uninterrupted(input)
        try await Scratch.with { folder in
            let failing = FailingDisk()
            try await TestService.running(folder, models: .slow, disk: failing.disk) { service async throws in
                let id = try await service.create(input).job.id
                failing.fill(after: random.index(below: expected.utf8.count))
                let waits = try await service.wait(for: id) { $0.problem != nil }
                #expect((waits.state, waits.problem?.code) == (.waiting, "disk-full"), "seed \(seed)")
                let part = try await service.result(id)
                #expect(part.isEmpty || part.hasSuffix("\n") && expected.hasPrefix(part), "seed \(seed)")
                if seed % 2 == 0 { failing.failSyncs(3) }
                failing.empty()
                #expect(try await service.wait(for: id).state == .done, "seed \(seed)")
                #expect(try await service.result(id) == expected, "seed \(seed)")
            }
        }
    }

    @Test func theLastFreeBytesAreNotTaken() async throws {
        try await Scratch.with { folder in
            let failing = FailingDisk()
            try await TestService.running(
                folder, disk: failing.disk, settings: { ($0.minimumFreeBytes, $0.reservedBytes) = (2000, 1000) }
            ) { service async throws in
                failing.tell(freeBytes: 1999)
                let refusal = JobError.diskFull(freeBytes: 1999, neededBytes: 2000)
                await #expect(throws: refusal) { try await service.create(line("a")) }
                failing.tell(freeBytes: 2000)
                let upload = try await service.jobs.begin(JobRequest(owner: "ann"))
                try await upload.append(Array(line("a").utf8))
                failing.tell(freeBytes: 1001)
                let id = try await upload.finish().job.id
                let waits = try await service.wait(for: id) { $0.problem != nil }
                #expect(waits.problem?.code == "disk-full" && waits.state == .waiting)
                failing.tell(freeBytes: nil)
                #expect(try await service.wait(for: id).state == .done)
            }
        }
    }

    /// On a file system of 1 MB; if none can be mounted, the tests above cover it.
    @Test(.enabled(if: SmallFileSystem.canBeMounted, "no small file system can be mounted"))
    func aDiskThatIsReallyFull() async throws {
        let input = CrashPlan.input(6000)
        let expected = try await uninterrupted(input)
        try await Scratch.with { folder in
            try #require(try SmallFileSystem.mount(folder, megabytes: 1))
            defer { _ = try? SmallFileSystem.unmount(folder) }
            try await TestService.running(folder) { service async throws in
                let id = try await service.create(input).job.id
                let waits = try await service.wait(for: id) { $0.problem != nil }
                #expect(waits.problem?.code == "disk-full")
                await #expect(throws: JobError.self) { try await service.create(input) }
                #expect(try await expected.hasPrefix(service.result(id)))
                // More room, as an operator would provide.
                #expect(try run("/bin/mount", ["-o", "remount,size=8m", folder]))
                #expect(try await service.wait(for: id).state == .done)
                #expect(try await service.result(id) == expected)
            }
        }
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Bool {
        try ChildProcess(program, arguments, errors: nil).wait() == .exited(0)
    }

    @Test func aQueueThatIsFullOrFailsOnlyDelays() async throws {
        let input = CrashPlan.input(300)
        let expected = try await uninterrupted(input)
        try await Scratch.with { folder in
            let models = StandInModels()
            let count = Count()
            models.change {
                $0.before = { _ throws(JobFault) in
                    switch await count.next() % 50 {
                    case 7, 8: throw .busy(retryAfterSeconds: 0)
                    case 30: throw .broken("a fault")
                    default: break
                    }
                }
            }
            try await TestService.running(folder, models: models, settings: { $0.retrySeconds = 0.01 }) { service async throws in
                let id = try await service.create(input).job.id
                let waits = try await service.wait(for: id) { $0.problem != nil }
                #expect(waits.problem?.code == "inference-failed")
                models.change { $0.before = { _ in } }
                #expect(try await service.wait(for: id).state == .done)
                #expect(try await service.result(id) == expected)
            }
        }
    }

    @Test func aJobWaitsForAWithdrawnModel() async throws {
        try await Scratch.with { folder in
            let models = StandInModels()
            try await TestService.running(folder, models: models) { service async throws in
                models.change { $0.hashes["other"] = "1" }
                var request = JobRequest(owner: "ann")
                request.forecast.model = "other"
                let upload = try await service.jobs.begin(request)
                try await upload.append(Array(line("a").utf8))
                models.change { $0.hashes["other"] = nil }
                let id = try await upload.finish().job.id
                let waits = try await service.wait(for: id) { $0.problem != nil }
                #expect((waits.state, waits.problem?.code) == (.waiting, "no-such-model"))
                // It does not block the owner's other jobs.
                #expect(try await service.wait(for: try await service.create(line("b")).job.id).state == .done)
                models.change { $0.hashes["other"] = "1" }
                #expect(try await service.wait(for: id).state == .done)
            }
        }
    }

    @Test func aJobIsNeverComputedWithTwoModels() async throws {
        try await Scratch.with { folder in
            var id: JobID?
            try await TestService.idle(folder) { id = try await $0.create(line("a")).job.id }
            let models = StandInModels()
            models.change { $0.hashes["stand-in"] = String(repeating: "6", count: 64) }
            try await TestService.running(folder, models: models) { service async throws in
                let job = try await service.wait(for: id!)
                #expect((job.state, job.problem?.code) == (.failed, "model-changed"))
                #expect(try await service.result(id!) == "")
            }
        }
    }

    @Test func twoServersDoNotShareAFolder() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder) { service async throws in
                let other = JobService(settings: CrashPlan.settings(service.folder), models: StandInModels())
                await #expect(throws: JobError.folderInUse(path: service.folder)) { try await other.open() }
            }
            try await TestService.idle(folder) { _ in }
        }
    }
}

private actor Count {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
