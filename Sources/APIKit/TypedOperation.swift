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
    private let rules: [FieldRule]
    let answer: TypedAnswer<Output>

    /// - Parameters:
    ///   - example: an example of the body.
    ///   - bytes: a body that is not JSON, which the operation finds in ``Call/bytes``.
    ///   - hasQuery: whether the input is in the query of a method that usually has a body.
    ///   - headers: headers that the operation finds in ``Call/headers``.
    ///   - refusals: the statuses of refusals, and their reasons.
    ///   - rules: of fields that a person types, if the form has several.
    ///   - perform: must not wait for another computer after its first write; see `Store.answer(to:_:)`.
    package init(
        _ method: Operation.Method, _ path: String, id: String, tag: String, _ summary: String, need: Need,
        _ effect: Operation.Effect? = nil, example: String? = nil, bytes: Operation.RequestBody? = nil, hasQuery: Bool = false,
        headers: [Parameter] = [], refusals: KeyValuePairs<Int, String> = [:], rules: [FieldRule] = [],
        answer: TypedAnswer<Output>, perform: @escaping Work
    ) {
        let shape = Shape<Input>()
        let members = shape.members
        let inPath = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        let others = members.filter { !inPath.contains($0.name) }
        var parameters = inPath.map { name in
            guard let member = members.first(where: { $0.name == name }) else { preconditionFailure("no field \(name) in \(path)") }
            return Parameter.path(name, member.schema, member.note ?? "")
        }
        var body = bytes
        if method == .get || method == .delete || bytes != nil || hasQuery {
            parameters += others.map {
                Parameter.query($0.name, $0.schema, $0.note ?? "", isRequired: $0.isRequired, default: shape.defaults[$0.name])
            }
        } else if !others.isEmpty {
            let object = Shape<Input>.schema(of: others)
            body = .json(Input.schemaName.map { .named($0, object) } ?? object)
            if let example { body = body?.showing(example) }
        }
        operation = Operation(
            method, path, id: id, tag: tag, summary, need: need, effect, parameters: parameters + answer.parameters + headers,
            body: body, answers: answer.answers + refusals.map { Operation.Answer.problem($0.key, $0.value) })
        (input, self.answer, self.perform, self.rules) = (shape, answer, perform, rules)
    }

    /// Reads texts by name, as forms and paths have them. An empty text of an optional field counts as none.
    ///
    /// - Throws: ``InvalidInput``. A text in the path that cannot be a name has a problem with status 404.
    package func input(_ texts: [(name: String, text: String)]) throws(InvalidInput) -> Input {
        let faults = input.faults(texts: texts).map(problem)
        guard faults.isEmpty else { throw InvalidInput(adding(brokenRules(texts), to: faults)) }
        do { return try input.value(texts: texts) } catch { throw InvalidInput([problem(error)]) }
    }

    /// Returns everything that is wrong with texts before the operation is performed; nil if nothing is.
    package func faults(_ texts: [(name: String, text: String)]) -> InvalidInput? {
        do throws(InvalidInput) { _ = try input(texts) } catch { return error }
        let broken = brokenRules(texts)
        return broken.isEmpty ? nil : InvalidInput(broken)
    }

    /// Returns an error of a field that the operation threw, with those of the rules of other fields.
    package func joining(_ error: any Error, _ texts: [(name: String, text: String)]) -> any Error {
        guard !rules.isEmpty, !(error is InvalidInput), Problem(error).field != nil else { return error }
        let all = adding(brokenRules(texts), to: [error])
        return all.count == 1 ? error : InvalidInput(all)
    }

    private func brokenRules(_ texts: [(name: String, text: String)]) -> [any Error] {
        let byName = Dictionary(texts.map { ($0.name, $0.text) }) { first, _ in first }
        return rules.compactMap { rule in
            guard let text = byName[rule.field] else { return nil }
            do { try rule.check(text, byName) } catch { return error }
            return nil
        }
    }

    /// Returns errors with others of fields that have none yet.
    private func adding(_ others: [any Error], to errors: [any Error]) -> [any Error] {
        let fields = Set(errors.map { Problem($0).field })
        return errors + others.filter { !fields.contains(Problem($0).field) }
    }

    private func problem(_ error: any Error) -> Problem {
        let problem = Problem(error)
        guard let parameter = operation.parameters.first(where: { "/\($0.name)" == problem.field }) else { return problem }
        // A parameter has a name, not a pointer.
        let detail = problem.detail.replacing("/\(parameter.name)", with: parameter.name, maxReplacements: 1)
        let isName = parameter.place == .path
        return Problem(
            isName ? .notFound : problem.status, isName ? "not-found" : problem.code, detail, field: problem.field,
            value: problem.value, accepted: problem.accepted)
    }

    /// Adds the operation to the routes of HTTP.
    package func add(to api: inout API) {
        api.add(operation) { call in
            let members = call.values.map { JSONValue.Member(key: $0.name, value: $0.value) } + (call.body.members ?? [])
            return try answer.reply(try await perform(try input.value(checked: .object(members)), call), call)
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

// MARK: Answers

/// How an output is sent, and how it is read from an answer that is stored with an idempotency key.
package struct TypedAnswer<Output: Sendable>: Sendable {
    /// Returns the output of a stored document, for example by its id.
    package typealias Again = @Sendable (JSONValue, Call) async throws -> Output

    fileprivate let answers: [Operation.Answer]
    fileprivate var parameters: [Parameter] = []
    let reply: @Sendable (Output, Call) throws -> Reply
    let again: Again?
}

extension TypedAnswer {
    /// Any answer.
    ///
    /// - Parameters:
    ///   - answers: its statuses, contents and headers.
    ///   - again: returns the output of a stored answer; nil if no page performs the operation with a key.
    package static func of(
        _ answers: Operation.Answer..., again: Again? = nil, reply: @escaping @Sendable (Output, Call) throws -> Reply
    ) -> Self {
        Self(answers: answers, reply: reply, again: again)
    }

    /// A JSON document.
    package static func document(_ status: Int, _ note: String, _ document: Document<Output>, again: Again? = nil) -> Self {
        .document(status, note, document, again: again) { $0 }
    }

    /// A JSON document that is made from the output.
    package static func document<Shown>(
        _ status: Int, _ note: String, _ document: Document<Shown>, again: Again? = nil,
        of shown: @escaping @Sendable (Output) -> Shown
    ) -> Self {
        .document(status, note, document.schema, again: again) { document.write(shown($0), &$1) }
    }

    private static func document(
        _ status: Int, _ note: String, _ schema: Schema, again: Again?,
        write: @escaping @Sendable (Output, inout JSONWriter) -> Void
    ) -> Self {
        .of(.json(status, note, schema), again: again) { output, _ in
            Reply(HTTPResponse.Status(code: status)) { write(output, &$0) }
        }
    }

    /// A list, one page at a time.
    ///
    /// - Parameter key: the text that a cursor is made from, different for each element.
    package static func pages<Element>(
        _ note: String, of document: Document<Element>, key: @escaping @Sendable (Element) -> String
    ) -> Self where Output == [Element] {
        .pages(note, of: document, key: key) { $0 }
    }

    /// A list, one page at a time, of documents that are made from its elements.
    package static func pages<Element, Shown>(
        _ note: String, of document: Document<Shown>, key: @escaping @Sendable (Element) -> String,
        of shown: @escaping @Sendable (Element) -> Shown
    ) -> Self where Output == [Element] {
        .pages(note, of: document.schema, key: key) { document.write(shown($0), &$1) }
    }

    private static func pages<Element>(
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

extension TypedAnswer where Output == Void {
    /// 204, without a body.
    package static func done(_ note: String) -> Self { .of(.empty(204, note), again: { _, _ in }) { _, _ in .nothing } }
}

extension TypedAnswer where Output: Record {
    /// A record.
    package static func record(_ status: Int, _ note: String) -> Self {
        let shape = Shape<Output>()
        return .document(status, note, shape.schema, again: { document, _ in try shape.value(checked: document) }) {
            shape.writeMembers(of: $0, &$1)
        }
    }
}

extension TypedAnswer where Output: StoredRecord {
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

extension Store {
    /// The work of an operation that changes something in one transaction.
    package func work<Input: Record, Output: Sendable>(
        changing write: @escaping @Sendable (inout Change, Caller, Input) throws -> Output
    ) -> TypedOperation<Input, Output>.Work {
        { input, call in
            let caller = Caller(call.caller)
            return try await self.change { try write(&$0, caller, input) }
        }
    }

    /// The work of an operation that reads one consistent state.
    package func work<Input: Record, Output: Sendable>(
        reading read: @escaping @Sendable (borrowing Reading, Caller, Input) throws -> Output
    ) -> TypedOperation<Input, Output>.Work {
        { input, call in
            let caller = Caller(call.caller)
            return try await self.refusing { try read($0, caller, input) }
        }
    }
}

extension Caller {
    package init(_ principal: Principal) { self.init(owner: principal.owner, person: principal.standing?.person) }
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
