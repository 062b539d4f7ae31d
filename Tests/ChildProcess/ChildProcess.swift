import Foundation
import Glibc

// GNU extensions that Swift's Glibc module does not declare.
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func addFolder(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ folder: UnsafePointer<CChar>) -> Int32

@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addClosing(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

/// A program that a test starts.
///
/// Foundation's `Process` crashed now and then (in `run()`, toolchain 6.3.1) where several suites started programs at once.
package final class ChildProcess {
    /// How a program ended.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Why a program did not start.
    package struct SpawnError: Error, CustomStringConvertible {
        package let program: String
        package let code: Int32

        package var description: String { "\(program) did not start: \(String(cString: strerror(code)))" }
    }

    package let processIdentifier: pid_t
    private var end: End?

    /// Starts a program. It inherits only the three given files.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without its own name.
    ///   - environment: nil for the test's own, without the backtracer: after a crash it kept the program's pipes open and
    ///     hung when the program was then killed, so that reading a pipe to its end never returned.
    ///   - folder: where it runs; nil for the test's own.
    ///   - Parameter input, output, errors: open files, which the caller keeps; nil for none.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: String? = nil,
        input: Int32? = nil, output: Int32? = nil, errors: Int32? = STDERR_FILENO
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        // Above all of them first, so that none overwrites another.
        let wanted = [input, output, errors].map { $0 ?? nothing }
        let above = max(wanted.max() ?? 0, 2) + 1
        for (index, descriptor) in wanted.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, above + Int32(index))
        }
        for index: Int32 in 0..<3 { posix_spawn_file_actions_adddup2(&actions, above + index, index) }
        if let folder { _ = addFolder(&actions, folder) }
        _ = addClosing(&actions, 3)
        var pid = pid_t()
        let code = Self.withTexts([program] + arguments) { argv in
            Self.withTexts(Self.texts(of: environment)) { posix_spawn(&pid, program, &actions, nil, argv, $0) }
        }
        guard code == 0 else { throw SpawnError(program: program, code: code) }
        processIdentifier = pid
    }

    deinit {
        if end == nil {
            Glibc.kill(processIdentifier, SIGKILL)
            wait()
        }
    }

    package func kill(_ signal: Int32) { Glibc.kill(processIdentifier, signal) }

    /// Waits for its end.
    @discardableResult package func wait() -> End {
        if let end { return end }
        var status: Int32 = 0
        while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let end = signal == 0 ? End.exited((status >> 8) & 0xFF) : End.killed(signal: signal)
        self.end = end
        return end
    }

    private static func texts(of environment: [String: String]?) -> [String] {
        let environment = environment ?? ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        return environment.map { "\($0)=\($1)" }
    }

    private static func withTexts<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
