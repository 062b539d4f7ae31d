import Foundation
import Jobs
import JobsCrashPlan
import Platform
import Scratch
import Testing

@Suite(.serialized) struct ScaleTests {
    @Test func aHundredThousandSeriesTakeLittleMemory() async throws {
        // In a process of its own, because the other suites in this one also need memory.
        await #expect(processExitsWith: .success) {
            try await Scratch.with { folder in
                try await TestService.running(folder) { service async throws in
                    let closes = (1...150).map { "\(Double($0) + 0.25)" }.joined(separator: ",")
                    // The first job needs more memory than later ones.
                    try await service.wait(for: try await service.create(line("a", closes)).job.id)
                    let before = ProcessState.residentBytes
                    var peak = before
                    let upload = try await service.jobs.begin(JobRequest(owner: "ann"))
                    for block in 0..<1000 {
                        let lines = (0..<100).map { line("S\(block * 100 + $0)", closes) }.joined()
                        try await upload.append(Array(lines.utf8))
                        peak = max(peak, ProcessState.residentBytes)
                    }
                    let id = try await upload.finish().job.id
                    for await _ in try await service.jobs.watch(id, of: "ann") { peak = max(peak, ProcessState.residentBytes) }
                    let job = try await service.jobs.job(id, of: "ann")
                    #expect((job.state, job.completed, job.failed) == (.done, 100_000, 0))
                    let reader = try await service.jobs.result(id, of: "ann")
                    var lines = 0
                    while let piece = try await reader.next() {
                        lines += piece.count { $0 == 0x0A }
                        peak = max(peak, ProcessState.residentBytes)
                    }
                    #expect(lines == 100_000)
                    let grown = (peak - before) >> 20
                    #expect(grown < 32, "\(grown) MB more than before")
                }
            }
        }
    }
}
