import Digests
import Market
import Testing

/// Examples of FIPS 180-4 and the NIST test vectors.
@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func digestsEqualThePublishedOnes(text: String, digest: String) {
        #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest)
    }

    @Test func aMillionLettersHaveThePublishedDigest() {
        let digest = SHA256.hexadecimal(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        #expect(digest == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Lengths around the block's end differ in padding; all digests must differ, and none may trap.
    @Test func everyLengthHasADigestOfItsOwn() {
        let digests = (0...200).map { SHA256.hexadecimal(of: [UInt8](repeating: 7, count: $0)) }
        #expect(Set(digests).count == digests.count)
        #expect(digests.allSatisfy { $0.count == 64 })
    }

    @Test(arguments: 0..<64) func aHashOfPiecesIsTheHashOfTheWhole(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<random.index(below: 1000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var (stream, start) = (SHA256Stream(), 0)
        while start < bytes.count {
            let end = min(bytes.count, start + random.index(below: 200))
            stream.update(Array(bytes[start..<end]))
            start = end
        }
        #expect(stream.hexadecimal == SHA256.hexadecimal(of: bytes), "seed \(seed)")
    }
}
