import Foundation
import Jobs
import JobsCrashPlan
import Scratch
import Testing

@Suite struct JobCreationTests {
    @Test(arguments: [
        ("{\"id\":1,\"closes\":[1,2", "malformed-json", "closes", "expected ',' or ']', found the end of the text"),
        ("{\"id\":1,\"closes\":[1,\"2\",3]}", "invalid-value", "closes", "expected a number, found a string"),
        ("{\"id\":[],\"closes\":[1,2,3]}", "invalid-value", "id", "expected a string or number"),
        ("{\"id\":1,\"closes\":[1,2,3],\"last\":\"20.2.2025\"}", "invalid-value", "last", "expected a day such as 2025-02-20"),
        (
            "{\"id\":1,\"close\":[1,2,3]}", "unknown-member", "close",
            "accepted are \"id\", \"closes\", \"last\", \"open\", \"high\", \"low\", \"volume\""
        ),
        ("{\"id\":1}", "no-closes", "closes", "expected an array of daily closes"),
        ("[1,2,3]", "invalid-value", nil, "expected an object, found an array"),
    ])
    func anInvalidLineIsRefused(bad: String, code: String, member: String?, text: String) async throws {
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                for pieces in [1 << 16, 3] {
                    do {
                        try await service.create(line("a") + "\n" + bad + "\n" + line("b"), pieces: pieces)
                        Issue.record("it was taken")
                    } catch JobError.badLine(let number, let problem) {
                        #expect(number == 3)
                        #expect((problem.code, problem.member) == (code, member))
                        #expect(problem.message.contains(text), "\(problem.message)")
                        #expect(problem.value != nil || ["no-closes", "unknown-member"].contains(code) || bad.hasSuffix("2"))
                    }
                }
                #expect(try service.names == [])
                #expect(await service.jobs.jobs(of: "ann", limit: 1).elements.isEmpty)
            }
        }
    }

    @Test func aSeriesThatCannotBeForecastDoesNotRejectTheJob() async throws {
        let result = try await uninterrupted(line("a", "1,0,1") + line("b", "") + line("c", "1,2,300") + line("d", "1"))
        let codes = ["bad-close", "no-closes", "jump", "history-too-short"]
        for (line, code) in zip(result.split(separator: "\n"), codes) { #expect(line.contains("\"\(code)\""), "\(line)") }
    }

    @Test func aDocumentOfSeriesIsTheSameAsTheirLines() async throws {
        let expected = try await uninterrupted(line("a") + "{\"id\":\"b\",\"closes\":[1,2,4]}\n" + line("c", "1"))
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                func send(_ document: String, key: String? = nil) async throws -> JobUpload.Outcome {
                    var request = JobRequest(owner: "ann")
                    (request.forecast.days, request.idempotencyKey) = (2, key)
                    let upload = try await service.jobs.begin(request)
                    do {
                        try await upload.append(document: Array(document.utf8))
                        return try await upload.finish()
                    } catch {
                        await upload.abandon()
                        throw error
                    }
                }
                let document = "{\"series\" : [\(line("a")),\n{\"id\":\"b\",\r\n\"closes\":[1,\n2,4]}, \(line("c", "1"))]}"
                let job = try await send(document, key: "k").job
                #expect(try await service.wait(for: job.id).state == .done)
                #expect(try await service.result(job.id) == expected)
                #expect(try await send(document, key: "k").isNew == false)
                for (bad, code) in [
                    ("", "malformed-json"), ("[]", "malformed-json"), ("{}", "no-series"), ("{\"series\":[]}", "no-series"),
                    ("{\"series\":[{\"id\":1}]}", "no-closes"), ("{\"series\":[1]}", "invalid-value"),
                    ("{\"days\":1}", "malformed-json"),
                    ("{\"series\":[{\"closes\":[1]}]} x", "malformed-json"),
                ] {
                    do {
                        _ = try await send(bad)
                        Issue.record("\(bad) was taken")
                    } catch let error as JobError {
                        #expect(error.code == code, "\(bad)")
                    }
                }
            }
        }
    }

    @Test func anInputThatWillNotFitIsRefusedAtOnce() async throws {
        try await Scratch.with { folder in
            let failing = FailingDisk()
            failing.tell(freeBytes: 5000)
            try await TestService.idle(
                folder, disk: failing.disk, settings: { ($0.minimumFreeBytes, $0.maximumBodyBytes) = (1000, 9000) }
            ) { service async throws in
                let refusal = JobError.diskFull(freeBytes: 5000, neededBytes: 5001)
                await #expect(throws: refusal) { try await service.jobs.begin(JobRequest(owner: "ann"), expectedBytes: 4001) }
                await #expect(throws: JobError.bodyTooLarge(limitBytes: 9000)) {
                    try await service.jobs.begin(JobRequest(owner: "ann"), expectedBytes: 9001)
                }
                try await service.jobs.begin(JobRequest(owner: "ann"), expectedBytes: 4000).abandon()
                #expect(try service.names == [])
            }
        }
    }

    @Test func exceededLimitsAreReportedAndLeaveNothing() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(
                folder,
                settings: {
                    ($0.maximumSeries, $0.maximumLineBytes, $0.maximumBodyBytes) = (3, 100, 1000)
                    ($0.maximumOpenPerOwner, $0.maximumPerOwner) = (2, 3)
                }
            ) { service async throws in
                func refused(_ input: String, pieces: Int = 50, _ error: JobError) async {
                    await #expect(throws: error) { try await service.create(input, pieces: pieces) }
                    #expect((try? service.names) == [])
                }
                await refused((0..<4).map { line("\($0)") }.joined(), .tooManySeries(limit: 3))
                let long = line("a", [String](repeating: "1", count: 60).joined(separator: ","))
                await refused(line("a") + long, .lineTooLong(number: 2, limitBytes: 100))
                await refused(
                    line("a") + long.dropLast() + String(repeating: " ", count: 100), .lineTooLong(number: 2, limitBytes: 100))
                await refused(String(repeating: " \n", count: 600), .bodyTooLarge(limitBytes: 1000))
                await refused("\n \n", .noSeries)
                await refused("", .noSeries)
                let first = try await service.create(line("a")).job
                try await service.create(line("a"))
                await #expect(throws: JobError.tooManyOpenJobs(limit: 2)) { try await service.create(line("a")) }
                try await service.create(line("a"), owner: "bob")
                _ = try await service.jobs.cancel(first.id, of: "ann")
                try await service.create(line("a"))
                await #expect(throws: JobError.tooManyJobs(limit: 3)) { try await service.create(line("a")) }
                try await service.jobs.remove(first.id, of: "ann")
                await #expect(throws: JobError.tooManyOpenJobs(limit: 2)) { try await service.create(line("a")) }
            }
        }
    }

    @Test func settingsThatDoNotFitTheModelAreRefused() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder) { service async throws in
                func refused(_ name: String, _ change: (inout JobRequest) -> Void) async throws {
                    var request = JobRequest(owner: "ann")
                    change(&request)
                    do {
                        try await service.create(line("a"), request)
                        Issue.record("\(name) was taken")
                    } catch JobError.badSetting(let found, _, _) {
                        #expect(found == name)
                    } catch JobError.model(let error) {
                        #expect(name == "model" && error.code == "no-such-model")
                    }
                }
                try await refused("days") { $0.forecast.days = 6 }
                try await refused("days") { $0.forecast.days = 0 }
                try await refused("paths") { $0.forecast.paths = 10 }
                try await refused("seed") { $0.forecast.seed = 1 }
                try await refused("levels") { $0.forecast.levels = [80] }
                try await refused("levels") { $0.forecast.levels = [100] }
                var points = JobRequest(owner: "ann")
                points.forecast.levels = []
                #expect(try await service.create(line("a"), points).job.options.quantiles == [])
                try await refused("quantiles") { $0.forecast.quantiles = [.nan] }
                try await refused("quantiles") { $0.forecast.quantiles = [] }
                try await refused("quantiles") { ($0.forecast.quantiles, $0.forecast.levels) = ([0.5], [80]) }
                try await refused("model") { $0.forecast.model = "none" }
            }
        }
    }

    @Test func aKeyMakesOneJob() async throws {
        try await Scratch.with { folder in
            try await TestService.running(folder) { service async throws in
                let input = CrashPlan.input(50)
                let first = try await service.create(input, key: "k", pieces: 13)
                let second = try await service.create(input, key: "k")
                #expect(first.isNew && !second.isNew && first.job.id == second.job.id)
                let reuse = JobError.keyReused(key: "k", id: first.job.id)
                await #expect(throws: reuse) { try await service.create(input + line("more"), key: "k") }
                await #expect(throws: reuse) { try await service.create(input, key: "k", days: 3) }
                #expect(try await service.create(input, key: "other").isNew)
                #expect(try await service.create(input).isNew)
                try await service.wait(for: first.job.id)
                #expect(try await service.create(input, key: "k").job.state == .done)
                try await service.jobs.remove(first.job.id, of: "ann")
                #expect(try await service.create(input, key: "k").isNew)
            }
        }
    }

    @Test func twoUploadsOfOneKeyDoNotMakeTwoJobs() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder) { service async throws in
                var request = JobRequest(owner: "ann")
                request.idempotencyKey = "k"
                let first = try await service.jobs.begin(request)
                await #expect(throws: JobError.keyInUse(key: "k")) { try await service.jobs.begin(request) }
                try await first.append(Array(line("a").utf8))
                let job = try await first.finish().job
                let second = try await service.jobs.begin(request)
                try await second.append(Array(line("a").utf8))
                try await service.jobs.remove(job.id, of: "ann")
                // Nothing of the second one was stored, because the job already existed: it has to be sent again.
                await #expect(throws: JobError.keyInUse(key: "k")) { try await second.finish() }
                await second.abandon()
                #expect(try await service.create(line("a"), key: "k").isNew)
            }
        }
    }

    @Test func halfAnUploadLeavesNothing() async throws {
        try await Scratch.with { folder in
            try await TestService.idle(folder) { service async throws in
                let upload = try await service.jobs.begin(JobRequest(owner: "ann"))
                try await upload.append(Array(line("a").utf8))
                #expect(try service.names.count == 1)
                #expect(await service.jobs.jobs(of: "ann", limit: 1).elements.isEmpty)
                await upload.abandon()
                await upload.abandon()
                #expect(try service.names == [])
                // This one the process leaves behind.
                try await service.jobs.begin(JobRequest(owner: "ann")).append(Array(line("a").utf8))
                #expect(try service.names.count == 1)
            }
            try await TestService.idle(folder) { service async throws in #expect(try service.names == []) }
        }
    }
}
