import APIKit
import Access
import Assistants
import HTTPEdge
import JSONText
import NIOCore
import Records

/// An operation as a tool.
struct AssistantTool: Sendable {
    let tool: Tool
    let operation: Operation
    let handler: API.Handler
    private let parameters: [Schema.Member]

    /// The most bytes of an answer, about 70,000 tokens: an assistant that gets more loses what it was asked.
    static let largestAnswer = 256 << 10
    /// The elements of a page of a list that has all on one page, unless the assistant asks for more.
    private static let usualLimit = 100.0
    private static let keyName = "idempotency_key"

    init(_ route: API.Route) {
        let operation = route.operation
        precondition(operation.body.map { $0.reading == .checked } ?? true, "\(operation.id) does not take JSON")
        // Answers are JSON.
        let parameters = operation.parameters.filter { $0.place != .header && $0.name != "format" }
            .map { Schema.Member($0.name, $0.schema, isRequired: $0.isRequired, $0.note) }
        var members = parameters + (operation.body?.contents[0].schema.membersOfAllVariants ?? [])
        if operation.effect == .write {
            members.append(.optional(Self.keyName, Operation.idempotencyKey.schema, Operation.idempotencyKey.note))
        }
        var (writer, names) = (JSONWriter(), [String: Schema]())
        Schema.object(members.map(Self.withExample)).inlined.write(&writer, &names)
        (self.operation, handler, self.parameters) = (operation, route.handler, parameters)
        tool = Tool(
            name: operation.id, description: Self.description(operation), inputSchema: writer.bytes,
            isReadOnly: operation.effect == .read)
    }

    private static func description(_ operation: Operation) -> String {
        let isPaged = operation.parameters.contains { $0.name == "cursor" }
        guard isPaged else { return operation.summary }
        return operation.summary + " Without a limit, at most \(Int(usualLimit)) at a time; next_cursor leads to the rest."
    }

    /// Whether a caller has the right to it.
    func isPermitted(to caller: Principal) -> Bool {
        guard case .scope(let scope) = operation.need else { return false }
        return caller.scope.allows(scope)
    }

    // MARK: Input

    /// The checked input of a call.
    struct Input {
        var values: [(name: String, value: JSONValue)] = []
        var body = JSONValue.null
        /// The idempotency key; nil for none.
        var key: String?
    }

    /// Reads the arguments of a call.
    ///
    /// - Throws: a ``Problem`` that names the argument, its value and what is accepted.
    func input(_ arguments: ExactValue) throws(Problem) -> Input {
        var input = Input()
        let names = Set(parameters.map(\.name))
        // Some assistants send null for what they leave out.
        let given = try Self.checked(arguments.members { names.contains($0.key) && $0.value != .null }, .object(parameters))
        guard !given.hasNullCharacter else {
            throw Problem(.unprocessableContent, "invalid-value", "an argument has the character U+0000, which is not accepted")
        }
        for parameter in operation.parameters where parameter.place != .header {
            let fallback = parameter.fallback ?? (parameter.name == "limit" ? .number(Self.usualLimit) : nil)
            if let value = given[parameter.name] ?? fallback { input.values.append((parameter.name, value)) }
        }
        let hasKey = operation.effect == .write
        let rest = arguments.members { !names.contains($0.key) && !(hasKey && $0.key == Self.keyName) }
        input.body = try Self.checked(rest, operation.body?.contents[0].schema ?? .object([]), others: parameters)
        if hasKey, let key = arguments.value[Self.keyName], key != .null {
            try Operation.idempotencyKey.schema.requireForm(of: key, at: Self.keyName)
            input.key = key.string
        }
        return input
    }

    /// - Parameter others: the members that have been read before, for the error about one that does not exist.
    private static func checked(
        _ value: ExactValue, _ schema: Schema, others: [Schema.Member] = []
    ) throws(Problem) -> JSONValue {
        let exact = schema.exact(value.value, value.digits)
        do throws(SchemaFault) { try schema.check(exact, at: "") } catch {
            guard case .unknownMember(let name, let field, let accepted) = error else { throw Self.withExample(error).problem }
            let all = (others.map(\.name) + [accepted]).filter { !$0.isEmpty }.joined(separator: ", ")
            throw SchemaFault.unknownMember(name, field: field, accepted: all).problem
        }
        return exact
    }

    // MARK: Lists

    /// Each argument that is a list, in JSON: in requests of programs, most of them are texts with commas.
    package static let listExamples = [
        "holdings": #"[{"asset": "BTC", "quantity": "0.5"}]"#, "levels": "[80, 95]", "quantiles": "[0.1, 0.5, 0.9]",
        "skip_day": #"["2026-11-21"]"#, "wallets": #"["Main"]"#,
    ]

    private static func withExample(_ member: Schema.Member) -> Schema.Member {
        guard let example = listExamples[member.name] else { return member }
        let note = (member.note ?? "").replacing(", separated by commas", with: "")
        return Schema.Member(
            member.name, member.schema, isRequired: member.isRequired, "\(note) Example: \(example)".trimmed.description)
    }

    /// The fault of a list, or of an element of it, with an example of the argument.
    private static func withExample(_ fault: SchemaFault) -> SchemaFault {
        func accepted(_ field: String, _ accepted: String) -> String {
            let place = field.split(separator: "/")
            guard let example = place.first.flatMap({ listExamples[String($0)] }) else { return accepted }
            return place.count == 1
                ? "a list in JSON such as \(example): \(accepted)"
                : "\(accepted); the argument is a list in JSON such as \(example)"
        }
        switch fault {
        case .invalid(let field, let value, let words):
            return .invalid(field: field, value: value, accepted: accepted(field, words))
        case .missing(let field, let words): return .missing(field: field, accepted: accepted(field, words))
        default: return fault
        }
    }

    // MARK: Result

    /// - Throws: a ``Problem`` for an answer that is too long.
    func result(of reply: Reply) throws -> ToolResult {
        let note = operation.answers.first { $0.status == reply.status.code }?.note ?? "Done."
        guard case .bytes(let buffer) = reply.body else { return ToolResult(note) }
        guard operation.effect != .read || buffer.readableBytes <= Self.largestAnswer else {
            throw Problem(
                .unprocessableContent, "answer-too-long",
                "the answer has \(buffer.readableBytes) bytes, more than \(Self.largestAnswer); ask for less: a smaller limit, fewer "
                    + "days or wallets")
        }
        let bytes = Array(buffer.readableBytesView)
        return ToolResult(AnswerSummary.text(note, try JSONValue(parsing: bytes)), document: bytes)
    }
}

extension JSONValue {
    /// Whether one of its texts has the character U+0000, which ends a text in SQLite.
    fileprivate var hasNullCharacter: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let values): values.contains(where: \.hasNullCharacter)
        case .object(let members): members.contains { $0.value.hasNullCharacter }
        default: false
        }
    }
}

extension Schema {
    /// The members of an object; of one with variants, those of all variants, of which only the common ones are required. Services
    /// of language models refuse alternatives at the top of a tool's schema.
    fileprivate var membersOfAllVariants: [Member] {
        switch self {
        case .named(_, let schema): return schema.membersOfAllVariants
        case .object(let members): return members
        case .variants(let discriminator, let variants):
            var all = [Member(discriminator, .choice(variants.map(\.name)))]
            for member in variants.flatMap(\.members) where !all.contains(where: { $0.name == member.name }) {
                let isCommon = variants.allSatisfy { $0.members.contains { $0.name == member.name && $0.isRequired } }
                all.append(Member(member.name, member.schema, isRequired: isCommon, member.note))
            }
            return all
        default: return []
        }
    }
}
