/// Turns a text from outside into one harmless line.
enum CleanText {
    /// Values are cut here: enough for names and devices, and a mail stays small.
    static let longest = 200

    /// Returns the text in one line: controls, line breaks and runs of spaces become one space; marks that change the direction
    /// of text, with which a name could rearrange a line, are removed.
    static func line(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var (count, spaceIsDue) = (0, false)
        for scalar in text.unicodeScalars where !isDirectionMark(scalar) {
            if isSpace(scalar) {
                spaceIsDue = count > 0
                continue
            }
            guard count < longest else {
                result.append("…")
                break
            }
            if spaceIsDue { result.append(" ") }
            spaceIsDue = false
            result.append(scalar)
            count += 1
        }
        return String(result)
    }

    /// Returns a name for a greeting; nil if it is empty or if a mail program may show part of it as a link: a stranger can sign up
    /// with another person's address, and must not advertise a page to that person through us.
    static func greetingName(_ name: String) -> String? {
        let name = line(name)
        let scalars = Array(name.unicodeScalars)
        guard (1...60).contains(scalars.count) else { return nil }
        for (index, scalar) in scalars.enumerated() {
            if "/\\:@<>".unicodeScalars.contains(scalar) { return nil }
            // A dot within a word: "J. Smith" is a name, "example.org" is not.
            if isDot(scalar), index + 1 < scalars.count, scalars[index + 1] != " " { return nil }
        }
        return name
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
        default: false
        }
    }

    private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The dots that separate the labels of a domain name (UTS #46).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool { [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value) }
}
