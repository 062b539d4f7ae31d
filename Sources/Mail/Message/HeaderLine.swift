/// A header field (RFC 5322) from texts that may contain anything: text other than plain ASCII becomes encoded words (RFC 2047),
/// and nothing in a text can end the line.
struct HeaderLine {
    private let name: String
    /// The parts between which the line may be folded.
    private var words: [String] = []

    init(_ name: String) { self.name = name }

    /// Adds our own text in ASCII, such as an address. It is not folded.
    func adding(token: String) -> HeaderLine { adding([token]) }

    /// Adds free text, as in `Subject`.
    func adding(text: String) -> HeaderLine {
        let text = CleanText.line(text)
        return adding(Self.isPlain(text) ? text.split(separator: " ").map(String.init) : Self.encodedWords(text))
    }

    /// Adds the name of a person, as before an address in angle brackets.
    func adding(displayName: String) -> HeaderLine {
        let name = CleanText.line(displayName)
        if name.isEmpty { return self }
        if name.utf8.allSatisfy(Self.isLetterDigitOrSpace) { return adding(text: name) }
        // A quoted name is not folded.
        return adding(Self.isPlain(name) && name.utf8.count <= 60 ? [Self.quoted(name)] : Self.encodedWords(name))
    }

    /// The field with its CRLF, in lines of at most 78 characters; only a single token may be longer.
    var text: String {
        var (lines, line) = ("", "\(name):")
        for word in words {
            if line.utf8.count + 1 + word.utf8.count > 76 {
                lines += line + "\r\n"
                line = ""
            }
            line += " " + word
        }
        return lines + line + "\r\n"
    }

    private func adding(_ words: [String]) -> HeaderLine {
        var line = self
        line.words += words
        return line
    }

    /// Printable ASCII that no reader can take for an encoded word, and that can be folded or need not be.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
            && text.utf8.split(separator: 0x20).allSatisfy { $0.count <= 60 }
    }

    private static func isLetterDigitOrSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20: true
        default: false
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }

    /// Each word has whole scalars, since readers decode the words one by one. Readers join neighbours without a space.
    private static func encodedWords(_ text: String) -> [String] {
        var (words, part) = ([String](), [UInt8]())
        for scalar in text.unicodeScalars {
            let bytes = Array(UTF8.encode(scalar)!)
            if part.count + bytes.count > 39 {
                words.append(encodedWord(part))
                part = []
            }
            part += bytes
        }
        return words + [encodedWord(part)]
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String { "=?UTF-8?B?\(Base64.encode(bytes))?=" }
}
