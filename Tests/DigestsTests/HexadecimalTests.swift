import Digests
import Testing

@Suite struct HexadecimalTests {
    @Test func digitsReadBackAsTheirNumber() {
        var random = SystemRandomNumberGenerator()
        let edges: [UInt64] = [0, 1, 9, 10, 15, 16, 255, .max, .max - 1]
        let numbers = edges + (0..<1000).map { random.next() >> UInt64($0 % 64) }
        for number in numbers {
            let text = Hexadecimal.text(number)
            #expect(text.utf8.count == 16 && UInt64(text, radix: 16) == number && text == text.lowercased(), "\(number)")
            #expect(Hexadecimal.value(text.utf8) == number && Hexadecimal.isValid(text.utf8))
            for count in 1...16 { #expect(Hexadecimal.text(number, digits: count) == text.suffix(count)) }
        }
    }

    @Test func bytesAreTwoDigitsEach() {
        #expect(Hexadecimal.text(of: [0, 1, 0x7F, 0xFF]) == "00017fff" && Hexadecimal.text(of: []) == "")
    }

    @Test(arguments: ["A", "0x1", "g", " 1", "-1", "1_0", "é", "/", ":", "`"]) func otherCharactersAreRefused(text: String) {
        #expect(Hexadecimal.value(text.utf8) == nil && !Hexadecimal.isValid(text.utf8))
    }
}
