import APIKit
import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import Languages
import Market
import NIOCore
import People
import Platform
import Store

/// A request for a page: the caller, the page, and the preferences for showing it.
package final class Visit: Sendable {
    package let request: Request
    package let context: CallContext
    /// An anonymous caller (`anonymous`) if a page needs no rights.
    package let caller: Principal
    /// The account of the signed-in person; nil without accounts.
    package let person: Person?
    package let preferences: Preferences
    package let words: Words
    package let host: PageHost
    /// The places of the navigation, by group.
    package let places: [Page.Place]
    /// The token of forms.
    let formToken: String
    /// The number of the caller's tasks that wait or run.
    package let openTasks: Int
    /// The number of notices that the caller has not read.
    package let unreadNotices: Int
    /// Whether the page has an anonymous form, and whether it is shown in it.
    let copy: OfflineCopies.Copy
    private let queryValues: [(name: String, value: String)]

    init(
        _ request: Request, _ context: CallContext, caller: Principal, person: Person?, preferences: Preferences, words: Words,
        host: PageHost, places: [Page.Place], formToken: String, openTasks: Int = 0, unreadNotices: Int = 0,
        copy: OfflineCopies.Copy = .none
    ) {
        (self.request, self.context, self.caller, self.person) = (request, context, caller, person)
        (self.preferences, self.words, self.host) = (preferences, words, host)
        (self.places, self.formToken, self.openTasks, self.unreadNotices, self.copy) = (
            places, formToken, openTasks, unreadNotices, copy
        )
        queryValues = URLForm.pairs(request.uri.query ?? "")
    }

    package var format: Conventions { words.format }

    /// The query as the fields of the form that it fills in.
    package var fields: Fields { Fields(queryValues) }

    /// Returns a value of the query; nil if it is missing or empty.
    package func query(_ name: String) -> String? { queryValues.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// Returns all values of a name in the query.
    package func queries(_ name: String) -> [String] { queryValues.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

    /// Returns a part of the path.
    package func path(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return URLForm.decoded(text[...], isQuery: false) ?? text
    }

    /// Returns a choice from the query, or the first one.
    package func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String, default fallback: Value) -> Value {
        query(name).flatMap(Value.init(rawValue:)) ?? fallback
    }

    /// Performs an operation with an input whose texts were checked.
    private func perform<Input, Output>(
        _ operation: TypedOperation<Input, Output>, _ input: Input, bytes: ByteBuffer = ByteBuffer(), type: String? = nil,
        key: String? = nil
    ) async throws -> Output {
        try await waiting {
            try await host.operations.output(
                of: operation, input, bytes: bytes, type: type, key: key, formToken: formToken, request, context)
        }
    }

    /// Performs an operation with texts by the names of its input's fields, under the operation's limits.
    ///
    /// - Parameters:
    ///   - texts: of a path or a form; nil and an empty text of an optional field count as none.
    ///   - bytes: the body of an operation that takes bytes.
    ///   - type: the media type of `bytes`.
    ///   - key: prevents a form that is sent twice from taking effect twice.
    /// - Throws: whatever the operation throws; `Problem(error)` says what to show.
    package func perform<Input, Output>(
        _ operation: TypedOperation<Input, Output>, _ texts: KeyValuePairs<String, String?>, bytes: ByteBuffer = ByteBuffer(),
        type: String? = nil, key: String? = nil
    ) async throws -> Output {
        let given = texts.compactMap { name, text in text.map { (name: name, text: $0) } }
        return try await perform(operation, given, bytes: bytes, type: type, key: key)
    }

    /// Performs an operation with texts; an error of one field comes with those of the others.
    package func perform<Input, Output>(
        _ operation: TypedOperation<Input, Output>, _ texts: [(name: String, text: String)], bytes: ByteBuffer = ByteBuffer(),
        type: String? = nil, key: String?
    ) async throws -> Output {
        let input = try operation.input(texts)
        do {
            return try await perform(operation, input, bytes: bytes, type: type, key: key)
        } catch {
            throw operation.joining(error, texts)
        }
    }

    /// Returns what an operation would not accept in texts, before anything else is checked.
    package func faults<Input, Output>(
        of operation: TypedOperation<Input, Output>, _ texts: KeyValuePairs<String, String?>
    ) -> InvalidInput? {
        operation.faults(texts.compactMap { name, text in text.map { (name: name, text: $0) } })
    }

    /// Returns what an operation would not accept in the fields of a form that have the names of its input's fields.
    package func faults<Input, Output>(of operation: TypedOperation<Input, Output>, _ fields: Fields) -> InvalidInput? {
        operation.faults(operation.input.names.map { (name: $0, text: fields[$0]) })
    }

    /// Performs an operation with the fields of a form that have the names of its input's fields.
    package func perform<Input, Output>(_ operation: TypedOperation<Input, Output>, _ fields: Fields) async throws -> Output {
        let texts = operation.input.names.map { (name: $0, text: fields[$0]) }
        return try await perform(operation, texts, key: fields.key)
    }

    /// Performs an operation without input, or whose input is a body of bytes.
    package func perform<Output>(
        _ operation: TypedOperation<Nothing, Output>, bytes: ByteBuffer = ByteBuffer(), type: String? = nil, key: String? = nil
    ) async throws -> Output {
        try await perform(operation, Nothing(), bytes: bytes, type: type, key: key)
    }

    /// A form that was sent twice at once gets the same answer twice: a page that said "wait" would have a form with a new key.
    private func waiting<Output>(_ perform: () async throws -> Output) async throws -> Output {
        for _ in 0..<Self.turns {
            do {
                return try await perform()
            } catch  where Problem(error).code == "in-progress" {
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        return try await perform()
    }

    /// How often a form waits for its other submission; 10 s in all.
    private static let turns = 50
}
