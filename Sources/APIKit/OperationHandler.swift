import Access
import Forecasts
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Platform

extension Request {
    /// The host and port that the client addressed.
    var authority: String? { head.authority ?? headers[.host] }
}

/// The services that operations share.
package struct OperationServices: Sendable {
    package let writes: any WriteGuard
    /// The time limit of each request, except those with a streamed body: slow clients are disconnected by the edge.
    package let time: TimeLimit
    /// Distinguishes our own pages from other sites'; nil without accounts.
    package let pages: OwnPages?
    package let storeVersion: StoreVersion

    package init(writes: any WriteGuard, time: TimeLimit, pages: OwnPages?, storeVersion: StoreVersion) {
        (self.writes, self.time, self.pages, self.storeVersion) = (writes, time, pages, storeVersion)
    }

    /// Returns the caller if they may call the operation and the request comes from a permitted place.
    func allowed(
        _ operation: Operation, _ headers: HTTPFields, authority: String?, _ context: CallContext
    ) throws(Problem) -> Principal {
        let caller = try operation.need.checked(context.caller)
        guard let pages, operation.method != .get else { return caller }
        // Browsers send cookies with requests from any page.
        if operation.need == .nobody {
            try pages.checkIfOfBrowser(headers, context, authority: authority)
        } else if let standing = caller.standing, standing.isCookie {
            try pages.check(headers, context, authority: authority, standing)
        }
        return caller
    }
}

/// Checks a request, calls its handler, and completes the response: entity tags, caching, idempotency.
struct OperationHandler: Sendable {
    let route: API.Route
    let services: OperationServices

    private var pages: OwnPages? { services.pages }
    private var operation: Operation { route.operation }

    func response(_ request: Request, _ context: CallContext) async throws -> Response {
        guard operation.body?.reading != .streamed else { return try await reply(to: request, context).response }
        return try await services.time.within(isAbandoned: { context.isAbandoned }) {
            try await reply(to: request, context)
        }.response
    }

    private func reply(to request: Request, _ context: CallContext) async throws -> Reply {
        let caller = try services.allowed(operation, request.headers, authority: request.authority, context)
        var call = Call(
            caller: caller, context: context, headers: request.headers, stream: request.body,
            authority: request.authority, place: request.uri.string,
            values: try values(request) { context.parameters.get($0) })
        try await readBody(of: request, into: &call)
        // Also after a failed write: it may have made part of its changes.
        defer { if operation.effect != .read { services.storeVersion.noteChange() } }
        guard operation.effect == .write, let key = request.headers[.idempotencyKey] else {
            return stored(nowhere: conditional(try inFormat(try await route.handler(call), call), request))
        }
        guard operation.body?.reading != .streamed else {
            // For a streamed body, only the handler can tell whether two requests are the same.
            call.idempotencyKey = key
            return stored(nowhere: try await route.handler(call))
        }
        return stored(nowhere: try await services.writes.once(key, call, operation, route.handler))
    }

    // MARK: Parameters

    private func values(
        _ request: Request, _ path: (String) -> String?
    ) throws(Problem) -> [(name: String, value: JSONValue)] {
        let pairs = try request.uri.query.map { text throws(Problem) in try QueryText.pairs(text[...]) } ?? []
        for pair in pairs where !operation.parameters.contains(where: { $0.place == .query && $0.name == pair.name }) {
            let known = operation.parameters.filter { $0.place == .query }.map(\.name).joined(separator: ", ")
            throw Problem(
                .badRequest, "unknown-parameter",
                known.isEmpty
                    ? "unknown parameter \(pair.name); this operation has none"
                    : "unknown parameter \(pair.name); expected one of \(known)",
                field: pair.name, accepted: known)
        }
        var values: [(name: String, value: JSONValue)] = []
        for parameter in operation.parameters {
            let text: String?
            switch parameter.place {
            case .query: text = pairs.first { $0.name == parameter.name }?.value ?? negotiated(parameter, request)
            case .path:
                text = try path(parameter.name).map { text throws(Problem) in
                    try QueryText.decoded(text[...], isQuery: false)
                }
            case .header: text = HTTPField.Name(parameter.name).flatMap { request.headers[$0] }
            }
            if let value = try parameter.value(text) { values.append((parameter.name, value)) }
        }
        return values
    }

    /// A client whose `Accept` asks for CSV has asked for `format=csv`.
    private func negotiated(_ parameter: Parameter, _ request: Request) -> String? {
        guard parameter.name == Parameter.format.name, operation.offersCSV else { return nil }
        return AcceptHeader.prefersCSV(request.headers[.accept]) ? "csv" : nil
    }

    // MARK: The body

    private func readBody(of request: Request, into call: inout Call) async throws {
        guard let body = operation.body else { return }
        // If browsers have sessions, a body must state its type: a form on another site cannot send JSON.
        let mustStateType = pages != nil && body.isRequired && request.headers[.contentLength] != "0"
        let isAccepted = call.contentType.map { type in body.contents.contains { $0.type == type } } ?? !mustStateType
        guard isAccepted else { throw unsupported(call.contentType, body) }
        guard body.reading != .streamed else { return }
        call.bytes = try await collected(request.body, upTo: body.maximumBytes)
        guard body.reading == .checked else { return }
        if call.bytes.readableBytes == 0, !body.isRequired { return }
        let schema = body.contents[0].schema
        call.body = try call.bytes.withUnsafeReadableBytes { bytes throws(JSONError) in
            let text = bytes.bindMemory(to: UInt8.self)
            var reader = JSONReader(text)
            let value = try reader.value()
            try reader.end()
            return try schema.withExactNumbers(value, text)
        }
        try schema.requireForm(of: call.body, at: "")
    }

    private func unsupported(_ type: String?, _ body: Operation.RequestBody) -> Problem {
        let accepted = body.contents.map(\.type).joined(separator: ", ")
        guard let type = type.map({ $0.cut(to: 100) }) else {
            return Problem(
                .unsupportedMediaType, "content-type", "Content-Type is missing; send \(accepted)", field: "Content-Type",
                accepted: accepted)
        }
        return Problem(
            .unsupportedMediaType, "content-type", "Content-Type \(type) is not accepted; send \(accepted)",
            field: "Content-Type", value: .string(type), accepted: accepted)
    }

    private func collected(_ body: RequestBody, upTo maximum: Int) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: maximum)
        } catch is NIOTooManyBytesError {
            throw Problem.bodyTooLarge(most: maximum)
        }
    }

    // MARK: The response

    /// Where people have accounts, no cache may keep personal data: a browser may be shared.
    private func stored(nowhere reply: Reply) -> Reply {
        guard pages != nil, operation.isPersonal else { return reply }
        return reply.with(.cacheControl, "no-store")
    }

    /// Writes a table as CSV for a client that asks for it.
    private func inFormat(_ reply: Reply, _ call: Call) throws -> Reply {
        guard operation.offersCSV else { return reply }
        let written = call.text(Parameter.format.name) == "csv" ? try operation.table?.csv(of: reply) : nil
        return (written ?? reply).with(.vary, "Accept")
    }

    /// Replaces the response with 304 if the client already has these bytes.
    private func conditional(_ reply: Reply, _ request: Request) -> Reply {
        guard operation.method == .get, reply.status == .ok, case .bytes(let bytes) = reply.body else { return reply }
        var reply = reply
        let tag = reply.headers[.eTag] ?? EntityTag.of(bytes)
        reply.headers[.eTag] = tag
        if reply.headers[.cacheControl] == nil { reply.headers[.cacheControl] = "private, no-cache" }
        guard let list = request.headers[.ifNoneMatch], EntityTag.matches(list, tag, isWeak: true) else { return reply }
        reply.status = .notModified
        reply.body = .none
        reply.headers[.contentType] = nil
        return reply
    }
}
