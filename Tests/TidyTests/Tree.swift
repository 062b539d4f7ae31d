import Platform

/// The files of the repository.
enum Tree {
    static let root = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))

    /// Paths of all Swift files below a folder.
    static func sources(below folder: String) throws -> [String] {
        try Files.names(in: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            if Files.isFolder(path) { return try sources(below: path) }
            return name.hasSuffix(".swift") ? [path] : []
        }
    }

    static func lines(_ path: String) throws -> [Substring] {
        String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
}
