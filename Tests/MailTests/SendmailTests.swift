import ChildProcess
import Foundation
import Glibc
import Mail
import Platform
import Scratch
import Testing
import Waits

/// With a shell script in place of sendmail.
@Suite struct SendmailTests {
    private struct Program {
        private let scratch: Scratch
        var path: String { scratch("sendmail") }

        init(_ script: String) throws {
            scratch = try Scratch()
            let source = try scratch.write("#!/bin/sh\ncd \"$(dirname \"$0\")\"\n\(script)\n".utf8, to: "script")
            // By another process: a program started by another thread at this moment briefly inherits our descriptors, and a file
            // that is open for writing cannot be run.
            let copying = try ChildProcess("/usr/bin/install", ["-m", "700", source, path])
            try #require(copying.wait() == .exited(0))
        }

        func text(_ name: String) throws -> String { String(decoding: try Files.read(scratch(name)), as: UTF8.self) }
    }

    private static func send(_ program: Program, timeoutSeconds: Double = 60) async throws {
        let mail = try MailWorld.message(MailWorld.request(.verification))
        try await SendmailTransport(program: program.path, timeoutSeconds: timeoutSeconds).send(mail)
    }

    @Test func theProgramGetsTheAddressesAndTheMail() async throws {
        let program = try Program(
            "for a in \"$@\"; do echo \"$a\"; done > arguments; env > environment; cat > mail; ls -l /proc/$$/fd > files")
        try await Self.send(program)
        #expect(try program.text("arguments") == "-i\n-f\nclosecast@closecast.example.org\n--\nalice@example.org\n")
        let mail = try MailWorld.message(MailWorld.request(.verification))
        #expect(
            try program.text("mail") == String(decoding: mail.bytes, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n"))
        let names = try program.text("environment").split(separator: "\n").map { $0.prefix { $0 != "=" } }
        #expect(Set(names).isSubset(of: ["PATH", "HOME", "USER", "LOGNAME", "LANG", "TZ", "PWD", "OLDPWD", "SHLVL", "_"]))
        // The shell has its own copies of standard output and its script.
        let files = try program.text("files").components(separatedBy: "\n").compactMap { line in
            line.range(of: "-> ").map { String(line[$0.upperBound...]) }
        }
        #expect(files.count <= 5)
        #expect(files.filter { $0.hasPrefix("pipe:") }.count == 1)
        #expect(!files.contains { $0.hasPrefix("socket:") })
    }

    @Test(
        arguments: [
            ("exit 75", 75, false), ("exit 67", 67, true), ("exit 65", 65, true), ("exit 68", 68, true), ("exit 69", 69, false),
            ("exit 78", 78, false), ("exit 1", 1, false), ("kill -9 $$", nil, false),
        ] as [(String, Int?, Bool)])
    func theExitStatusTellsWhetherToTryAgain(script: String, status: Int?, isPermanent: Bool) async throws {
        let program = try Program(script)
        let error = try await #require(throws: MailError.self) { try await Self.send(program) }
        #expect(error == .programRefused(path: program.path, status: status))
        #expect(error.isPermanent == isPermanent)
        #expect(!"\(error)".contains("alice"))
    }

    /// A program that does not read its input must not stop us, nor end us by SIGPIPE.
    @Test func aProgramThatReadsNothingMayStillSucceed() async throws { try await Self.send(try Program("exec <&-; exit 0")) }

    @Test(.timeLimit(.minutes(1))) func aProgramThatHangsIsKilledWithWhatItStarted() async throws {
        let program = try Program("echo $$ > pid; sleep 100 & echo $! > child; wait")
        let error = try await #require(throws: MailError.self) { try await Self.send(program, timeoutSeconds: 3) }
        #expect(error == .programTimedOut(path: program.path, seconds: 3))
        #expect(!error.isPermanent)
        for name in ["pid", "child"] {
            let id = try #require(pid_t(program.text(name).trimmingCharacters(in: .whitespacesAndNewlines)))
            // The killed grandchild ends in its own time, and is a zombie until init has collected it.
            try await until("\(name) ends") {
                guard let state = try? Files.read("/proc/\(id)/stat") else { return true }
                return String(decoding: state, as: UTF8.self).contains(") Z ")
            }
        }
    }

    @Test func aMissingProgramIsATemporaryError() async throws {
        let mail = try MailWorld.message(MailWorld.request(.verification))
        let error = try await #require(throws: MailError.self) {
            try await SendmailTransport(program: "/nowhere/sendmail").send(mail)
        }
        #expect(error == .programFailed(path: "/nowhere/sendmail", reason: "No such file or directory"))
        #expect(!error.isPermanent)
    }

    /// The largest mail that a request can produce fits into a pipe.
    @Test func theLargestMailIsTaken() async throws {
        let long = String(repeating: "👩", count: 300)
        var request = MailWorld.request(.tokenCreated, name: long)
        for name in request.kind.fields.union(request.kind.optionalFields) { request.fields[name] = long }
        request.link = MailWorld.link + String(repeating: "=", count: 900)
        let mail = try MailWorld.message(request)
        #expect(mail.bytes.count < 60_000)
        let program = try Program("cat > mail")
        try await SendmailTransport(program: program.path).send(mail)
        #expect(try program.text("mail").utf8.count == mail.bytes.filter { $0 != 0x0D }.count)
    }
}
