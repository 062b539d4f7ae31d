import CPicture
import Glibc
import PictureSamples
import Testing

@Suite struct ConfinementTests {
    @Test func aConfinedProcessCannotReachTheNetworkFilesOrOtherProcesses() {
        var errors = [Int32](repeating: 0, count: Int(SAMPLE_CALLS))
        let confinement = sample_confined_calls({ Int32(closecast_picture_confine().rawValue) }, &errors)
        // A kernel without seccomp, or a sanitizer, leaves only the limits.
        guard confinement == Int32(CLOSECAST_PICTURE_FILTERED.rawValue) else {
            #expect(confinement == Int32(CLOSECAST_PICTURE_LIMITED.rawValue))
            return
        }
        let refused = [
            SAMPLE_SOCKET, SAMPLE_SOCKETPAIR, SAMPLE_CONNECT, SAMPLE_OPEN, SAMPLE_EXECVE, SAMPLE_FORK, SAMPLE_KILL, SAMPLE_PTRACE,
            SAMPLE_UNLINK, SAMPLE_EXECUTABLE_MEMORY,
        ]
        for call in refused { #expect(errors[Int(call)] == EPERM, "call \(call)") }
        #expect(errors[Int(SAMPLE_MEMORY_BEYOND_LIMIT)] == ENOMEM)
        #expect(errors[Int(SAMPLE_INHERITED_FILE)] == EBADF)
    }

    /// The test above is only meaningful if the calls work elsewhere, or fail for another reason.
    @Test func anUnconfinedProcessCan() {
        var errors = [Int32](repeating: EPERM, count: Int(SAMPLE_CALLS))
        #expect(sample_confined_calls({ 7 }, &errors) == 7)
        for (call, error) in errors.enumerated() { #expect(error != EPERM && error != ENOMEM && error != EBADF, "call \(call)") }
        for call in [SAMPLE_SOCKET, SAMPLE_SOCKETPAIR, SAMPLE_OPEN, SAMPLE_FORK, SAMPLE_EXECVE] { #expect(errors[Int(call)] == 0) }
    }
}
