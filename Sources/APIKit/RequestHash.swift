import Digests
import HTTPTypes
import JSONText
import NIOCore
import Records

/// Decides whether two writes with the same key are the same request.
///
/// The hash is stored in the database for a day, so it must be useless to an attacker who has only the database. A card number
/// whose network and last four digits are known can be found from a plain hash by trying all the others, and a slow or salted hash
/// only takes longer. Secrets are therefore left out of the hash. A key outside the database would work too, but one person's
/// server has no keyring, and a key that changes with a restart would refuse the retry of an interrupted write.
///
/// The price is that two requests with one key count as the same if they differ only in their secrets.
struct RequestHash {
    /// SHA-256 of method, place, content type, condition and body; 64 hexadecimal digits.
    let text: String
    /// Whether parts of the body may be left out of the hash.
    let leavesOutSecrets: Bool

    init(_ call: Call, _ operation: Operation) {
        let condition = call.headers[.ifMatch].map { " \($0)" } ?? ""
        let head = "\(operation.method.rawValue) \(call.place) \(call.headers[.contentType] ?? "")\(condition)\n"
        var body = Array(call.bytes.readableBytesView)
        let schema = operation.body?.secretSchema
        leavesOutSecrets = schema != nil
        if let schema {
            var writer = JSONWriter()
            writer.value(schema.withoutSecrets(call.body))
            body = writer.bytes
        }
        text = SHA256.hexadecimal(of: Array(head.utf8) + body)
    }
}

extension Operation.RequestBody {
    /// The schema of a checked body that may contain secrets; nil for all other bodies.
    var secretSchema: Schema? { reading == .checked && contents[0].schema.hasSecrets ? contents[0].schema : nil }
}

extension Schema {
    /// Whether a value may contain a secret.
    fileprivate var hasSecrets: Bool {
        switch self {
        case .string(let rule): rule.isSecret
        case .named(_, let schema), .nullable(let schema), .map(let schema), .array(let schema, _): schema.hasSecrets
        case .object(let members): members.contains { $0.schema.hasSecrets }
        case .variants(_, let variants): variants.contains { $0.members.contains { $0.schema.hasSecrets } }
        case .either(let schemas): schemas.contains(where: \.hasSecrets)
        default: false
        }
    }

    /// Returns a checked value with each secret replaced by ``Text/shownPart(of:)`` or null.
    fileprivate func withoutSecrets(_ value: JSONValue) -> JSONValue {
        guard hasSecrets else { return value }
        return switch (self, value) {
        case (.string(let rule), .string(let text)): .string(rule.shownPart(of: text))
        case (.named(_, let schema), _), (.nullable(let schema), _): schema.withoutSecrets(value)
        case (.array(let element, _), .array(let values)): .array(values.map { element.withoutSecrets($0) })
        case (.map(let schema), .object(let found)):
            .object(found.map { JSONValue.Member(key: $0.key, value: schema.withoutSecrets($0.value)) })
        case (.object(let members), .object(let found)): Self.withoutSecrets(found, members)
        case (.variants(let discriminator, let variants), .object(let found)):
            variants.first { $0.name == value[discriminator]?.string }.map { Self.withoutSecrets(found, $0.members) } ?? .null
        default: .null
        }
    }

    private static func withoutSecrets(_ found: [JSONValue.Member], _ members: [Member]) -> JSONValue {
        .object(
            found.map { member in
                guard let schema = members.first(where: { $0.name == member.key })?.schema else { return member }
                return JSONValue.Member(key: member.key, value: schema.withoutSecrets(member.value))
            })
    }
}

extension Schema.Text {
    /// The last four letters and digits of a card or account number, which the owner sees in lists and the database stores anyway:
    /// they reveal that a key is used again for another card. Secrets that may be short, such as a code or a PIN, show nothing.
    fileprivate func shownPart(of secret: String) -> String {
        guard length.lowerBound >= 8 else { return "" }
        return String(secret.filter { $0.isLetter || $0.isNumber }.suffix(4))
    }
}
