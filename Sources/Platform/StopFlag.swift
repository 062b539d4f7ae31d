import Glibc
import Synchronization

/// A flag that one thread sets to stop others, including those that wait for input: see ``InputWait``.
package final class StopFlag: Sendable {
    /// Becomes readable when the flag is set, and stays readable.
    package let descriptor: Int32
    private let writeEnd: Int32
    private let flag = Atomic(false)

    /// - Throws: `FileError` if the process has too many open files.
    package init() throws(FileError) {
        let ends = try Files.pipe()
        (descriptor, writeEnd) = (ends.reading, ends.writing)
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Whether a thread has set the flag.
    package var isSet: Bool { flag.load(ordering: .acquiring) }

    /// Sets the flag. It cannot be reset.
    package func set() {
        guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 0
        while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
    }
}
