import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JSONText
import Market
import NIOCore

/// A request whose parameters and body have been checked against its operation.
package struct Call: Sendable {
    package let caller: Principal
    package let context: CallContext
    package let headers: HTTPFields
    /// The idempotency key, unique within its owner.
    package var idempotencyKey: String?
    /// The checked body of a JSON request.
    package var body: JSONValue = .null
    /// The bytes of the body.
    package var bytes = ByteBuffer()
    /// The body as a stream, for operations that read it themselves.
    package var stream: RequestBody
    /// The host and port that the client addressed.
    package let authority: String?
    /// What is asked: path and query as the client wrote them, or the operation that a page performs.
    package var place: String
    package let values: [(name: String, value: JSONValue)]

    package init(
        caller: Principal, context: CallContext, headers: HTTPFields, idempotencyKey: String? = nil, body: JSONValue = .null,
        bytes: ByteBuffer = ByteBuffer(), stream: RequestBody, authority: String?, place: String,
        values: [(name: String, value: JSONValue)]
    ) {
        (
            self.caller, self.context, self.headers, self.idempotencyKey, self.body, self.bytes, self.stream, self.authority,
            self.place, self.values
        ) = (caller, context, headers, idempotencyKey, body, bytes, stream, authority, place, values)
    }

    /// The media type of the body in lower case, without parameters; nil if the client gives none.
    package var contentType: String? {
        headers[.contentType].map { String($0.prefix { $0 != ";" && $0 != " " && $0 != "\t" }).lowercased() }
    }

    package subscript(name: String) -> JSONValue? { values.first { $0.name == name }?.value }

    package func text(_ name: String) -> String? { self[name]?.string }
    package func integer(_ name: String) -> Int? { self[name]?.integer }
    package func flag(_ name: String) -> Bool { self[name] == .boolean(true) }
    package func day(_ name: String) -> Day? { text(name).flatMap { Day(iso: $0) } }
    package func choice<Choice: RawRepresentable<String>>(_ name: String) -> Choice? {
        text(name).flatMap { Choice(rawValue: $0) }
    }

    package func texts(_ name: String) -> [String]? { self[name]?.array?.compactMap(\.string) }

    /// Returns a parameter that its operation requires or gives a default.
    package func required<Value>(_ name: String, _ read: (Call) -> (String) -> Value?) -> Value {
        guard let value = read(self)(name) else { preconditionFailure("the operation does not require \(name)") }
        return value
    }

    /// Checks `If-Match` before a write.
    ///
    /// - Throws: a ``Problem`` of status 412 if it does not contain the current tag.
    package func requireMatch(_ tag: String) throws(Problem) {
        guard let list = headers[.ifMatch], !EntityTag.matches(list, tag, isWeak: false) else { return }
        throw notMatched(tag)
    }

    /// Returns the problem for an `If-Match` tag that is no longer current.
    package func notMatched(_ tag: String? = nil) -> Problem {
        Problem(
            .preconditionFailed, "changed-meanwhile", "this has changed since you read it; read it again before you change it",
            field: "If-Match", value: headers[.ifMatch].map(JSONValue.string), accepted: tag)
    }
}
