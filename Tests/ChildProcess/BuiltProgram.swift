import Foundation

/// The programs of this package, which the build of the tests puts next to the tests' own program.
package enum BuiltProgram {
    /// Returns the path of a program.
    package static func path(_ name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let path = URL(filePath: own).deletingLastPathComponent().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            fatalError("no \(path); the target of the tests must depend on \(name) in Package.swift")
        }
        return path
    }
}
