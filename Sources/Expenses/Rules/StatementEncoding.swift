import Foundation
import Text

/// The encoding of a bank's file.
package enum StatementEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case windows1252 = "windows-1252"
    case windows1251 = "windows-1251"

    /// Returns the encodings in which a file is a text: one if there is no doubt, the likelier of two first, none if it is no text.
    static func readings(of bytes: [UInt8]) -> [StatementEncoding] {
        if bytes.contains(0) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return utf16.utf8(bytes) == nil ? [] : [.utf16]
        }
        if utf8.utf8(bytes) != nil { return [.utf8] }
        let texts = [windows1252, windows1251].compactMap { encoding in encoding.utf8(bytes).map { (encoding, $0) } }
        guard texts.count == 2, texts[0].1 != texts[1].1 else { return texts.prefix(1).map(\.0) }
        let (latin, cyrillic) = letters(bytes)
        if latin > 4 * cyrillic { return [.windows1252] }
        if cyrillic > 4 * latin { return [.windows1251] }
        return latin >= cyrillic ? [.windows1252, .windows1251] : [.windows1251, .windows1252]
    }

    /// Counts the bytes that look like letters of the West, single ones among ASCII letters, and like Cyrillic ones, which are together;
    /// with the signs that each alone has.
    private static func letters(_ bytes: [UInt8]) -> (latin: Int, cyrillic: Int) {
        func isLetter(_ index: Int) -> Bool {
            bytes.indices.contains(index) && (65...90).contains(bytes[index] & 0xDF)
        }
        var (latin, cyrillic, start) = (0, 0, 0)
        for index in 0...bytes.count {
            if index < bytes.count, bytes[index] >= 0xC0 { continue }
            let run = index - start
            if run >= 3 { cyrillic += run } else if run > 0, isLetter(start - 1) || isLetter(index) { latin += run }
            start = index + 1
            guard index < bytes.count else { break }
            if bytes[index] == 0x80 || bytes[index] == 0xA3 { latin += 1 }  // € and £
            if bytes[index] == 0x88 || bytes[index] == 0xB9 { cyrillic += 1 }  // € and №
        }
        return (latin, cyrillic)
    }

    /// Returns a text in UTF-8; nil if it is not in this encoding or has NUL characters.
    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .utf8: return bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
        case .utf16:
            // Without a byte order mark, the first character is in ASCII.
            let isMarked = bytes.count < 2 || (bytes[0] == 0) == (bytes[1] == 0)
            let text = UTF16Text.utf8(isMarked ? bytes : (bytes[0] == 0 ? [0xFE, 0xFF] : [0xFF, 0xFE]) + bytes)
            return text?.contains(0) == false ? text : nil
        case .windows1252: return Self.decoded(bytes, Self.latin)
        case .windows1251: return Self.decoded(bytes, Self.cyrillic)
        }
    }

    private static func decoded(_ bytes: [UInt8], _ table: [[UInt8]]) -> [UInt8]? {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            if byte < 0x80, byte > 0 {
                text.append(byte)
            } else {
                guard !table[Int(byte)].isEmpty else { return nil }
                text += table[Int(byte)]
            }
        }
        return text
    }

    private static let latin = (0...UInt8.max).map { byte -> [UInt8] in
        let scalar = Windows1252.scalar(byte)
        return byte == 0 || scalar == "\u{FFFD}" ? [] : Array(String(scalar).utf8)
    }
    private static let cyrillic = table(.windowsCP1251)

    /// The characters of all bytes; none for bytes without one.
    private static func table(_ encoding: String.Encoding) -> [[UInt8]] {
        (0...UInt8.max).map { byte in
            guard let text = String(bytes: [byte], encoding: encoding), let scalar = text.unicodeScalars.first,
                byte > 0, !(0x80...0x9F).contains(scalar.value)
            else { return [] }
            return Array(text.utf8)
        }
    }
}
