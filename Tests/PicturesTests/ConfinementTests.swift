import CPicture
import Glibc
import PictureSamples
import Testing

@Suite struct ConfinementTests {
    @Test func aConfinedProcessCannotReachTheNetworkFilesOrOtherProcesses() {
        var errors = [Int32](repeating: 0, count: Int(SAMPLE_CALLS))
        let confinement = sample_confined_calls({ Int32(closecast_picture_confine().rawValue) }, &errors)
        // A kernel without seccomp, or a sanitizer, leaves the limits alone.
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

    /// The test above means something only if the calls work for others.
    @Test func anUnconfinedProcessCan() {
        var errors = [Int32](repeating: -1, count: Int(SAMPLE_CALLS))
        #expect(sample_confined_calls({ 7 }, &errors) == -1 || errors[Int(SAMPLE_SOCKET)] == 0)
        for call in [SAMPLE_SOCKET, SAMPLE_SOCKETPAIR, SAMPLE_OPEN] { #expect(errors[Int(call)] == 0, "call \(call)") }
        #expect(errors[Int(SAMPLE_CONNECT)] != EPERM)
    }
}
