import Platform

/// The models and versions in a folder, found by their names alone.
struct ModelListing {
    /// A model's name and version.
    struct Key: Hashable, Sendable, Comparable {
        let name: String
        let version: Int

        static func < (one: Key, other: Key) -> Bool { (one.name, one.version) < (other.name, other.version) }
    }

    /// The folder of each version.
    private(set) var folders: [Key: String] = [:]
    /// A sentence for each ignored folder.
    private(set) var problems: [String] = []

    /// Lists a models folder.
    ///
    /// - Throws: ``FileError`` if the folder itself cannot be listed.
    init(_ folder: String) throws(FileError) {
        for name in try Files.names(in: folder) where Files.isFolder("\(folder)/\(name)") {
            guard Self.isName(name) else {
                problems.append(
                    "the folder \"\(Self.printable(name))\" is not a model: a model's name is 1 to 100 of A-Z, a-z, 0-9, -, _ and ."
                )
                continue
            }
            do throws(FileError) { try addVersions(of: name, in: "\(folder)/\(name)") } catch {
                problems.append(error.description(replacingPathWith: "the folder of the model \(name)"))
            }
        }
    }

    private mutating func addVersions(of name: String, in path: String) throws(FileError) {
        if !Fingerprint(path).isEmpty { folders[Key(name: name, version: 1)] = path }
        for text in try Files.names(in: path) {
            guard let version = Self.version(text), Files.isFolder("\(path)/\(text)"), !Fingerprint("\(path)/\(text)").isEmpty
            else { continue }
            folders[Key(name: name, version: version)] = "\(path)/\(text)"
        }
    }

    /// Parses a version number: 1 to 18 digits without a leading zero. Anything else is not a version, in folders and in requests.
    static func version(_ text: String) -> Int? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.utf8.first != 0x30
        else { return nil }
        return Int(text)
    }

    private static func isName(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2D, 0x2E, 0x5F].contains($0)
            }
    }

    private static func printable(_ name: String) -> String {
        String(name.prefix(100).unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) })
    }
}
