/// Converts names and labels to the exposition format.
enum MetricName {
    /// Returns a name of the form `[a-zA-Z_:][a-zA-Z0-9_:]*`, with other characters replaced by `_`.
    static func family(_ label: String) -> String { sanitised(label, colon: true) }

    /// Returns labels sorted by name, escaped and joined, without braces. Equal label sets have equal texts, regardless of
    /// their order.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { (label($0.0), $0.1) }.sorted { $0.0 < $1.0 }
            .map { "\($0.0)=\"\(escaped($0.1, quote: true))\"" }.joined(separator: ",")
    }

    /// Returns a valid label name. `le` is reserved for histograms.
    private static func label(_ name: String) -> String {
        let name = sanitised(name, colon: false)
        return name == "le" ? "le_" : name
    }

    private static func sanitised(_ text: String, colon: Bool) -> String {
        var bytes = text.utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): byte
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            case UInt8(ascii: ":") where colon: byte
            default: UInt8(ascii: "_")
            }
        }
        if let first = bytes.first { if first < UInt8(ascii: ":") { bytes.insert(UInt8(ascii: "_"), at: 0) } } else { return "_" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes a label's value, or with `quote` false the text of a HELP line.
    static func escaped(_ text: String, quote: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quote: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
