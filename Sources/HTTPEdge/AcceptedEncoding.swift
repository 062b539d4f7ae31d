/// Parses an Accept-Encoding header for gzip (RFC 9110, section 12.5.3).
enum AcceptedEncoding {
    /// Whether the client accepts gzip: named, or covered by `*`, with a weight above 0 and not below that of `identity`.
    static func allowsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        var (gzip, identity, others): (Double?, Double?, Double?) = (nil, nil, nil)
        for element in header.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = element.split(separator: UInt8(ascii: ";"))
            guard let coding = parts.first.map(trimmed) else { continue }
            let weight = parts.dropFirst().map(trimmed).first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            switch coding {
            case "gzip", "x-gzip": gzip = weight
            case "identity": identity = weight
            case "*": others = weight
            default: break
            }
        }
        let weight = gzip ?? others ?? 0
        return weight > 0 && weight >= identity ?? 0
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") { text = text.dropLast() }
        return Substring(text).lowercased()
    }
}
