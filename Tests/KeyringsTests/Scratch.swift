import Glibc
import Platform

/// A temporary folder for one test.
final class Scratch {
    let path: String

    init() throws {
        path = "\(ProcessState.environment("TMPDIR") ?? "/tmp")/closecast-keyrings-\(RandomID.hexadecimal(digits: 16))"
        try Files.makeFolder(path)
    }

    deinit { Files.removeFolder(path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat(self(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
