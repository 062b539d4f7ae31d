import Foundation
import Jobs
import JobsCrashPlan
import Scratch
import Testing

@Suite struct CancelTests {
    @Test func aWaitingJobIsCancelledPermanently() async throws {
        try await Scratch.with { folder in
            var id: JobID?
            try await TestService.idle(folder) { service async throws in
                id = try await service.create(CrashPlan.input(10)).job.id
                let job = try await service.jobs.cancel(id!, of: "ann")
                #expect((job.state, job.completed, job.finishedAt) == (.cancelled, 0, 1_700_000_000))
                #expect(try await service.jobs.cancel(id!, of: "ann") == job, "repeating changes nothing")
            }
            try await TestService.running(folder) { service async throws in
                #expect(try await service.wait(for: id!).state == .cancelled)
                #expect(try await service.result(id!) == "")
            }
        }
    }

    @Test func resultsOfACancelledJobAreKept() async throws {
        let input = CrashPlan.input(2000)
        let expected = try await uninterrupted(input)
        try await Scratch.with { folder in
            var part = ""
            var id: JobID?
            try await TestService.running(folder, models: .slow) { service async throws in
                id = try await service.create(input).job.id
                try await service.wait(for: id!) { $0.completed > 0 }
                let job = try await service.jobs.cancel(id!, of: "ann")
                #expect(job.state == .cancelled && job.completed < 2000)
                // Another job has its turn at once.
                let next = try await service.create(line("a")).job.id
                #expect(try await service.wait(for: next).state == .done)
                part = try await service.result(id!)
                #expect(part.hasSuffix("\n") && expected.hasPrefix(part))
            }
            try await TestService.running(folder) { service async throws in
                let job = try await service.jobs.job(id!, of: "ann")
                #expect(job.state == .cancelled && job.completed >= part.split(separator: "\n").count)
                #expect(try await service.result(id!).hasPrefix(part))
                #expect(!FileManager.default.fileExists(atPath: "\(service.folder)/\(id!)/input.ndjson"))
            }
        }
    }

    @Test func aFinishedJobCannotBeCancelled() async throws {
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                let id = try await service.create(line("a")).job.id
                let done = try await service.wait(for: id)
                #expect(try await service.jobs.cancel(id, of: "ann") == done)
            }
        }
    }

    @Test(arguments: ["waiting", "running", "done", "cancelled"]) func aRemovedJobIsGone(state: String) async throws {
        try await Scratch.with { folder in
            func remove(_ service: TestService) async throws {
                let id = try await service.create(CrashPlan.input(state == "done" ? 1 : 2000), key: "k").job.id
                switch state {
                case "running": try await service.wait(for: id) { $0.completed > 0 }
                case "done": try await service.wait(for: id)
                case "cancelled": _ = try await service.jobs.cancel(id, of: "ann")
                default: break
                }
                let watched = try await service.jobs.watch(id, of: "ann")
                try await service.jobs.remove(id, of: "ann")
                for await _ in watched {}
                let gone = JobError.noSuchJob(id: id.description)
                await #expect(throws: gone) { try await service.jobs.remove(id, of: "ann") }
                await #expect(throws: gone) { try await service.jobs.job(id, of: "ann") }
                #expect(try service.names == [])
            }
            if state == "waiting" {
                try await TestService.idle(folder) { try await remove($0) }
            } else {
                try await TestService.running(folder, models: .slow) { try await remove($0) }
            }
            try await TestService.idle(folder) { service async throws in #expect(try service.names == []) }
        }
    }

    @Test func aResultThatIsBeingReadOutlivesItsJob() async throws {
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                let id = try await service.create(CrashPlan.input(3000)).job.id
                let size = try await service.wait(for: id).resultBytes
                let reader = try await service.jobs.result(id, of: "ann")
                var read = try await reader.next()!.count
                try await service.jobs.remove(id, of: "ann")
                while let piece = try await reader.next() { read += piece.count }
                #expect(read == size)
            }
        }
    }

    /// Whatever happens at the same time, the file agrees with the answers given.
    @Test(arguments: 0..<30) func manyAtOnceLeaveOneTruth(seed: UInt64) async throws {
        try await Scratch.with { folder in
            var reported: Job?
            try await TestService.running(folder, models: .slow) { service async throws in
                let id = try await service.create(CrashPlan.input(30)).job.id
                // Pause: the moment of the cancellation.
                try await Task.sleep(for: .milliseconds(seed % 10))
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<3 { group.addTask { _ = try? await service.jobs.cancel(id, of: "ann") } }
                }
                reported = try await service.wait(for: id)
            }
            try await TestService.idle(folder) { service async throws in
                let kept = try await service.jobs.job(reported!.id, of: "ann")
                #expect(kept.state == reported?.state && kept.finishedAt == reported?.finishedAt, "seed \(seed)")
            }
        }
    }
}

extension StandInModels {
    /// About 1 ms a series.
    static var slow: StandInModels {
        let models = StandInModels()
        // Pause: forecasts take time.
        models.change { $0.before = { _ in try? await Task.sleep(for: .milliseconds(1)) } }
        return models
    }
}
