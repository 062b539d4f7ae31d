import Market
import Platform
import Testing

@Suite struct LineBufferTests {
    @Test(arguments: 0..<64) func piecesOfAnyLengthGiveTheSameLines(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<2000).map { _ in [0x0A, 0x0D, 0x41, 0x42, 0x43][random.index(below: seed % 2 == 0 ? 5 : 3)] as UInt8 }
        var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let last = expected.removeLast()
        expected = expected.map { $0.last == 0x0D ? $0.dropLast() : $0 }
        if !last.isEmpty { expected.append(last) }
        var (buffer, lines, start) = (LineBuffer(), [[UInt8]](), 0)
        while start < bytes.count {
            let end = min(bytes.count, start + random.index(below: 50))
            if random.next() % 2 == 0 {
                buffer.append(Array(bytes[start..<end]))
            } else {
                let got = buffer.fill(atMost: 50) { space in
                    space.copyBytes(from: bytes[start..<end])
                    return end - start
                }
                #expect(got == end - start)
            }
            start = end
            if random.next() % 3 > 0 { while let line = buffer.next() { lines.append(line) } }
        }
        while let line = buffer.next() { lines.append(line) }
        if let rest = buffer.rest() { lines.append(rest) }
        #expect(lines == expected, "seed \(seed)")
        #expect(buffer.consumed == bytes.count && buffer.pending == 0, "seed \(seed)")
    }
}
