import Testing
import Text

@Suite struct Windows1252Tests {
    @Test func bytesBeyondLatin1HaveTheirCharacters() {
        #expect(Windows1252.text([0x80, 0x91, 0x92, 0x93, 0x94, 0x96, 0x9C, 0xE9, 0x41]) == "€‘’“”–œéA")
    }

    @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8]) func bytesWithoutACharacterAreMarked(byte: UInt8) {
        #expect(Windows1252.text([byte]) == "\u{FFFD}")
    }
}
