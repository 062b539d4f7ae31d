import Glibc
import Platform

// Extensions of GNU, which Swift's Glibc does not show.

// With pipe(2), a program that another thread starts at the same moment could inherit the writing end, and ours would never see the
// end of its input.
@_silgen_name("pipe2") private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32

@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addClosing(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

/// A program that was started with some input and without output.
struct SpawnedProgram {
    enum End: Equatable {
        case exited(Int)
        case killed

        var status: Int? { if case .exited(let status) = self { status } else { nil } }
    }

    /// Also the id of its group.
    private let processID: pid_t

    /// Starts a program in a group of its own. It inherits nothing but its input.
    ///
    /// - Parameter input: at most 64 KiB, which fit into a pipe, so that nobody has to wait for the program to read them.
    /// - Throws: an error that names the program; its code is `EMSGSIZE` if the input is too long.
    init(_ program: String, _ arguments: [String], input: [UInt8]) throws(FileError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw FileError(path: program, action: "start", code: errno) }
        let (readingEnd, writingEnd) = (ends[0], ends[1])
        defer {
            close(readingEnd)
            close(writingEnd)
        }
        // The reading end is open here, so there is no SIGPIPE.
        _ = fcntl(writingEnd, F_SETFL, O_NONBLOCK)
        guard write(writingEnd, input, input.count) == input.count else {
            throw FileError(path: program, action: "start", code: EMSGSIZE)
        }
        processID = try Self.spawn(program, arguments, standardInput: readingEnd)
    }

    /// Waits for the program's end; when the time is over, kills its group and returns nil.
    func wait(seconds: Double) -> End? {
        let deadline = ProcessState.monotonicSeconds + seconds
        while ProcessState.monotonicSeconds < deadline {
            if let end = end(WNOHANG) { return end }
            usleep(10_000)
        }
        kill(-processID, SIGKILL)
        kill(processID, SIGKILL)
        _ = end(0)
        return nil
    }

    private func end(_ options: Int32) -> End? {
        var status: Int32 = 0
        while true {
            let ended = waitpid(processID, &status, options)
            if ended == 0 { return nil }
            if ended < 0, errno == EINTR { continue }
            // Somebody else has waited for it: its status is lost.
            guard ended > 0 else { return .killed }
            return status & 0x7F == 0 ? .exited(Int(status >> 8) & 0xFF) : .killed
        }
    }

    private static func spawn(_ program: String, _ arguments: [String], standardInput: Int32) throws(FileError) -> pid_t {
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        _ = addClosing(&actions, 3)
        // Our threads block signals, and the server ignores some: programs do not expect either.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var processID = pid_t()
        let code = withCStrings([program] + arguments) { arguments in
            withCStrings(environment) { posix_spawn(&processID, program, &actions, &attributes, arguments, $0) }
        }
        guard code == 0 else { throw FileError(path: program, action: "start", code: code) }
        return processID
    }

    /// What mail programs need to find their settings; no variable of ours.
    private static var environment: [String] {
        let passedOn = ["HOME", "USER", "LOGNAME", "LANG", "TZ"].compactMap { name in
            ProcessState.environment(name).map { "\(name)=\($0)" }
        }
        return ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] + passedOn
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
