import Languages
import Platform

/// The folder of the pages' files: templates, styles, scripts, images and messages.
package struct WebFolder: Sendable {
    package let path: String
    /// The bytes of each file by its path below the folder, such as `scripts/chart.js`.
    package let files: [String: [UInt8]]

    package static let folders = ["templates", "styles", "scripts", "images"] + Language.allCases.map { "messages/\($0.rawValue)" }

    /// Reads a folder whole.
    ///
    /// - Throws: ``WebFilesError``.
    package init(_ path: String) throws {
        var files: [String: [UInt8]] = [:]
        for folder in Self.folders {
            guard Files.isFolder("\(path)/\(folder)") else { throw WebFilesError.noFolder("\(path)/\(folder)") }
            for name in try Files.names(in: "\(path)/\(folder)") where Files.isFile("\(path)/\(folder)/\(name)") {
                files["\(folder)/\(name)"] = try Files.read("\(path)/\(folder)/\(name)")
            }
        }
        (self.path, self.files) = (path, files)
    }

    /// Creates a folder from files in memory, for tests.
    package init(files: [String: [UInt8]]) { (path, self.files) = ("", files) }

    /// Returns the text of a file.
    ///
    /// - Throws: ``WebFilesError``.
    package func text(_ name: String) throws(WebFilesError) -> String {
        guard let bytes = files[name] else { throw .noFile("\(path)/\(name)") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("\(path)/\(name)", "it is not UTF-8") }
        return text
    }

    /// Returns the texts of a folder's files with an extension, by their names without it.
    package func texts(in folder: String, ending: String) throws(WebFilesError) -> [String: String] {
        var texts: [String: String] = [:]
        for file in files.keys where file.hasPrefix(folder + "/") && file.hasSuffix(ending) {
            texts[String(file.dropFirst(folder.count + 1).dropLast(ending.count))] = try text(file)
        }
        return texts
    }
}

extension WebFolder {
    /// Returns the files of messages in a language, such as `messages/en/coin.json`.
    package func messages(_ language: Language) throws(WebFilesError) -> [(file: String, json: String)] {
        var found: [(file: String, json: String)] = []
        for name in files.keys.sorted() where name.hasPrefix("messages/\(language.rawValue)/") {
            found.append((file: "\(path)/\(name)", json: try text(name)))
        }
        return found
    }
}

/// Why the files of the pages cannot be used.
package enum WebFilesError: Error, Equatable, Sendable, CustomStringConvertible {
    case noFolder(String)
    case noFile(String)
    /// A file has a fault.
    case invalid(String, String)

    package var description: String {
        switch self {
        case .noFolder(let path):
            "\(path) is not a folder of the pages' files; give --web FOLDER, such as that of the repository: web"
        case .noFile(let path): "\(path) is missing; install the pages' files again, or give another --web FOLDER"
        case .invalid(let path, let fault): "\(path): \(fault)"
        }
    }
}
