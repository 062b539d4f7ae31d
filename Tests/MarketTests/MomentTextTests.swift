import Glibc
import Market
import Testing

@Suite struct MomentTextTests {
    /// The C library is the oracle.
    @Test(arguments: 0..<4 as Range<UInt64>) func momentsAreThoseOfTheCLibrary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            // The years 0 to 9999.
            let time = -62_167_219_200 + random.index(below: 315_569_520_000)
            let milliseconds = random.index(below: 1000)
            #expect(MomentText.iso(time) == text(time, "%Y-%m-%dT%H:%M:%SZ"), "seed \(seed): \(time)")
            #expect(MomentText.short(time) == text(time, "%Y-%m-%d %H:%M"), "seed \(seed): \(time)")
            #expect(MomentText.compact(time) == text(time, "%Y%m%d-%H%M%S"), "seed \(seed): \(time)")
            let written = MomentText.iso(time, milliseconds: milliseconds)
            #expect(written.count == 24 && written.hasSuffix(".\((1000 + milliseconds).description.dropFirst())Z"))
            #expect(written.prefix(19) == MomentText.iso(time).prefix(19))
        }
    }

    @Test func yearsOfMoreDigitsAreWrittenInFull() {
        #expect(MomentText.iso(253_402_300_800) == "10000-01-01T00:00:00Z")
        #expect(MomentText.iso(-1) == "1969-12-31T23:59:59Z")
    }

    private func text(_ time: Int, _ format: String) -> String {
        var (seconds, parts) = (time, tm())
        gmtime_r(&seconds, &parts)
        let year = String(parts.tm_year + 1900)
        let padded = String(repeating: "0", count: 4 - year.count) + year
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, format.replacing("%Y", with: padded), &parts)
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
