import CSodium
import Glibc

/// Argon2id of libsodium: memory-hard, with a random salt of 16 bytes and a tag of 32.
///
/// - SeeAlso: RFC 9106, doi:10.17487/RFC9106.
package struct Argon2: Equatable, Sendable {
    /// The parameters that Closecast uses. RFC 9106 and OWASP publish 46 MiB with 1 pass, and 19 MiB with 2, as equally strong
    /// minima.
    package static let standard = Argon2(memoryKiB: 47_104, passes: 2)

    /// Stored texts with larger parameters are refused: they would use up the server's memory.
    private static let largest = Argon2(memoryKiB: 1 << 20, passes: 16)

    /// m: the memory of one hash in KiB; at least 8.
    package let memoryKiB: Int
    /// t: the number of passes over the memory; at least 1.
    package let passes: Int

    /// - Parameters:
    ///   - memoryKiB: 8 to 1,048,576.
    ///   - passes: 1 to 16.
    package init(memoryKiB: Int, passes: Int) {
        precondition((8...1 << 20).contains(memoryKiB) && (1...16).contains(passes), "m=\(memoryKiB), t=\(passes)")
        self.memoryKiB = memoryKiB
        self.passes = passes
    }

    /// Reads the parameters of a stored hash, `$argon2id$v=19$m=47104,t=2,p=1$salt$tag`; returns nil for any other text, and for
    /// parameters larger than this program uses.
    package init?(of stored: String) {
        let fields = stored.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count == 6, fields[0].isEmpty, fields[1] == "argon2id", fields[2] == "v=19" else { return nil }
        let values = fields[3].split(separator: ",", omittingEmptySubsequences: false)
        guard values.count == 3, values[0].hasPrefix("m="), values[1].hasPrefix("t="), values[2] == "p=1",
            let memory = Int(values[0].dropFirst(2)), let passes = Int(values[1].dropFirst(2)),
            (8...Self.largest.memoryKiB).contains(memory), (1...Self.largest.passes).contains(passes)
        else { return nil }
        self.init(memoryKiB: memory, passes: passes)
    }

    /// Returns true if a hash of these parameters should be replaced by one of `other`.
    func isWeaker(than other: Argon2) -> Bool { memoryKiB < other.memoryKiB || passes < other.passes }

    /// Hashes bytes with a new salt.
    ///
    /// - Throws: ``HashingError/outOfMemory(memoryKiB:)``.
    /// - Complexity: ``memoryKiB`` of memory; about 0.1 s with ``standard``. Blocking.
    func hash(_ input: SecretBytes) throws(HashingError) -> String {
        Sodium.start()
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let code = input.withUnsafeBytes { bytes in
            crypto_pwhash_str_alg(
                &text, bytes.bindMemory(to: CChar.self).baseAddress!, UInt64(bytes.count), UInt64(passes),
                memoryKiB << 10, crypto_pwhash_ALG_ARGON2ID13)
        }
        guard code == 0 else { throw .outOfMemory(memoryKiB: memoryKiB) }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Compares bytes with a stored hash, using the parameters and the salt in it.
    ///
    /// - Throws: ``HashingError/malformedHash``, ``HashingError/outOfMemory(memoryKiB:)``.
    static func verify(_ input: SecretBytes, against stored: String) throws(HashingError) -> Bool {
        guard let parameters = Argon2(of: stored), stored.utf8.count < Int(crypto_pwhash_STRBYTES) else { throw .malformedHash }
        Sodium.start()
        let (code, reason) = input.withUnsafeBytes { bytes in
            errno = 0
            let code = crypto_pwhash_str_verify(
                stored, bytes.bindMemory(to: CChar.self).baseAddress!, UInt64(bytes.count))
            return (code, errno)
        }
        if code == 0 { return true }
        // The result is the same for a wrong input and for too little memory; only a wrong input sets EINVAL.
        guard reason == EINVAL else { throw .outOfMemory(memoryKiB: parameters.memoryKiB) }
        return false
    }
}
