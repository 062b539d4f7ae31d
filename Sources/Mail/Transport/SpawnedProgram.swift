import Glibc
import Platform

// An extension of GNU, which Swift's Glibc does not show. With pipe(2), a program that another thread starts at the same moment could
// inherit the writing end, and ours would never see the end of its input.
@_silgen_name("pipe2") private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32

/// A program that was started with input and without output.
struct SpawnedProgram {
    private let process: SpawnedProcess

    /// Starts a program in its own process group. It inherits only its input.
    ///
    /// - Parameter input: at most 64 KiB, which fit into a pipe, so that the caller need not wait for the program to read them.
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
        process = try SpawnedProcess(program, arguments, environment: Self.environment, input: readingEnd)
    }

    /// Waits for the program to end; after the timeout, kills its group and returns nil.
    func wait(seconds: Double) -> SpawnedProcess.End? { process.wait(deadline: ProcessState.monotonicSeconds + seconds) }

    /// The variables that mail programs need to find their settings; none of our own.
    private static var environment: [String] {
        let passedOn = ["HOME", "USER", "LOGNAME", "LANG", "TZ"].compactMap { name in
            ProcessState.environment(name).map { "\(name)=\($0)" }
        }
        return ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] + passedOn
    }
}
