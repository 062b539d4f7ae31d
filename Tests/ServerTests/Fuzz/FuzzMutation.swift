import JSONText
import Market

/// Mutates requests.
struct FuzzMutation {
    var random: SeededGenerator

    /// Texts that have broken other programs.
    static let texts: [String] = [
        "", " ", "0", "-0", "-1", "1e999", "1e-999", "1E400", "00", "01", "0x10", "1_000", "+1", "1.", ".5", "NaN", "Infinity",
        "null",
        "true", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "4294967296",
        "18446744073709551616", "0.0000000000000000001", "999999999999999999.999999999999999999", "1000000000000000000",
        "2024-02-30", "2023-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "-0001-01-01", "2024-13-01",
        "2024-1-1",
        "2024-06-01T23:59:60Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "../../etc/passwd", "%2e%2e%2f", "%00", "%", "%F",
        "%FF%FE", "%C0%80", "%ED%A0%80", "'; DROP TABLE wallets; --", "\"", "\\", "\u{0}", "\u{FEFF}", "\u{202E}", "\u{FFFF}", "é",
        "e\u{301}", "👩‍👩‍👧‍👦", "😀", "\\ud800", "\\udc00\\ud800", "\r\n", "a,b", ",", ",,", "{}", "[]", "{\"a\":1,\"a\":2}", "*",
        "W/\"x\"",
        "\"x\", \"y\"", "application/json; charset=utf-16", "gzip", "Bearer", "Bearer x", String(repeating: "9", count: 400),
        String(repeating: "a", count: 5000), String(repeating: "[", count: 200), String(repeating: "{\"a\":", count: 100),
        String(repeating: "%41", count: 700), "1e308,1e308", "0,0,0", "0.5,0.5", "-0.0", "1e-320", "2.2250738585072011e-308",
    ]

    /// The limits of whole numbers and amounts, and their neighbours. `scripts/fuzzer/limits.py` tries more of them, field by field.
    static let limits: [String] = {
        let whole = [Int128(Int32.max), Int128(UInt32.max), 1 << 53, Int128(Int64.max), Int128(UInt64.max)]
        // An amount has 128 bits of 1e-18.
        let amounts = [5, 6, 7, 8].map { "170141183460469231731.68730371588410572\($0)" } + ["170141183460469231731.68730371"]
        let texts = whole.flatMap { [$0 - 1, $0, $0 + 1].map(\.description) } + amounts
        return texts + texts.map { "-\($0)" } + ["0.5" + String(repeating: "0", count: 29), "1e308", "5e-324"]
    }()

    mutating func text() -> String {
        let texts = random.index(below: 3) == 0 ? Self.limits : Self.texts
        return texts[random.index(below: texts.count)]
    }

    // MARK: Bytes

    mutating func spoil(_ bytes: inout [UInt8]) {
        for _ in 0...random.index(below: 4) { spoilOnce(&bytes) }
    }

    private mutating func spoilOnce(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes = Array(text().utf8) }
        let at = random.index(below: bytes.count)
        switch random.index(below: 9) {
        case 0: bytes[at] ^= 1 << UInt8(random.index(below: 8))
        case 1: bytes[at] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes.insert(contentsOf: text().utf8, at: at)
        case 3: bytes.removeSubrange(range(at, bytes.count))
        case 4: bytes.insert(contentsOf: bytes[range(at, bytes.count)], at: at)
        case 5: bytes.removeLast(bytes.count - at)
        case 6: bytes = Array(bytes[at...] + bytes[..<at])
        case 7: bytes.insert("{}[]\",:\\"[at % 8], at: at)
        default: replaceNumber(near: at, in: &bytes)
        }
    }

    private mutating func range(_ start: Int, _ count: Int) -> Range<Int> {
        start..<min(count, start + 1 + random.index(below: 40))
    }

    /// Replaces a number by an unusual one.
    private mutating func replaceNumber(near start: Int, in bytes: inout [UInt8]) {
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard let first = bytes[start...].firstIndex(where: isDigit) else { return }
        let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.endIndex
        bytes.replaceSubrange(first..<end, with: text().utf8)
    }

    // MARK: JSON

    /// Changes one value somewhere inside.
    mutating func spoil(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members) where !members.isEmpty && random.index(below: 5) > 0:
            let index = random.index(below: members.count)
            let member = members[index]
            switch random.index(below: 8) {
            case 0: members.remove(at: index)
            case 1: members[index] = .init(key: text(), value: member.value)
            case 2: members.append(.init(key: text(), value: member.value))
            default: members[index] = .init(key: member.key, value: spoil(member.value))
            }
            return .object(members)
        case .array(var values) where !values.isEmpty && random.index(below: 5) > 0:
            let index = random.index(below: values.count)
            switch random.index(below: 8) {
            case 0: values.remove(at: index)
            case 1: values.append(values[index])
            case 2: values.shuffle(using: &random)
            case 3: values.removeAll()
            default: values[index] = spoil(values[index])
            }
            return .array(values)
        default: return other(than: value)
        }
    }

    private static let numbers: [Double] = [
        0, -1, -0.0, 1e308, .leastNonzeroMagnitude, 9.1e15, 9_007_199_254_740_992, -1e18, 0.1, 2_147_483_648, 4_294_967_296, 0x1p63,
        -0x1p63, 0x1p64, 0x1p127 / 1e18, .greatestFiniteMagnitude,
    ]

    private mutating func other(than value: JSONValue) -> JSONValue {
        switch random.index(below: 9) {
        case 0: .null
        case 1: .boolean(true)
        case 2: .array([value])
        case 3: .object([.init(key: "a", value: value)])
        case 4: .number(Self.numbers[random.index(below: Self.numbers.count)])
        case 5: .array([])
        case 6: .object([])
        default: .string(text())
        }
    }
}

extension String {
    fileprivate subscript(index: Int) -> UInt8 { Array(utf8)[index] }
}
