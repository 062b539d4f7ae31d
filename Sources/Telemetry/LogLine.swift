import JSONText
import Logging

/// Formats a log event as bytes.
enum LogLine {
    /// Metadata that become members of the line itself.
    private static let lifted = ["request_id", "trace_id", "span_id"]
    /// Hummingbird's own request id, which is not visible outside.
    private static let superseded = "hb.request.id"

    static func json(time: String, label: String, event: LogEvent, fields: Logger.Metadata) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", time)
            writer.member("level", event.level.rawValue)
            writer.member("logger", label)
            writer.member("message", event.message.description)
            for name in lifted { if let value = fields[name] { writer.member(name, value.description) } }
            if let error = event.error { writer.member("error", "\(error)") }
            let rest = rest(fields)
            guard !rest.isEmpty else { return }
            writer.key("metadata")
            members(rest, &writer)
        }
        writer.newline()
        return writer.bytes
    }

    /// Formats `14:30:00.123 info  server: message  key=value …`. Control characters are escaped rather than sent to the terminal.
    static func text(time: String, label: String, event: LogEvent, fields: Logger.Metadata) -> [UInt8] {
        let level = event.level.rawValue
        var line = "\(time.dropFirst(11).dropLast()) \(level)\(String(repeating: " ", count: max(8 - level.count, 0))) \(label): "
        line += printable(event.message.description)
        if let error = event.error { line += "  error=\(printable("\(error)"))" }
        for name in lifted { if let value = fields[name] { line += "  \(name)=\(printable(value.description))" } }
        for (key, value) in rest(fields) { line += "  \(printable(key))=\(printable(shown(key, value)))" }
        return Array(line.utf8) + [UInt8(ascii: "\n")]
    }

    private static func rest(_ fields: Logger.Metadata) -> [(key: String, value: Logger.MetadataValue)] {
        fields.filter { !lifted.contains($0.key) && !($0.key == superseded && fields["request_id"] != nil) }
            .sorted { $0.key < $1.key }
    }

    private static func members(_ fields: [(key: String, value: Logger.MetadataValue)], _ writer: inout JSONWriter) {
        writer.object { writer in
            for (key, value) in fields {
                writer.key(key)
                if Secrets.isSecret(key: key) { writer.string(Secrets.replacement) } else { Self.value(value, &writer) }
            }
        }
    }

    private static func value(_ value: Logger.MetadataValue, _ writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(Secrets.isSecret(value: text) ? Secrets.replacement : text)
        case .stringConvertible(let number as Int): writer.integer(number)
        case .stringConvertible(let number as Double): writer.number(number)
        case .stringConvertible(let flag as Bool): writer.boolean(flag)
        case .stringConvertible(let other): Self.value(.string(other.description), &writer)
        case .dictionary(let fields): members(fields.sorted { $0.key < $1.key }, &writer)
        case .array(let values): writer.array { writer in for element in values { Self.value(element, &writer) } }
        }
    }

    private static func shown(_ key: String, _ value: Logger.MetadataValue) -> String {
        if Secrets.isSecret(key: key) { return Secrets.replacement }
        switch value {
        case .string(let text): return Secrets.isSecret(value: text) ? Secrets.replacement : text
        case .stringConvertible(let other): return shown(key, .string(other.description))
        case .dictionary(let fields):
            return "{\(fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(shown($0.key, $0.value))" }.joined(separator: " "))}"
        case .array(let values): return "[\(values.map { shown(key, $0) }.joined(separator: " "))]"
        }
    }

    /// Escapes control characters, so that texts from clients cannot forge log lines or colour a terminal.
    private static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isControl(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
