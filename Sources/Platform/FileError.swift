import Glibc

/// A failed file operation.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// The operation that failed: "read", "write", …
    package let action: String
    /// The system's error number, `errno`.
    package let code: Int32

    package init(path: String, action: String, code: Int32) {
        self.path = path
        self.action = action
        self.code = code
    }

    package var isMissing: Bool { code == ENOENT }

    package var description: String { "cannot \(action) \(path): \(String(cString: strerror(code)))" }
}
