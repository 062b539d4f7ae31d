import Crypto
import Digests
import Glibc
import Platform

/// A file of SHA-1 hashes of leaked passwords that an operator may add: lines `HASH:COUNT` sorted by hash, as Have I Been Pwned
/// publishes them. It can have any size; it is not loaded into memory.
package final class LeakedHashes: LeakedPasswordList {
    private static let digits = 40
    /// Far longer than a hash, a colon, a count and a line end.
    private static let longestLine = 128

    private let path: String
    private let size: Int
    private let descriptor: Int32

    /// Opens a file and checks its first line.
    ///
    /// - Throws: ``LeakedPasswordsError/badHashes(path:problem:)``, ``LeakedPasswordsError/file(_:)``.
    package init(path: String) throws(LeakedPasswordsError) {
        self.path = path
        do throws(FileError) { descriptor = try Files.open(path, O_RDONLY | O_NONBLOCK, action: "read") } catch {
            throw .file(error)
        }
        var status = stat()
        size = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
        // From here on, `deinit` closes the descriptor, even after an error.
        guard size > Self.digits else { throw .badHashes(path: path, problem: "it is no regular file, or empty") }
        _ = try hash(ofLineAt: 0)
    }

    deinit { close(descriptor) }

    /// Returns true if the file contains the hash of the password, as typed or in lower case.
    ///
    /// - Throws: ``LeakedPasswordsError/file(_:)``, ``LeakedPasswordsError/badHashes(path:problem:)``.
    /// - Complexity: about 40 reads for 40 GB.
    package func contains(_ password: String) throws(LeakedPasswordsError) -> Bool {
        let composed = PasswordText.composed(password)
        if try contains(hashOf: composed) { return true }
        let folded = PasswordText.folded(password)
        guard folded != composed else { return false }
        return try contains(hashOf: folded)
    }

    private func contains(hashOf text: String) throws(LeakedPasswordsError) -> Bool {
        let wanted = Array(Hexadecimal.text(of: Insecure.SHA1.hash(data: Array(text.utf8))).utf8)
        // If any line has the hash, it is a line that starts in low..<high.
        var (low, high) = (0, size)
        while low < high {
            guard let start = try startOfLine(from: low + (high - low) / 2, before: high) else {
                high = low + (high - low) / 2
                continue
            }
            let found = try hash(ofLineAt: start)
            if found == wanted { return true }
            if found.lexicographicallyPrecedes(wanted) { low = start + 1 } else { high = low + (high - low) / 2 }
        }
        return false
    }

    /// Returns the place of the first line that starts at `place` or later, and before `end`.
    private func startOfLine(from place: Int, before end: Int) throws(LeakedPasswordsError) -> Int? {
        guard place > 0 else { return 0 }
        let bytes = try read(at: place - 1)
        guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            guard place - 1 + bytes.count >= size else {
                throw .badHashes(path: path, problem: "a line is too long at byte \(place)")
            }
            return nil
        }
        let start = place + newline
        return start < end && start < size ? start : nil
    }

    /// Returns the 40 digits at the start of a line, in lower case.
    private func hash(ofLineAt place: Int) throws(LeakedPasswordsError) -> [UInt8] {
        let hash = try read(at: place).prefix(Self.digits).map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) ? byte + 32 : byte
        }
        guard hash.count == Self.digits, Hexadecimal.isValid(hash) else {
            throw .badHashes(path: path, problem: "no hash at the start of the line at byte \(place)")
        }
        return hash
    }

    private func read(at place: Int) throws(LeakedPasswordsError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.longestLine)
        while true {
            let count = pread(descriptor, &bytes, bytes.count, place)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(FileError(path: path, action: "read", code: errno)) }
            return Array(bytes[..<count])
        }
    }
}
