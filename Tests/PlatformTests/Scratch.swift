import Foundation
import Glibc
import Platform

/// A temporary folder for one test.
final class Scratch {
    let path: String

    init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/closecast-platform-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// All names, hidden ones too.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        return stat(self(name), &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}

/// A test's bytes.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
