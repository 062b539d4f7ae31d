import Foundation
import Market
import Scratch
import Secrets
import Testing

@Suite struct SealedValuesTests {
    private let scratch: Scratch
    private let values: SealedValues

    init() throws {
        scratch = try Scratch()
        values = SealedValues(try scratch.keyring())
    }

    private func open(_ text: String, _ table: String = "account", _ row: String = "ann", _ column: String = "seed") throws
        -> [UInt8]
    {
        try values.open(text, table: table, row: row, column: column)
    }

    @Test func aValueIsReadInItsPlace() throws {
        for bytes in [[], [0], Array("секрет".utf8), [UInt8](repeating: 255, count: 100_000)] as [[UInt8]] {
            let text = values.seal(bytes, table: "account", row: "ann", column: "seed")
            #expect(text.hasPrefix("k1:") && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(try open(text) == bytes)
        }
    }

    @Test func noTwoTextsAreEqual() {
        let texts = (0..<100).map { _ in values.seal([1, 2, 3], table: "account", row: "ann", column: "seed") }
        #expect(Set(texts).count == 100)
        #expect(Set(texts.map { $0.dropFirst(3).prefix(16) }).count == 100, "12 bytes of nonce")
    }

    @Test(arguments: [
        ("account", "bob", "seed"), ("account", "ann", "phone"), ("device", "ann", "seed"), ("accountann", "", "seed"),
        ("account", "annseed", ""), ("accoun", "tann", "seed"), ("ann", "account", "seed"), ("account", "ann", "seed\0"),
        ("", "", ""),
    ])
    func aValueElsewhereCannotBeRead(table: String, row: String, column: String) {
        let text = values.seal([1, 2, 3], table: "account", row: "ann", column: "seed")
        #expect(throws: SealedValueError.cannotOpen) { try open(text, table, row, column) }
    }

    @Test(arguments: 0..<8) func achangedBitIsFound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = values.seal([1, 2, 3], table: "account", row: "ann", column: "seed")
        var data = try #require(Data(base64Encoded: String(text.dropFirst(3))))
        #expect(data.count == 12 + 3 + 16)
        data[Int.random(in: 0..<data.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        #expect(throws: SealedValueError.cannotOpen, "seed \(seed)") { try open("k1:" + data.base64EncodedString()) }
    }

    @Test(arguments: ["", "k1", "k1:", "k1:AAAA", "k1:*", "k9:AAAA", ":"]) func everyOtherTextIsTheSameError(text: String) {
        #expect(throws: SealedValueError.cannotOpen) { try open(text) }
    }

    @Test func aTextOfAnotherKeyOrPurposeCannotBeRead() throws {
        let text = values.seal([1], table: "account", row: "ann", column: "seed")
        let other = SealedValues(try scratch.keyring("other.json"))
        let purpose = SealedValues(try scratch.keyring(), purpose: "other")
        for values in [other, purpose] {
            #expect(throws: SealedValueError.cannotOpen) { try values.open(text, table: "account", row: "ann", column: "seed") }
        }
    }

    @Test func afterARotationOldValuesAreReadAndNewOnesHaveTheNewKey() throws {
        let old = values.seal([1], table: "account", row: "ann", column: "seed")
        let rotated = SealedValues(try scratch.keyring(rotations: 1))
        let new = rotated.seal([1], table: "account", row: "ann", column: "seed")
        #expect(new.hasPrefix("k2:") && rotated.needsSealing(old) && !rotated.needsSealing(new) && !values.needsSealing(old))
        for text in [old, new] { #expect(try rotated.open(text, table: "account", row: "ann", column: "seed") == [1]) }
        #expect(throws: SealedValueError.cannotOpen) { try open(new) }
        #expect(throws: SealedValueError.cannotOpen) {
            try rotated.open("k1" + new.dropFirst(2), table: "account", row: "ann", column: "seed")
        }
    }
}
