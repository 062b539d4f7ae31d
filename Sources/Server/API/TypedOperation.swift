import Access
import HTTPEdge
import HTTPTypes
import JSONText
import Records
import Store

/// An operation with a typed input and output. The edge calls it with bytes; pages call it with values.
///
/// Input fields with the name of a path parameter are read from the path, the others from the JSON body, or from the query of an
/// operation without one.
package struct TypedOperation<Input: Record, Output: Sendable>: TypedRoute {
    package typealias Work = @Sendable (Input, Call) async throws -> Output

    /// The operation as HTTP clients see it.
    package let operation: Operation
    package let input: Shape<Input>
    /// Performs the operation for a caller whose rights were checked.
    let perform: Work
    let answer: Answer

    /// How an output is sent, and how it is read from an answer that is stored with an idempotency key.
    package struct Answer: Sendable {
        fileprivate let answers: [Operation.Answer]
        fileprivate var parameters: [Parameter] = []
        let reply: @Sendable (Output, Call) throws -> Reply
        let output: @Sendable (Reply, Call) async throws -> Output
    }

    /// - Parameters:
    ///   - perform: must not wait for another computer after its first write; see `Store.answer(to:_:)`.
    package init(
        _ method: Operation.Method, _ path: String, _ words: OperationWords, need: Need, _ effect: OperationEffect = .ofMethod,
        answer: Answer, perform: @escaping Work
    ) {
        let effect: OperationEffect = effect == .ofMethod ? (method == .get ? .none : .write) : effect
        let shape = Shape<Input>()
        let members = shape.members
        let inPath = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        let others = members.filter { !inPath.contains($0.name) }
        var parameters = inPath.map { name in
            guard let member = members.first(where: { $0.name == name }) else { preconditionFailure("no field \(name) in \(path)") }
            return Parameter.path(name, member.schema, member.note ?? words.notes[name] ?? "")
        }
        var body: Operation.RequestBody?
        if method == .get || method == .delete || words.bytes != nil || words.hasQuery {
            parameters += others.map {
                Parameter.query($0.name, $0.schema, $0.note ?? "", isRequired: $0.isRequired, default: shape.defaults[$0.name])
            }
            body = words.bytes
        } else if !others.isEmpty {
            let object = Shape<Input>.schema(of: others)
            body = .json(Input.schemaName.map { .named($0, object) } ?? object)
            if let example = words.example { body = body?.showing(example) }
        }
        operation = Operation(
            method, path, id: words.id, tag: words.tag, words.summary, need: need,
            parameters: parameters + answer.parameters + words.headers, body: body, answers: answer.answers + words.refusals,
            isWrite: effect == .write, changesStore: effect != .none)
        (input, self.answer, self.perform) = (shape, answer, perform)
    }

    /// Reads texts by name, as forms and paths have them. An empty text of an optional field counts as none.
    ///
    /// - Throws: a ``Problem``, which has status 404 for a text in the path that cannot be a name.
    package func input(_ texts: [String: String]) throws(Problem) -> Input {
        do {
            return try input.value(texts: texts.map { (name: $0.key, text: $0.value) })
        } catch {
            let problem = Problem(error)
            guard operation.parameters.contains(where: { $0.place == .path && "/\($0.name)" == problem.field }) else {
                throw problem
            }
            throw Problem(
                .notFound, "not-found", problem.detail, field: problem.field, value: problem.value, accepted: problem.accepted)
        }
    }

    /// Adds the operation to the routes of HTTP.
    package func add(to api: inout API) {
        api.add(operation) { call in
            let members = call.values.map { JSONValue.Member(key: $0.name, value: $0.value) } + (call.body.members ?? [])
            let reply = try answer.reply(try await perform(try input.value(checked: .object(members)), call), call)
            // Answers to operators may not be cached anywhere.
            if case .operator = operation.need, reply.status != .noContent { return reply.with(.cacheControl, "no-store") }
            return reply
        }
    }
}

/// A typed operation of any input and output.
package protocol TypedRoute: Sendable {
    /// Adds the operation to the routes of HTTP.
    func add(to api: inout API)
}

extension API {
    /// Adds operations in this order.
    package mutating func add(_ operations: any TypedRoute...) { for operation in operations { operation.add(to: &self) } }
}

/// What an operation does to stored data.
package enum OperationEffect: Sendable {
    /// ``none`` for GET, ``write`` for all others.
    case ofMethod
    /// It reads and computes.
    case none
    /// It changes something, and an idempotency key gives the same answer again.
    case write
    /// It changes something, and takes no key: its answers contain secrets, or it may be repeated without harm.
    case writeWithoutKey
}

/// The documentation of an operation for HTTP clients, besides its input and output.
package struct OperationWords: Sendable {
    let id: String
    let tag: String
    let summary: String
    /// Descriptions of path parameters, by name.
    var notes: [String: String]
    var refusals: [Operation.Answer]
    /// An example of the body.
    var example: String?
    /// A body that is not JSON, which the operation finds in ``Call/bytes``.
    var bytes: Operation.RequestBody?
    /// Whether the input is in the query of a method that usually has a body.
    var hasQuery: Bool
    /// Headers that the operation finds in ``Call/headers``.
    var headers: [Parameter]

    package init(
        _ id: String, tag: String, _ summary: String, notes: [String: String] = [:], refusals: [Operation.Answer] = [],
        example: String? = nil, bytes: Operation.RequestBody? = nil, hasQuery: Bool = false, headers: [Parameter] = []
    ) {
        (self.id, self.tag, self.summary, self.notes) = (id, tag, summary, notes)
        (self.refusals, self.example, self.bytes) = (refusals, example, bytes)
        (self.hasQuery, self.headers) = (hasQuery, headers)
    }
}

// MARK: Answers

extension TypedOperation.Answer {
    /// Any answer.
    ///
    /// - Parameters:
    ///   - answers: its statuses, contents and headers.
    ///   - again: returns the output of a stored answer; nil if no answer is stored, because the operation is not keyed.
    package static func of(
        _ answers: Operation.Answer..., again: (@Sendable (JSONValue, Call) async throws -> Output)? = nil,
        reply: @escaping @Sendable (Output, Call) throws -> Reply
    ) -> Self {
        Self(answers: answers, reply: reply) { reply, call in
            guard let again else { throw Damage(detail: "a stored answer of an operation whose answers no page reads again") }
            return try await again(try reply.document, call)
        }
    }

    /// A JSON document.
    ///
    /// - Parameter again: returns the output of a stored document, for example by its id.
    package static func document(
        _ status: Int, _ note: String, _ schema: Schema, again: (@Sendable (JSONValue, Call) async throws -> Output)? = nil,
        write: @escaping @Sendable (Output, inout JSONWriter) -> Void
    ) -> Self {
        .of(.json(status, note, schema), again: again) { output, _ in
            Reply(HTTPResponse.Status(code: status)) { write(output, &$0) }
        }
    }
}

extension TypedOperation.Answer {
    /// A JSON document.
    package static func document(
        _ status: Int, _ note: String, _ document: Document<Output>,
        again: (@Sendable (JSONValue, Call) async throws -> Output)? = nil
    ) -> Self {
        .document(status, note, document.schema, again: again, write: document.write)
    }

    /// A list of documents, one page at a time.
    package static func pages<Element>(
        _ note: String, of document: Document<Element>, key: @escaping @Sendable (Element) -> String
    ) -> Self where Output == [Element] {
        .pages(note, of: document.schema, key: key, write: document.write)
    }
}

extension TypedOperation.Answer where Output: Record {
    /// A record as JSON; an answer without a body for a record without fields.
    package static func record(_ status: Int, _ note: String) -> Self {
        let shape = Shape<Output>()
        guard !shape.names.isEmpty else {
            return .of(.empty(status, note), again: { _, _ in try shape.value(checked: .object([])) }) { _, _ in .nothing }
        }
        return .document(status, note, shape.schema, again: { document, _ in try shape.value(checked: document) }) {
            shape.writeMembers(of: $0, &$1)
        }
    }
}

extension TypedOperation.Answer where Output: StoredRecord {
    /// A record of a table with an `id`, whose document may lack some of its fields.
    package static func stored(_ status: Int, _ note: String, in store: Store) -> Self {
        let shape = Shape<Output>()
        return .document(
            status, note, shape.schema,
            again: { document, _ in
                let id = try document.id
                let rows = try await store.reading { try $0.rows(Output.self, "WHERE id = ?", id) }
                guard let row = rows.first else { throw Damage(detail: "\(id) is in a stored answer, but not in its table") }
                return row
            }, write: { shape.writeMembers(of: $0, &$1) })
    }
}

extension TypedOperation.Answer {
    /// A list, one page at a time.
    ///
    /// - Parameter key: the text that a cursor is made from, different for each element.
    package static func pages<Element>(
        _ note: String, of schema: Schema, key: @escaping @Sendable (Element) -> String,
        write: @escaping @Sendable (Element, inout JSONWriter) -> Void
    ) -> Self where Output == [Element] {
        var answer = Self.of(.json(200, note, Pagination.schema(of: schema))) { elements, call in
            let (page, next) = try Pagination.of(elements, call, key: key)
            return Reply { Pagination.write(page, next, &$0, write) }
        }
        answer.parameters = Pagination.parameters
        return answer
    }

    /// A list of records, one page at a time.
    package static func pages<Element: Record>(
        _ note: String, key: @escaping @Sendable (Element) -> String
    ) -> Self where Output == [Element] {
        let shape = Shape<Element>()
        return .pages(note, of: shape.schema, key: key) { shape.writeMembers(of: $0, &$1) }
    }
}

extension JSONValue {
    /// The id in a stored answer.
    package var id: String {
        get throws {
            guard let id = self["id"]?.string else { throw Damage(detail: "a stored answer has no id") }
            return id
        }
    }
}

extension Reply {
    /// The JSON document of the answer; null if there is none.
    package var document: JSONValue {
        get throws {
            guard case .bytes(let bytes) = body else { return .null }
            return try JSONValue(parsing: Array(bytes.readableBytesView))
        }
    }
}

// MARK: Use cases in one transaction

extension TypedOperation {
    /// An operation that changes something in one transaction.
    package init(
        _ method: Operation.Method, _ path: String, _ words: OperationWords, need: Need, _ effect: OperationEffect = .write,
        answer: Answer, in store: Store, write: @escaping @Sendable (inout Change, Caller, Input) throws -> Output
    ) {
        self.init(method, path, words, need: need, effect, answer: answer) { input, call in
            let caller = Caller(call.caller)
            return try await store.change { try write(&$0, caller, input) }
        }
    }

    /// An operation that reads one consistent state.
    package init(
        _ path: String, _ words: OperationWords, need: Need, answer: Answer, in store: Store,
        read: @escaping @Sendable (borrowing Reading, Caller, Input) throws -> Output
    ) {
        self.init(.get, path, words, need: need, answer: answer) { input, call in
            let caller = Caller(call.caller)
            return try await store.refusing { try read($0, caller, input) }
        }
    }
}

extension Caller {
    fileprivate init(_ principal: Principal) { self.init(owner: principal.owner, person: principal.standing?.person) }
}

extension Refusal: ProblemConvertible {
    package var problem: Problem {
        Problem(
            status, code, detail, field: field, value: value.map { .string($0) }, accepted: accepted,
            retryAfterSeconds: retryAfterSeconds)
    }

    private var status: HTTPResponse.Status {
        switch kind {
        case .forbidden: .forbidden
        case .missing: .notFound
        case .conflict: .conflict
        case .invalid: .unprocessableContent
        case .tooMuch: .tooManyRequests
        }
    }
}
