import Foundation
import Jobs
import Platform
import Scratch
import Synchronization
import Testing
import Waits

/// Closing a file twice closes whatever has its number by then: a database's file, a client's connection.
@Suite struct DescriptorTests {
    @Test func aResultThatCannotBeOpenedIsClosedOnce() async throws {
        try await Scratch.with { folder in
            var disk = Disk.system
            disk.sync = { _ in
                errno = EIO
                return -1
            }
            let neighbour = Neighbour()
            Thread.detachNewThread { neighbour.run() }
            for _ in 0..<20_000 {
                _ = try? ResultFile("\(folder)/result.ndjson", series: 1, reservedBytes: 0, disk: disk)
            }
            neighbour.stop()
            try await until("the neighbour ends") { neighbour.hasEnded }
            #expect(
                neighbour.opened > 1000 && neighbour.lost == 0,
                "\(neighbour.lost) of \(neighbour.opened) files were closed by another")
        }
    }

    /// Another part of the same process that opens and closes files.
    private final class Neighbour: Sendable {
        private let isStopped = Atomic(false)
        private let ended = Atomic(false)
        private let files = Atomic(0)
        private let losses = Atomic(0)

        var opened: Int { files.load(ordering: .relaxed) }
        var lost: Int { losses.load(ordering: .relaxed) }
        var hasEnded: Bool { ended.load(ordering: .acquiring) }
        func stop() { isStopped.store(true, ordering: .relaxed) }

        func run() {
            while !isStopped.load(ordering: .relaxed) {
                let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                files.add(1, ordering: .relaxed)
                if close(descriptor) != 0 { losses.add(1, ordering: .relaxed) }
            }
            ended.store(true, ordering: .releasing)
        }
    }
}
