import Market
import Testing

/// A second reader, slow and strict, that never guesses: both must read the same.
@Suite struct PriceFileOracleTests {
    /// Days and closes where every line is an ISO day and a plain number; nil for all other files.
    private func plain(_ bytes: [UInt8]) -> [Day: Double]? {
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\""), text.hasPrefix("date,close\n") else {
            return nil
        }
        var closes: [Day: Double] = [:]
        for line in text.split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 2, let day = Day(iso: fields[0]), closes[day] == nil,
                fields[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let close = Double(fields[1])
            else { return nil }
            closes[day] = close
        }
        return closes
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func whatBothReadIsTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var compared = 0
        for _ in 0..<4000 {
            var lines = (1...9).map {
                "2025-01-0\($0),\(Int.random(in: 1...2000, using: &random)).\(Int.random(in: 0...99, using: &random))"
            }
            if Bool.random(using: &random) { lines.reverse() }
            var bytes = Array(("date,close\n" + lines.joined(separator: "\n") + "\n").utf8)
            let alphabet = Array("0123456789.,;-\n \"+eTZ".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 11..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = alphabet.randomElement(using: &random)!
                case 1: bytes.insert(alphabet.randomElement(using: &random)!, at: place)
                default: bytes.remove(at: place)
                }
            }
            guard let file = try? PriceFile(bytes, name: "f"), let expected = plain(bytes) else { continue }
            let read = file.candles(endedBefore: today).candles
            compared += 1
            #expect(
                Dictionary(uniqueKeysWithValues: read.map { ($0.day, $0.close) })
                    == expected.filter { $0.value > 0 && $0.key < today },
                "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(compared > 1000, "seed \(seed)")
    }
}
