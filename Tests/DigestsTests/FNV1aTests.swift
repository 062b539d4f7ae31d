import Digests
import Testing

@Suite struct FNV1aTests {
    /// From the authors' test program, http://www.isthe.com/chongo/src/fnv/test_fnv.c.
    @Test(
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("b", 0xAF63_DF4C_8601_F1A5),
            ("foobar", 0x8594_4171_F739_67E8),
        ] as [(String, UInt64)])
    func itIsThePublishedHash(text: String, hash: UInt64) {
        #expect(FNV1a.hash(text.utf8) == hash)
        #expect(text.utf8.reduce(FNV1a.offsetBasis) { FNV1a.mixed($0, UInt64($1)) } == hash)
    }

    @Test func anotherBasisGivesAnotherHash() {
        #expect(FNV1a.hash("a".utf8, basis: FNV1a.offsetBasis ^ 1) != FNV1a.hash("a".utf8))
    }
}
