import Glibc

/// Why the operating system refused a file.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// What was tried: "read", "write", …
    package let action: String
    /// The system's error number.
    package let code: Int32

    package init(path: String, action: String, code: Int32) {
        self.path = path
        self.action = action
        self.code = code
    }

    package var isMissing: Bool { code == ENOENT }

    package var description: String { "cannot \(action) \(path): \(String(cString: strerror(code)))" }
}
