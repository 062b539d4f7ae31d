import Foundation

/// A temporary folder for one test, removed with its owner.
package final class Scratch: Sendable {
    package let path: String

    /// - Parameter original: a folder to copy; by default the new folder is empty, and for this user only.
    package init(copyOf original: String? = nil) throws {
        let files = FileManager.default
        path = "\(files.temporaryDirectory.path)/closecast-\(UUID().uuidString)"
        if let original {
            try files.copyItem(atPath: original, toPath: path)
        } else {
            try files.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Runs a test with the path of an empty folder.
    @discardableResult package static func with<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        return try await body(scratch.path)
    }

    /// The path of a file in the folder.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: self(name)))
        return self(name)
    }

    /// The names of all files, hidden ones too, sorted.
    package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}
