import Access
import Digests
import HTTPEdge
import HTTPTypes
import JSONText
import Records
import Store

/// An operation with a typed input and output. The edge calls it with bytes; pages, tests and other callers with values.
///
/// Input fields with the name of a path parameter are read from the path, the others from the body. A write stores the answer of
/// its idempotency key in the same transaction.
package struct TypedOperation<Input: Record, Output: Sendable>: Sendable {
    typealias Work = @Sendable (Input, Caller, WriteKey?, Store) async throws -> WriteAnswer<Output>

    /// The operation as HTTP clients see it.
    package let operation: Operation
    package let input: Shape<Input>
    private let work: Work
    private let reply: @Sendable (Output, Call) throws -> Reply

    /// The documentation for HTTP clients, besides input and output.
    package struct Words: Sendable {
        let id: String
        let tag: String
        let summary: String
        /// The status and the description of the answer.
        let answer: (status: Int, note: String)
        /// Descriptions of path parameters, by name.
        var notes: [String: String] = [:]
        var refusals: [Operation.Answer] = []
        /// An example of the body.
        var example: String?
    }

    private init(
        _ method: Operation.Method, _ path: String, _ words: Words, _ need: Need, isKeyed: Bool, contents: Schema?,
        parameters: [Parameter] = [], work: @escaping Work, reply: @escaping @Sendable (Output, Call) throws -> Reply
    ) {
        let input = Shape<Input>()
        let pathNames = Self.pathNames(path)
        let members = Schema.members(input.schema)
        var body: Operation.RequestBody?
        let sent = members.filter { !pathNames.contains($0.name) }
        if !sent.isEmpty {
            body = .json(.object(sent))
            if let example = words.example { body = body?.showing(example) }
        }
        let (status, note) = words.answer
        operation = Operation(
            method, path, id: words.id, tag: words.tag, words.summary, need: need,
            parameters: pathNames.map { name in
                guard let member = members.first(where: { $0.name == name }) else {
                    preconditionFailure("no field \(name) in \(path)")
                }
                return .path(name, member.schema, words.notes[name] ?? "")
            } + parameters, body: body,
            answers: [contents.map { .json(status, note, $0) } ?? .empty(status, note)] + words.refusals, isWrite: isKeyed)
        (self.input, self.work) = (input, work)
        self.reply = { output, call in
            let reply = try reply(output, call)
            // Answers to operators may not be cached anywhere.
            if case .operator = need, reply.status != .noContent { return reply.with(.cacheControl, "no-store") }
            return reply
        }
    }

    private static func pathNames(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    // MARK: Calls

    /// Executes the operation for a caller whose rights were checked.
    ///
    /// - Parameter key: prevents a write that is sent twice from taking effect twice; ignored if the operation takes no key.
    /// - Throws: a `Refusal`, unless it is stored with the key and therefore returned; a ``Problem`` for a key that cannot be used.
    package func callAsFunction(
        _ value: Input, by caller: Principal, key: String? = nil, in store: Store
    ) async throws -> WriteAnswer<Output> {
        do {
            let key = operation.isWrite ? try key.map { try writeKey($0, value, caller) } : nil
            return try await work(value, Caller(caller), key, store)
        } catch is WriteKeyReused {
            throw Problem.keyReused(key ?? "")
        }
    }

    /// The same input gives the same bytes, whether it came from JSON or from a form.
    private func writeKey(_ key: String, _ value: Input, _ caller: Principal) throws -> WriteKey {
        let hash = SHA256.hexadecimal(of: Array("\(operation.id)\n".utf8) + input.whole(value))
        return try WriteKey(owner: caller.owner, key: key, requestHash: hash)
    }

    /// Adds the operation to the routes of HTTP.
    func add(to api: inout API, _ store: Store) {
        api.add(operation, keepsKeys: true) { call in try await reply(to: call, store) }
    }

    private func reply(to call: Call, _ store: Store) async throws -> Reply {
        let path = operation.parameters.filter { $0.place == .path }.compactMap { parameter in
            call[parameter.name].map { JSONValue.Member(key: parameter.name, value: $0) }
        }
        let value = try input.value(checked: .object(path + (call.body.members ?? [])))
        let answer = try await self(value, by: call.caller, key: call.idempotencyKey, in: store)
        switch answer.result {
        case .success(let output):
            let reply = try reply(output, call)
            return answer.isReplay ? reply.asReplay : reply
        case .failure(let refusal):
            // A refusal that is stored with a key is an answer like any other.
            let reply = refusal.problem.reply(requestID: call.context.requestID)
            return answer.isReplay ? reply.asReplay : reply
        }
    }
}

extension TypedOperation where Output: Record {
    /// An operation that changes something.
    ///
    /// - Parameter isKeyed: whether clients may send an idempotency key.
    package init(
        _ method: Operation.Method, _ path: String, _ words: Words, need: Need, isKeyed: Bool = true,
        write: @escaping @Sendable (inout Change, Caller, Input) throws -> Output
    ) {
        let shape = Shape<Output>()
        self.init(
            method, path, words, need, isKeyed: isKeyed, contents: shape.schemaOfAnswer,
            work: { input, caller, key, store in try await store.change(key: key, answer: shape) { try write(&$0, caller, input) }
            },
            reply: { output, _ in shape.reply(output, words.answer.status) })
    }

    /// An operation that only reads.
    package init(
        _ path: String, _ words: Words, need: Need,
        read: @escaping @Sendable (borrowing Reading, Caller, Input) throws -> Output
    ) {
        let shape = Shape<Output>()
        self.init(
            .get, path, words, need, isKeyed: false, contents: shape.schemaOfAnswer,
            work: { input, caller, _, store in
                WriteAnswer(result: .success(try await store.refusing { try read($0, caller, input) }), isReplay: false)
            },
            reply: { output, _ in shape.reply(output, words.answer.status) })
    }
}

extension TypedOperation {
    /// An operation that lists elements, one page at a time.
    ///
    /// - Parameter key: the text that a cursor is made from, different for each element.
    package init<Element: Record>(
        _ path: String, _ words: Words, need: Need, key: @escaping @Sendable (Element) -> String,
        list: @escaping @Sendable (borrowing Reading, Caller, Input) throws -> [Element]
    ) where Output == [Element] {
        let shape = Shape<Element>()
        self.init(
            .get, path, words, need, isKeyed: false, contents: Pagination.schema(of: shape.schema),
            parameters: Pagination.parameters,
            work: { input, caller, _, store in
                WriteAnswer(result: .success(try await store.refusing { try list($0, caller, input) }), isReplay: false)
            },
            reply: { elements, call in
                let (page, next) = try Pagination.of(elements, call, key: key)
                return Reply { Pagination.write(page, next, &$0) { shape.writeMembers(of: $0, &$1) } }
            })
    }
}

extension Shape {
    /// Nil for an answer without members, which has no body.
    fileprivate var schemaOfAnswer: Schema? { names.isEmpty ? nil : schema }

    fileprivate func reply(_ value: Root, _ status: Int) -> Reply {
        names.isEmpty ? .nothing : Reply(HTTPResponse.Status(code: status)) { self.writeMembers(of: value, &$0) }
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
