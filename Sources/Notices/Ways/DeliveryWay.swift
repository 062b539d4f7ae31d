import JSONText
import Records

/// A way in which people are told outside the app.
package enum DeliveryWay: String, FieldChoice {
    /// To the address of the account.
    case mail
    /// A signed POST to a program of the person.
    case webhook
    /// A topic of an ntfy server.
    case ntfy
    /// An application of a Gotify server.
    case gotify
    /// The browsers in which the person has allowed it, by web push.
    case push
}

/// The kinds of notices that go one way: a list in documents, a text with commas in the database.
package struct NoticeKinds: Equatable, Sendable {
    package let kinds: [InboxNotice.Kind]

    package init(_ kinds: [InboxNotice.Kind]) { self.kinds = InboxNotice.Kind.chosen.filter(kinds.contains) }

    package static let none = NoticeKinds([])

    package func contains(_ kind: InboxNotice.Kind) -> Bool { kinds.contains(kind) }
}

extension NoticeKinds: FieldValue {
    private static let names = InboxNotice.Kind.chosen.map(\.rawValue)

    package static var schema: Schema { .array(.choice(names), count: 0...names.count) }
    package static var columnType: String { String.columnType }
    package static var example: NoticeKinds { .none }

    package func write(_ writer: inout JSONWriter) {
        writer.array { writer in for kind in kinds { writer.string(kind.rawValue) } }
    }

    package static func from(json: JSONValue) -> NoticeKinds? {
        guard let values = json.array else { return nil }
        let kinds = values.compactMap { $0.string.flatMap(InboxNotice.Kind.init(rawValue:)) }
        return kinds.count == values.count ? NoticeKinds(kinds) : nil
    }

    package var text: String { kinds.map(\.rawValue).joined(separator: ",") }
    package var storedValue: StoredValue { text.storedValue }

    package init?(_ value: StoredValue) {
        guard let text = String(value) else { return nil }
        self.init(text.split(separator: ",").compactMap { InboxNotice.Kind(rawValue: String($0)) })
    }
}

/// A secret of a person: documents only say whether there is one.
package struct KeptSecret: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Empty for none.
    let secret: String

    init(_ secret: String) { self.secret = secret }

    static let none = KeptSecret("")

    package var isSet: Bool { !secret.isEmpty }
    /// `[secret]`.
    package var description: String { isSet ? "[secret]" : "" }
    /// An empty mirror, so that reflection does not reveal the secret.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension KeptSecret: FieldValue {
    package static var schema: Schema { .boolean }
    package static var columnType: String { String.columnType }
    package static var example: KeptSecret { .none }
    package func write(_ writer: inout JSONWriter) { writer.boolean(isSet) }

    /// A document does not have the secret, so it is never read from one.
    package static func from(json: JSONValue) -> KeptSecret? { Bool.from(json: json).map { _ in .none } }
    package var text: String { isSet.text }
    package var storedValue: StoredValue { secret.storedValue }

    package init?(_ value: StoredValue) {
        guard let text = String(value) else { return nil }
        self.init(text)
    }
}
