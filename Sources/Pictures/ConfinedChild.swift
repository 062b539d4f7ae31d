import Glibc
import Platform

/// A child process that communicates with this one over one socket, its standard input and output. It inherits nothing else and has
/// an empty environment.
struct ConfinedChild: ~Copyable {
    private let process: SpawnedProcess
    private let socket: Int32

    /// - Throws: ``PictureError/notStarted(program:code:)``.
    init(_ program: String, _ arguments: [String]) throws(PictureError) {
        // Unlike a pipe, a socket can be written to without SIGPIPE when the child is gone.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .notStarted(program: program, code: errno)
        }
        defer { close(ends[1]) }
        do throws(FileError) {
            process = try SpawnedProcess(program, arguments, input: ends[1], answersToInput: true)
        } catch {
            close(ends[0])
            throw .notStarted(program: program, code: error.code)
        }
        socket = ends[0]
    }

    deinit { close(socket) }

    /// Sends the bytes and receives the answer, until the child closes its end, the answer is too long or the time is over.
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

    /// Sends as much as the socket accepts now, and closes the sending side after the last byte.
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

    /// Waits for the child; kills it and returns nil when its time is over.
    consuming func end(deadline: Double) -> SpawnedProcess.End? {
        // A child that is still sending has sent too much, or is too late.
        shutdown(socket, Int32(SHUT_RDWR))
        return process.wait(deadline: deadline)
    }
}
