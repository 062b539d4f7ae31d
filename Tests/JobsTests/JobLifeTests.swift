import Foundation
import JSONText
import Jobs
import JobsCrashPlan
import Scratch
import Testing
import Waits

@Suite struct JobLifeTests {
    @Test func everySeriesHasItsAnswerInItsPlace() async throws {
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                let outcome = try await service.create(CrashPlan.input(500), pieces: 777)
                #expect(outcome.isNew && outcome.job.series == 500 && !outcome.job.isFinished)
                let job = try await service.wait(for: outcome.job.id)
                #expect((job.state, job.completed, job.problem) == (.done, 500, nil))
                let lines = try await service.result(job.id).split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
                #expect(lines.map { $0["id"]?.string } == (0..<500).map { "S\($0)" })
                for (index, line) in lines.enumerated() {
                    if index % 7 == 3 {
                        #expect(line["error"]?["code"]?.string == "history-too-short")
                        // Blank lines are counted, as they are in the file that was sent.
                        #expect(line["line"]?.integer == index + 1 + (index + 6) / 11)
                    } else {
                        #expect(line["cutoff"]?.string == "2025-02-20" && line["values"]?.array?.count == 2)
                        #expect(line["last_close"]?.number == Double(index) + 2.5)
                    }
                }
                #expect(job.failed == lines.count { $0["error"] != nil })
                #expect(try files(service.folder, job.id) == ["job.json", "result.ndjson"], "the input is not needed any more")
            }
        }
    }

    @Test func theLastLineNeedsNoEnd() async throws {
        let expected = try await uninterrupted(line("a") + line("b"))
        #expect(try await uninterrupted(line("a") + line("b").dropLast()) == expected)
        #expect(try await uninterrupted((line("a") + line("b")).replacing("\n", with: "\r\n")) == expected)
    }

    @Test func aRestartContinuesWhereItStopped() async throws {
        let input = CrashPlan.input(1000)
        let expected = try await uninterrupted(input)
        try await Scratch.with { folder in
            let gate = Gate()
            let models = StandInModels()
            models.change { $0.before = { if Int($0.ticker.description.dropFirst())! >= 400 { await gate.pass() } } }
            var id: JobID?
            try await TestService.running(folder, models: models) { service async throws in
                id = try await service.create(input).job.id
                let job = try await service.wait(for: id!) { $0.completed >= 96 }
                #expect(job.state == .running && job.completed < 1000)
                let part = try await service.result(id!)
                #expect(expected.hasPrefix(part) && part.hasSuffix("\n") && part.utf8.count >= job.resultBytes)
                Task { await gate.open() }
            }
            let computed = Computed()
            let rest = StandInModels()
            rest.change { $0.before = { await computed.add($0.ticker.description) } }
            let before = try String(contentsOfFile: "\(folder)/jobs/\(id!)/result.ndjson", encoding: .utf8)
            try await TestService.running(folder, models: rest) { service async throws in
                #expect(try await service.wait(for: id!).state == .done)
                #expect(try await service.result(id!) == expected)
            }
            let kept = before.split(separator: "\n").map { String($0.dropFirst("{\"id\":\"".count).prefix { $0 != "\"" }) }
            let again = await computed.ids.intersection(kept)
            #expect(!kept.isEmpty && again.isEmpty, "computed twice: \(again.prefix(3))")
        }
    }

    @Test func ownersNeverSeeEachOther() async throws {
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                let ann = try await service.create(line("a"), owner: "ann", key: "k").job
                let bob = try await service.create(line("b"), owner: "bob", key: "k").job
                #expect(ann.id != bob.id)
                #expect(await service.jobs.jobs(of: "ann", limit: 10).elements.map(\.id) == [ann.id])
                #expect(await service.jobs.jobs(of: "eve", limit: 10).elements.isEmpty)
                let refusal = JobError.noSuchJob(id: ann.id.description)
                await #expect(throws: refusal) { try await service.jobs.job(ann.id, of: "bob") }
                await #expect(throws: refusal) { try await service.jobs.cancel(ann.id, of: "bob") }
                await #expect(throws: refusal) { try await service.jobs.remove(ann.id, of: "bob") }
                await #expect(throws: refusal) { try await service.jobs.result(ann.id, of: "bob") }
                await #expect(throws: refusal) { try await service.jobs.watch(ann.id, of: "bob") }
                #expect(try await service.wait(for: ann.id, of: "ann").state == .done)
            }
        }
    }

    @Test func pagesListAllJobsNewestFirst() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder, settings: { $0.maximumOpenPerOwner = 20 }) { service async throws in
                var ids: [JobID] = []
                for index in 0..<7 {
                    ids.append(try await service.create(line("a\(index)")).job.id)
                    try await service.create(line("b"), owner: "bob")
                }
                _ = try await service.jobs.cancel(ids[3], of: "ann")
                var seen: [JobID] = []
                while true {
                    let page = await service.jobs.jobs(of: "ann", before: seen.last, limit: 3)
                    seen += page.elements.map(\.id)
                    if !page.hasMore { break }
                }
                #expect(seen == ids.reversed())
                #expect(await service.jobs.jobs(of: "ann", states: [.cancelled], limit: 9).elements.map(\.id) == [ids[3]])
            }
        }
    }

    @Test func oldJobsAreRemoved() async throws {
        try await Scratch.with { folder in
            let clock = Clock()
            try await TestService.running(
                folder, now: { clock.seconds }, settings: { ($0.keptSeconds, $0.sweepSeconds) = (86_400, 0.02) }
            ) { service async throws in
                let job = try await service.create(line("a"), key: "k").job
                try await service.wait(for: job.id)
                clock.seconds += 86_399
                await service.jobs.sweep()
                #expect(try await service.jobs.job(job.id, of: "ann").state == .done)
                clock.seconds += 1
                try await until("the job is removed") { await service.jobs.jobs(of: "ann", limit: 1).elements.isEmpty }
                #expect(try service.names == [])
                #expect(try await service.create(line("a"), key: "k").isNew, "with the job its key is forgotten")
            }
        }
    }

    @Test func watchersSeeTheEndAndAreFew() async throws {
        try await Scratch.with { folder in
            let gate = Gate()
            let models = StandInModels()
            models.change { $0.before = { _ in await gate.pass() } }
            try await TestService.running(folder, models: models, settings: { $0.maximumWatchersPerJob = 2 }) {
                service async throws in
                let id = try await service.create(CrashPlan.input(2000)).job.id
                let slow = try await service.jobs.watch(id, of: "ann")
                let other = try await service.jobs.watch(id, of: "ann")
                await #expect(throws: JobError.tooManyWatchers(limit: 2)) { try await service.jobs.watch(id, of: "ann") }
                await gate.open()
                for await _ in other {}
                // Of all the states, only one waits for the slow reader: the last.
                var states: [Job.State] = []
                for await job in slow { states.append(job.state) }
                #expect(states == [.done])
                for await job in try await service.jobs.watch(id, of: "ann") { #expect(job.state == .done) }
            }
        }
    }

    @Test func ownersTakeTurns() async throws {
        try await Scratch.with { folder in
            let models = StandInModels()
            // Pause: forecasts take time.
            models.change { $0.before = { _ in try? await Task.sleep(for: .microseconds(200)) } }
            try await TestService.running(folder, models: models) { service async throws in
                let large = try await service.create(CrashPlan.input(20_000)).job
                try await service.wait(for: large.id) { $0.completed > 0 }
                let small = try await service.create(CrashPlan.input(200), owner: "bob").job
                #expect(try await service.wait(for: small.id, of: "bob").state == .done)
                #expect(try await service.jobs.job(large.id, of: "ann").completed < 10_000)
                try await service.jobs.remove(large.id, of: "ann")
            }
        }
    }

    @Test func theRecordIsReadAsItWasWritten() async throws {
        try await Scratch.with { folder in
            var request = JobRequest(owner: "ann \"quoted\" é")
            (request.forecast.days, request.idempotencyKey) = (3, "key\n\u{1}")
            var before: Job?
            try await TestService.idle(folder) { service async throws in
                before = try await service.create(line("a"), request).job
                before = try await service.jobs.cancel(before!.id, of: request.owner)
            }
            try await TestService.idle(folder) { service async throws in
                #expect(try await service.jobs.job(before!.id, of: request.owner) == before)
                #expect(try await service.create(line("a"), request).isNew == false)
            }
        }
    }

    private func files(_ folder: String, _ id: JobID) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(id)").sorted()
    }
}

/// Which series were computed.
actor Computed {
    private(set) var ids: Set<String> = []

    func add(_ id: String) { ids.insert(id) }
}
