/// Names and labels as the exposition format accepts them.
enum MetricName {
    /// `[a-zA-Z_:][a-zA-Z0-9_:]*`: other characters become `_`.
    static func family(_ label: String) -> String { sanitised(label, colon: true) }

    /// Labels sorted by name, escaped and joined, without braces: equal sets have equal texts in whatever order they are given.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { (label($0.0), $0.1) }.sorted { $0.0 < $1.0 }
            .map { "\($0.0)=\"\(escaped($0.1, quote: true))\"" }.joined(separator: ",")
    }

    /// `le` is the histograms' own.
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

    /// A label's value, or with `quote` false the text of a HELP line.
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
