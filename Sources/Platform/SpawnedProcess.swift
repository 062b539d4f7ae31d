import Glibc

// A GNU extension that Swift's Glibc module does not declare.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addClosing(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

/// A program that this process has started and waits for. It runs in a process group of its own.
package struct SpawnedProcess: Sendable {
    /// How a program ended.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// Other code of this process has waited for it, so its status is lost.
        case unknown
    }

    /// The process id, which is also the id of its group.
    private let id: pid_t

    /// Starts a program without a shell. It inherits only the given input and environment: no other descriptor, and no blocked or
    /// ignored signal. Its standard error is discarded.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without the program's own name.
    ///   - environment: `NAME=value`.
    ///   - input: an open descriptor, which the caller keeps.
    ///   - answersToInput: whether the program writes its standard output to `input`, which is then a socket; if false, output is
    ///     discarded.
    /// - Throws: an error that names the program.
    package init(
        _ program: String, _ arguments: [String], environment: [String] = [], input: Int32, answersToInput: Bool = false
    ) throws(FileError) {
        var (files, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&files)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&files)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
        if answersToInput {
            posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        _ = addClosing(&files, 3)
        // The server's threads block signals and ignore some; programs expect neither.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var id = pid_t()
        let code = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(environment) { posix_spawn(&id, program, &files, &attributes, arguments, $0) }
        }
        guard code == 0 else { throw FileError(path: program, action: "start", code: code) }
        self.id = id
    }

    /// Waits for the program's end; kills its group when the time is over. Blocking. Call it once.
    ///
    /// - Parameter deadline: on the clock of ``ProcessState/monotonicSeconds``.
    /// - Returns: nil if the program was killed because its time was over.
    package func wait(deadline: Double) -> End? {
        // Most programs end within a moment after they have closed their output.
        var pause: UInt32 = 200
        while true {
            if let end = end(WNOHANG) { return end }
            guard ProcessState.monotonicSeconds < deadline else { break }
            usleep(pause)
            pause = min(2 * pause, 10_000)
        }
        kill(-id, SIGKILL)
        // In case the program has moved to another group.
        kill(id, SIGKILL)
        _ = end(0)
        return nil
    }

    private func end(_ options: Int32) -> End? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(id, &status, options)
            if ended == 0 { return nil }
            if ended < 0, errno == EINTR { continue }
            guard ended > 0 else { return .unknown }
            let signal = status & 0x7F
            return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
        }
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
