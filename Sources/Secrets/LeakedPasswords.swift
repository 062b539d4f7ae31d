import Crypto
import Glibc
import Platform

/// Passwords that the policy refuses because they were leaked.
package protocol LeakedPasswordList: Sendable {
    /// Returns true if the password, in any case of its letters, was leaked.
    ///
    /// - Throws: ``LeakedPasswordsError/file(_:)`` if the list cannot be read now.
    func contains(_ password: String) throws(LeakedPasswordsError) -> Bool
}

/// The list that `scripts/leaked-passwords` makes: 337,335 leaked passwords of 15 and more code points, 2.7 MB, mapped into memory.
///
/// The file, all numbers big-endian: `CCLEAKED`, version 1 (4 bytes), bytes a record 8 (4 bytes), number of records (8 bytes), then
/// the records: the first 8 bytes of the SHA-256 of each password in NFC and lower case, in ascending order.
///
/// Unchecked, because it holds a pointer: the memory is mapped for reading only, and unmapped in `deinit`.
package final class LeakedPasswords: LeakedPasswordList, @unchecked Sendable {
    private static let headerBytes = 24
    private static let recordBytes = 8

    /// The number of records.
    package let count: Int
    private let memory: UnsafeRawBufferPointer

    /// Maps a file and checks its header, its length and its order, which reads it once.
    ///
    /// - Throws: ``LeakedPasswordsError/missing(path:)``, ``LeakedPasswordsError/malformed(path:problem:)``,
    ///   ``LeakedPasswordsError/file(_:)``.
    package init(path: String) throws(LeakedPasswordsError) {
        memory = try Self.mapped(path)
        do throws(LeakedPasswordsError) { count = try Self.checkedCount(memory, path: path) } catch {
            Self.unmap(memory)
            throw error
        }
    }

    deinit { Self.unmap(memory) }

    /// Returns true if the password, in any case of its letters, is in the list. One in 55 billion other passwords is mistaken for
    /// a leaked one.
    ///
    /// - Complexity: about 20 comparisons.
    package func contains(_ password: String) -> Bool {
        let wanted = Self.record(of: password)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let record = Self.record(memory, middle)
            if record == wanted { return true }
            if record < wanted { low = middle + 1 } else { high = middle }
        }
        return false
    }

    /// Returns the record of a password: the first 8 bytes of the SHA-256 of its NFC in lower case.
    package static func record(of password: String) -> UInt64 {
        let digest = SHA256.hash(data: Array(PasswordText.folded(password).utf8))
        return digest.prefix(recordBytes).reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: The file

    private static func mapped(_ path: String) throws(LeakedPasswordsError) -> UnsafeRawBufferPointer {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing(path: path) : .file(FileError(path: path, action: "read", code: errno))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(FileError(path: path, action: "read", code: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .malformed(path: path, problem: "it is not a regular file") }
        let size = Int(status.st_size)
        guard size >= headerBytes else { throw .malformed(path: path, problem: "it has \(size) bytes") }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw .file(FileError(path: path, action: "map", code: errno))
        }
        return UnsafeRawBufferPointer(start: start, count: size)
    }

    private static func unmap(_ memory: UnsafeRawBufferPointer) {
        munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress!), memory.count)
    }

    private static func checkedCount(_ memory: UnsafeRawBufferPointer, path: String) throws(LeakedPasswordsError) -> Int {
        guard memory.prefix(8).elementsEqual("CCLEAKED".utf8) else {
            throw .malformed(path: path, problem: "it does not start with CCLEAKED")
        }
        let version = UInt32(bigEndian: memory.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        let width = UInt32(bigEndian: memory.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        guard version == 1, width == recordBytes else {
            throw .malformed(path: path, problem: "version \(version) with \(width) bytes a record; expected version 1 with 8")
        }
        let stated = UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        let (count, rest) = (memory.count - headerBytes).quotientAndRemainder(dividingBy: recordBytes)
        guard rest == 0, stated == count else {
            throw .malformed(path: path, problem: "it should have \(stated) records and has \(count)")
        }
        guard count > 0 else { throw .malformed(path: path, problem: "it has no records") }
        var previous = record(memory, 0)
        for index in 1..<count {
            let next = record(memory, index)
            guard next > previous else { throw .malformed(path: path, problem: "record \(index + 1) is out of order") }
            previous = next
        }
        return count
    }

    private static func record(_ memory: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: headerBytes + index * recordBytes, as: UInt64.self))
    }
}
