import Glibc
import Platform
import Synchronization

/// The tokens of a server that stores nothing: lines of a file, each ``TokenSecret`` as its bearer sends it. Blank lines and those
/// that begin with # are skipped.
///
/// All of them have the same rights, and memory holds only their hashes.
package final class TokenFile: Sendable {
    private let path: String
    /// The hashes of the tokens. The duration of a look-up by hash reveals nothing about an unknown secret.
    private let hashes: Mutex<Set<String>>

    /// - Throws: ``TokenFileError``.
    package init(_ path: String) throws(TokenFileError) {
        self.path = path
        hashes = Mutex(try Self.read(path))
    }

    /// Whether every user of the machine can read or change the file.
    package var isOpenToOthers: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o006 != 0
    }

    /// Reads the file again. After an error, the tokens stay as they were.
    ///
    /// - Throws: ``TokenFileError``.
    package func reload() throws(TokenFileError) {
        let new = try Self.read(path)
        hashes.withLock { $0 = new }
    }

    /// Returns the caller with a token.
    ///
    /// - Throws: ``AccessError/malformedToken``, ``AccessError/unknownToken``.
    package func principal(of text: String) throws(AccessError) -> Principal {
        let secret = try TokenSecret(parsing: text)
        guard hashes.withLock({ $0.contains(secret.hash) }) else { throw .unknownToken }
        return Principal(owner: Owner.local, scope: .admin, credential: .token(id: secret.tokenID))
    }

    private static func read(_ path: String) throws(TokenFileError) -> Set<String> {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path)
        } catch {
            throw .unreadable(error)
        }
        var hashes: Set<String> = []
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " || $0 == "\t" }
            let end = text.lastIndex { $0 != " " && $0 != "\t" }
            guard let end, text.first != "#" else { continue }
            guard let secret = try? TokenSecret(parsing: String(text[...end])) else {
                throw .malformed(path: path, line: index + 1)
            }
            hashes.insert(secret.hash)
        }
        guard !hashes.isEmpty else { throw .empty(path: path) }
        return hashes
    }
}

/// Why a file of tokens cannot be used. No message contains a token.
package enum TokenFileError: Error, Equatable, Sendable {
    case unreadable(FileError)
    case malformed(path: String, line: Int)
    case empty(path: String)
}

extension TokenFileError: CustomStringConvertible {
    package var description: String {
        let remedy = "make one: echo \"closecast_$(openssl rand -hex 32)\""
        switch self {
        case .unreadable(let error): return "\(error)"
        case .malformed(let path, let line):
            return "line \(line) of \(path) is not a token; expected closecast_ and 64 hexadecimal digits; \(remedy)"
        case .empty(let path): return "\(path) has no token, so every request would be refused; \(remedy)"
        }
    }
}
