import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Languages
import Market
import NIOCore
import People
import Platform
import Server
import Store

/// A request for a page: the caller, the page, and the preferences for showing it.
final class Visit: Sendable {
    let request: Request
    let context: CallContext
    /// An anonymous caller (`anonymous`) if a page needs no rights.
    let caller: Principal
    /// The account of the signed-in person; nil without accounts.
    let person: Person?
    let preferences: Preferences
    let words: Words
    let host: PageHost
    /// The token of forms.
    let formToken: String
    /// The number of the caller's tasks that wait or run.
    let openTasks: Int
    /// Whether the page has an anonymous form, and whether it is shown in it.
    let copy: OfflineCopies.Copy
    private let queryValues: [(name: String, value: String)]

    init(
        _ request: Request, _ context: CallContext, caller: Principal, person: Person?, preferences: Preferences, words: Words,
        host: PageHost, formToken: String, openTasks: Int = 0, copy: OfflineCopies.Copy = .none
    ) {
        (self.request, self.context, self.caller, self.person) = (request, context, caller, person)
        (self.preferences, self.words, self.host) = (preferences, words, host)
        (self.formToken, self.openTasks, self.copy) = (formToken, openTasks, copy)
        queryValues = URLForm.pairs(request.uri.query ?? "")
    }

    var format: Conventions { words.format }

    /// Returns a value of the query; nil if it is missing or empty.
    func query(_ name: String) -> String? { queryValues.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// Returns all values of a name in the query.
    func queries(_ name: String) -> [String] { queryValues.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

    /// Returns a part of the path.
    func path(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return URLForm.decoded(text[...], isQuery: false) ?? text
    }

    /// Returns a choice from the query, or the first one.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String, default fallback: Value) -> Value {
        query(name).flatMap(Value.init(rawValue:)) ?? fallback
    }

    /// Performs an operation of the API for a form. See ``PageOperations``.
    func perform(
        _ id: String, path: [String: String] = [:], query: [(name: String, value: String)] = [], _ body: JSONValue? = nil,
        bytes: (bytes: ByteBuffer, type: String)? = nil, key: String? = nil, outlivesRequest: Bool = false
    ) async throws -> Reply {
        var submission = PageOperations.Submission()
        (submission.path, submission.query, submission.body, submission.bytes) = (path, query, body, bytes)
        (submission.key, submission.formToken, submission.outlivesRequest) = (key, formToken, outlivesRequest)
        // A form that was sent twice at once gets the same answer twice: a page that said "wait" would have a form with a new key.
        for _ in 0..<Self.turns {
            do {
                return try await host.operations.reply(of: id, to: submission, request, context)
            } catch  where Problem(error).code == "in-progress" {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        return try await host.operations.reply(of: id, to: submission, request, context)
    }

    /// Performs an operation with values.
    ///
    /// - Throws: a `Refusal`; a ``Problem``.
    func perform<Input, Output>(
        _ operation: TypedOperation<Input, Output>, _ input: Input, key: String? = nil, in store: Store
    ) async throws -> Output {
        try await host.operations.output(
            of: operation, input, key: key, formToken: formToken, in: store, request, context)
    }

    /// Performs an operation with the values typed into a form, under the operation's limits.
    ///
    /// - Throws: a `Refusal`; a ``Problem``.
    func perform<Input, Output>(
        _ operation: TypedOperation<Input, Output>, _ fields: Fields, in store: Store
    ) async throws -> Output {
        let texts = operation.input.names.map { (name: $0, text: fields[$0]) }
        return try await perform(operation, operation.input.value(texts: texts), key: fields.key, in: store)
    }

    /// How often a form waits for its other submission; 10 s in all.
    private static let turns = 50
}

extension JSONValue {
    /// An object of the members that are not nil.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }

    /// A string; nil for an empty one.
    static func text(_ text: String?) -> JSONValue? { text.flatMap { $0.isEmpty ? nil : .string($0) } }
}
