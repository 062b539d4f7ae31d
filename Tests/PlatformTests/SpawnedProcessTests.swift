import Foundation
import Glibc
import Platform
import Scratch
import Testing
import Waits

@Suite struct SpawnedProcessTests {
    private func shell(_ script: String, environment: [String] = []) throws -> SpawnedProcess {
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(nothing) }
        return try SpawnedProcess("/bin/sh", ["-c", script], environment: environment, input: nothing)
    }

    private static func soon(_ seconds: Double = 60) -> Double { ProcessState.monotonicSeconds + seconds }

    @Test(arguments: [
        ("exit 0", SpawnedProcess.End.exited(0)), ("exit 255", .exited(255)), ("kill -TERM $$", .killed(signal: SIGTERM)),
        ("sleep 0.1; exit 3", .exited(3)),
    ])
    func theEndIsReported(script: String, end: SpawnedProcess.End) throws {
        #expect(try shell(script).wait(deadline: Self.soon()) == end)
    }

    @Test func aMissingProgramIsAnError() {
        #expect(throws: FileError(path: "/nowhere/program", action: "start", code: ENOENT)) {
            try SpawnedProcess("/nowhere/program", [], input: STDIN_FILENO)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aProgramThatIsLateIsKilledWithWhatItStarted() throws {
        let scratch = try Scratch()
        let process = try shell("trap '' TERM; /bin/sleep 100 & echo $! > \(scratch("child")); wait")
        #expect(process.wait(deadline: Self.soon(1)) == nil)
        let text = String(decoding: try Files.read(scratch("child")), as: UTF8.self)
        let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // It ends by itself later, and is a zombie until init has collected it.
        try blockUntil("\(child) ends") {
            guard let state = try? Files.read("/proc/\(child)/stat") else { return true }
            return String(decoding: state, as: UTF8.self).contains(") Z ")
        }
    }

    /// None of our descriptors, not even inheritable ones, and nothing of our environment.
    @Test func onlyInputAndEnvironmentAreInherited() throws {
        let scratch = try Scratch()
        let open = Glibc.open("/dev/zero", O_RDONLY)
        defer { close(open) }
        let script = "for file in /proc/$$/fd/*; do readlink $file; done > \(scratch("files")); env > \(scratch("environment"))"
        let process = try shell(script, environment: ["PATH=/usr/bin:/bin", "NAME=a b"])
        #expect(process.wait(deadline: Self.soon()) == .exited(0))
        #expect(!String(decoding: try Files.read(scratch("files")), as: UTF8.self).contains("/dev/zero"))
        let lines = String(decoding: try Files.read(scratch("environment")), as: UTF8.self).split(separator: "\n")
        #expect(Set(lines.map { $0.prefix { $0 != "=" } }).isSubset(of: ["PATH", "NAME", "PWD", "OLDPWD", "SHLVL", "_"]))
        #expect(lines.contains("NAME=a b"))
    }

    @Test func aProgramAnswersToItsInputIfAskedTo() throws {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let process = try SpawnedProcess("/bin/sh", ["-c", "echo answer"], input: ends[1], answersToInput: true)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(process.wait(deadline: Self.soon()) == .exited(0))
        var answer = [UInt8](repeating: 0, count: 100)
        let count = read(ends[0], &answer, answer.count)
        #expect(Array(answer.prefix(max(count, 0))) == bytes("answer\n"))
    }
}
