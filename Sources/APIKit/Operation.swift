import HTTPEdge
import HTTPTypes
import Records

/// A route as clients see it: registers the route, checks requests, and describes it in the OpenAPI document.
package struct Operation: Sendable {
    /// The HTTP methods of operations.
    package enum Method: String, Sendable, CaseIterable {
        case get, post, put, patch, delete
        var http: HTTPRequest.Method { HTTPRequest.Method(rawValue: rawValue.uppercased())! }
    }

    /// What an operation does to stored data.
    package enum Effect: Sendable {
        /// It reads and computes.
        case read
        /// It changes something, and an idempotency key gives the same answer again.
        case write
        /// It changes something, and takes no key: its answers contain secrets, or it may be repeated without harm.
        case writeWithoutKey
    }

    package let method: Method
    /// The path with its parameters in braces: `/v1/assets/{asset}`.
    package let path: String
    /// A unique id; generated clients use it as the function's name.
    package let id: String
    package let tag: String
    package let summary: String
    /// Who may call it.
    package let need: Need
    package let parameters: [Parameter]
    package let body: RequestBody?
    /// The responses of this operation, without those that every route may give.
    package let answers: [Answer]
    package let effect: Effect
    /// How its answer is written as CSV; nil if it is no table, or if the operation writes a CSV of its own.
    let table: TableAnswer?
    /// Whether a client may choose CSV, by the parameter `format` or by `Accept`.
    let offersCSV: Bool

    /// - Parameter effect: by default ``Effect/read`` for GET, ``Effect/write`` for the other methods.
    package init(
        _ method: Method, _ path: String, id: String, tag: String, _ summary: String, need: Need, _ effect: Effect? = nil,
        parameters: [Parameter] = [], body: RequestBody? = nil, answers: [Answer]
    ) {
        (self.method, self.path, self.id, self.tag, self.summary) = (method, path, id, tag, summary)
        let table = TableAnswer(method, path, parameters, answers)
        (self.need, self.body, self.table) = (need, body, table)
        (self.parameters, self.answers) = (table?.parameters(parameters) ?? parameters, table?.answers(answers) ?? answers)
        offersCSV =
            self.parameters.contains { $0.name == Parameter.format.name && $0.place == .query }
            && self.answers.contains { $0.contents.contains { $0.type == "text/csv" } }
        self.effect = effect ?? (method == .get ? .read : .write)
    }

    /// The part of the API about simulated accounts.
    package static let tradingTag = "Trading"

    /// Whether the names that it may not find are in its body or query: assets, payment methods.
    private var names404: Bool {
        tag == Self.tradingTag && (body != nil || parameters.contains { ["asset", "coin"].contains($0.name) })
    }

    /// Whether its answers contain a person's data: true for everything but the market, its forecasts, models and documentation.
    var isPersonal: Bool {
        !["Assets", "History", "Forecasts", "Models", "Open Inference Protocol", "Documentation", "Server"].contains(tag)
    }

    /// The body of a request.
    package struct RequestBody: Sendable {
        package enum Reading: Sendable {
            /// JSON, checked against the schema before the handler sees it.
            case checked
            /// Bytes that the handler parses, within the size limit.
            case bytes
            /// A stream that the handler reads.
            case streamed
        }

        package let contents: [(type: String, schema: Schema)]
        let isRequired: Bool
        package let reading: Reading
        package let maximumBytes: Int
        /// One example for each of the first ``contents``, for the document.
        package private(set) var examples: [String] = []

        /// JSON, checked before the handler sees it.
        package static func json(_ schema: Schema, maximumBytes: Int = 1 << 20, isRequired: Bool = true) -> RequestBody {
            RequestBody(
                contents: [("application/json", schema)], isRequired: isRequired, reading: .checked, maximumBytes: maximumBytes)
        }

        /// Returns the same body with one example for each content, in order. Contents that are not text have none.
        package func showing(_ examples: String...) -> RequestBody {
            precondition(examples.count <= contents.count, "an example for each content")
            var body = self
            body.examples = examples
            return body
        }

        /// Bytes that the handler parses.
        package static func bytes(_ contents: [(type: String, schema: Schema)], maximumBytes: Int) -> RequestBody {
            RequestBody(contents: contents, isRequired: true, reading: .bytes, maximumBytes: maximumBytes)
        }

        /// A stream that the handler reads.
        package static func stream(_ contents: [(type: String, schema: Schema)], maximumBytes: Int) -> RequestBody {
            RequestBody(contents: contents, isRequired: true, reading: .streamed, maximumBytes: maximumBytes)
        }
    }

    /// One status of the response, with its contents.
    package struct Answer: Sendable {
        package let status: Int
        package let note: String
        package let contents: [(type: String, schema: Schema)]
        let headers: [String]

        /// Returns a JSON response.
        package static func json(_ status: Int, _ note: String, _ schema: Schema, headers: [String] = []) -> Answer {
            Answer(status: status, note: note, contents: [("application/json", schema)], headers: headers)
        }

        /// Returns a response in one of several media types.
        package static func contents(
            _ status: Int, _ note: String, _ contents: [(type: String, schema: Schema)], headers: [String] = []
        ) -> Answer {
            Answer(status: status, note: note, contents: contents, headers: headers)
        }

        /// Returns a response without a body.
        package static func empty(_ status: Int, _ note: String, headers: [String] = []) -> Answer {
            Answer(status: status, note: note, contents: [], headers: headers)
        }

        /// Problem details.
        package static func problem(_ status: Int, _ note: String) -> Answer {
            Answer(status: status, note: note, contents: [(problemType, Problem.schema)], headers: [])
        }

        private static let problemType = "application/problem+json"

        /// The same response with problems in the form that Open Inference Protocol clients expect.
        fileprivate var withProtocolErrors: Answer {
            let contents = contents.map { ($0.type, $0.type == Self.problemType ? Problem.protocolSchema : $0.schema) }
            return Answer(status: status, note: note, contents: contents, headers: headers)
        }
    }

    /// All possible responses: the declared ones, and those common to all routes.
    var allAnswers: [Answer] {
        var all = answers
        func add(_ status: Int, _ note: String) {
            if !all.contains(where: { $0.status == status }) { all.append(.problem(status, note)) }
        }
        add(400, "The request cannot be read, or a parameter or member is unknown, repeated or missing.")
        if method == .get { all.append(.empty(304, "The client's copy is current.")) }
        add(401, need.unauthorizedNote)
        add(403, need.forbiddenNote)
        if parameters.contains(where: { ["asset", "assets"].contains($0.name) }) {
            add(404, "There is no such asset (code unknown-asset), or nothing is stored for it.")
            add(
                409,
                "Several assets have the ticker; ids lists them."
                    + (effect == .write ? " Or the request conflicts with stored data." : ""))
        } else if parameters.contains(where: { $0.place == .path }) {
            add(404, "Not found.")
        }
        if names404 { add(404, "Something that the request names does not exist.") }
        add(408, "The request took too long to arrive.")
        add(413, "The body is too large.")
        add(415, "The body's content type or encoding is not accepted.")
        add(414, "The path and query are too long.")
        if body != nil || parameters.contains(where: { $0.place != .path }) {
            add(422, "A value is not accepted, values contradict each other, or the request is too large.")
        }
        if effect == .write {
            add(409, "The request conflicts with stored data.")
            add(422, "A value is not accepted, or the idempotency key was used with another request.")
        }
        if !ServedHosts.isProbe(path) { add(421, "The request's host is not this server.") }
        add(429, "Too many requests; Retry-After says when to try again.")
        add(431, "There are too many headers, or they are too long.")
        add(500, "The server failed.")
        add(503, "The server cannot answer now; Retry-After says when to try again.")
        all.sort { $0.status < $1.status }
        return OpenInferenceErrors.concern(path) ? all.map(\.withProtocolErrors) : all
    }
}
