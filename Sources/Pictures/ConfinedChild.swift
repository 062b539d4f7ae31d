import Glibc
import Platform

/// A child process that talks to this one over one socket, which is its standard input and output. It inherits nothing else: no
/// environment, no signal settings, and it closes other descriptors itself before it reads.
struct ConfinedChild: ~Copyable {
    /// How it ended.
    enum End: Equatable {
        case exited(Int32)
        case killed(signal: Int32)
        /// It was killed because its time was over.
        case outOfTime
    }

    private let processIdentifier: pid_t
    private let socket: Int32

    /// - Throws: ``PictureError/notStarted(program:code:)``.
    init(_ program: String, _ arguments: [String]) throws(PictureError) {
        // Unlike a pipe, a socket can be written to without SIGPIPE when the child is gone.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .notStarted(program: program, code: errno)
        }
        defer { close(ends[1]) }
        do throws(SpawnFailure) {
            processIdentifier = try Self.spawn(program, arguments, stream: ends[1])
        } catch {
            close(ends[0])
            throw .notStarted(program: program, code: error.code)
        }
        socket = ends[0]
    }

    deinit { close(socket) }

    private struct SpawnFailure: Error { let code: Int32 }

    private static func spawn(_ program: String, _ arguments: [String], stream: Int32) throws(SpawnFailure) -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, stream, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&files, stream, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        // The server ignores and blocks signals that must end the child.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var identifier = pid_t()
        var argv = ([program] + arguments).map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        let code = posix_spawn(&identifier, program, &files, &attributes, &argv, &environment)
        guard code == 0 else { throw SpawnFailure(code: code) }
        return identifier
    }

    /// Sends the bytes and receives the answer, until the child closes its end, answers too much or the time is over.
    ///
    /// - Parameter deadline: on the clock of `ProcessState.monotonicSeconds`.
    func exchange(_ bytes: [UInt8], maximumAnswerBytes: Int, deadline: Double) -> [UInt8] {
        var sent = 0
        var answer: [UInt8] = []
        while answer.count <= maximumAnswerBytes {
            let left = deadline - ProcessState.monotonicSeconds
            guard left > 0 else { break }
            var state = pollfd(fd: socket, events: Int16(sent < bytes.count ? POLLIN | POLLOUT : POLLIN), revents: 0)
            guard poll(&state, 1, Int32((left * 1000).rounded(.up))) > 0 else { continue }
            if sent < bytes.count, state.revents & Int16(POLLOUT) != 0 { send(bytes, from: &sent) }
            guard state.revents & ~Int16(POLLOUT) != 0 else { continue }
            guard receive(into: &answer) else { break }
        }
        return answer
    }

    /// Sends what the socket takes now, and after the last byte the end.
    private func send(_ bytes: [UInt8], from sent: inout Int) {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress! + sent, $0.count - sent, flags) }
        if count >= 0 {
            sent += count
        } else if errno != EAGAIN, errno != EINTR {
            // The child ended before it read everything; its exit status says why.
            sent = bytes.count
        }
        if sent == bytes.count { shutdown(socket, Int32(SHUT_WR)) }
    }

    /// Appends what has arrived; returns false at the end.
    private func receive(into answer: inout [UInt8]) -> Bool {
        let flags = Int32(MSG_DONTWAIT)
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { space in
            let count = recv(socket, space.baseAddress, space.count, flags)
            if count > 0 { answer.append(contentsOf: space[..<count]) }
            return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
        }
    }

    /// Waits for the child and kills it when its time is over.
    consuming func end(deadline: Double) -> End {
        // One that still answers now answers too much, or too late.
        shutdown(socket, Int32(SHUT_RDWR))
        var status: Int32 = 0
        while true {
            let ended = waitpid(processIdentifier, &status, WNOHANG)
            if ended == processIdentifier { break }
            guard ended == 0 || errno == EINTR else { return .exited(-1) }
            guard ProcessState.monotonicSeconds < deadline else {
                kill(processIdentifier, SIGKILL)
                while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
                return .outOfTime
            }
            // It has closed its end, so it ends within a moment.
            usleep(200)
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}
