import Languages
import Platform

/// The folder of the pages' files: `shared` has what all screens use, `screens` has a folder for each capability.
///
/// A file's extension is its kind, and its name does not depend on the folder: `wallet.js` is found wherever it is.
package struct WebFolder: Sendable {
    package struct File: Sendable {
        /// The path that errors name.
        package let path: String
        package let bytes: [UInt8]
    }

    package let path: String
    /// The files by name, such as `wallet.js`.
    package private(set) var files: [String: File] = [:]

    package static let parts = ["shared", "screens"]
    /// Others, such as `README.md`, are not files of the pages.
    private static let kinds: Set = ["mustache", "css", "js", "json", "svg", "png", "txt"]

    /// Reads a folder whole.
    ///
    /// - Throws: ``WebFilesError``, or `FileError` for a file that cannot be read.
    package init(_ path: String) throws {
        self.path = path
        for part in Self.parts.map({ "\(path)/\($0)" }) {
            guard Files.isFolder(part) else { throw WebFilesError.noFolder(part) }
            for file in try Self.paths(below: part) where Files.isFile(file) { try add(file, try Files.read(file)) }
        }
    }

    /// Creates a folder from files in memory by path, for tests.
    package init(files: [String: [UInt8]]) throws(WebFilesError) {
        path = "memory"
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { try add(path, bytes) }
    }

    private mutating func add(_ path: String, _ bytes: [UInt8]) throws(WebFilesError) {
        let name = String(path.split(separator: "/").last ?? "")
        guard let kind = name.split(separator: ".").last, Self.kinds.contains(String(kind)) else { return }
        guard kind != "json" || Language.allCases.contains(where: { name.hasSuffix(Self.ending($0)) }) else {
            throw .invalid(path, "its name does not end in a language, such as \(Self.ending(.english))")
        }
        if let other = files[name] { throw .sameName(other.path, path) }
        files[name] = File(path: path, bytes: bytes)
    }

    /// How the names of files with texts in a language end: `.en.json`.
    private static func ending(_ language: Language) -> String { ".\(language.rawValue).json" }

    /// Returns the paths below a folder, those of folders too, because a folder changes when a file is added or removed.
    static func paths(below folder: String) throws(FileError) -> [String] {
        var found: [String] = []
        for name in try Files.names(in: folder) {
            let path = "\(folder)/\(name)"
            found.append(path)
            if Files.isFolder(path) { found += try paths(below: path) }
        }
        return found
    }
}

extension WebFolder {
    /// Returns the path of a file, for errors about its content.
    func location(of name: String) -> String { files[name]?.path ?? "\(path)/…/\(name)" }

    /// Returns the text of a file.
    ///
    /// - Throws: ``WebFilesError``.
    package func text(_ name: String) throws(WebFilesError) -> String {
        guard let file = files[name] else { throw .noFile(location(of: name)) }
        guard let text = String(validating: file.bytes, as: UTF8.self) else { throw .invalid(file.path, "it is not UTF-8") }
        return text
    }

    /// Returns the names with an ending, sorted.
    package func names(ending: String) -> [String] { files.keys.filter { $0.hasSuffix(ending) }.sorted() }

    /// Returns the texts of the files with an ending, by their names without it.
    package func texts(ending: String) throws(WebFilesError) -> [String: String] {
        var texts: [String: String] = [:]
        for name in names(ending: ending) { texts[String(name.dropLast(ending.count))] = try text(name) }
        return texts
    }

    /// Returns the files of messages in a language, such as `coin.en.json`.
    package func messages(_ language: Language) throws(WebFilesError) -> [(file: String, json: String)] {
        var found: [(file: String, json: String)] = []
        for name in names(ending: Self.ending(language)) { found.append((file: location(of: name), json: try text(name))) }
        return found
    }

    /// Returns the names of the style sheets in the order in which they are joined: those of `order.txt`, then the others by folder
    /// and name.
    package func styleOrder() throws(WebFilesError) -> [String] {
        let order = try text("order.txt").split(whereSeparator: \.isNewline).map { String($0) }
        for name in order where files[name] == nil { throw .invalid(location(of: "order.txt"), "there is no style sheet \(name)") }
        let others = files.filter { $0.key.hasSuffix(".css") && !order.contains($0.key) }
        return order + others.sorted { $0.value.path.dropLast(4) < $1.value.path.dropLast(4) }.map(\.key)
    }
}

/// Why the files of the pages cannot be used.
package enum WebFilesError: Error, Equatable, Sendable, CustomStringConvertible {
    case noFolder(String)
    case noFile(String)
    /// Two files of one kind have the same name.
    case sameName(String, String)
    /// A file has a fault.
    case invalid(String, String)

    package var description: String {
        switch self {
        case .noFolder(let path):
            "\(path) is not a folder of the pages' files; give --web FOLDER, such as that of the repository: web"
        case .noFile(let path): "\(path) is missing; install the pages' files again, or give another --web FOLDER"
        case .sameName(let first, let second): "\(first) and \(second) have the same name; rename one of them"
        case .invalid(let path, let fault): "\(path): \(fault)"
        }
    }
}
