import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Platform
import Store
import Synchronization

/// Pages for people with browsers, beside the API for programs.
package protocol PageRoutes: Sendable {
    /// Adds the routes of all pages.
    func add(to router: Router<CallContext>)
    /// Returns the page for a problem; nil if it cannot be shown as a page.
    func page(of problem: Problem, for request: Request, _ context: CallContext) async -> Response?
}

/// The services that pages need in addition to the server's parts.
package struct PageHost: Sendable {
    package let operations: PageOperations
    /// All operations, for their documentation.
    package let api: API
    /// The time limit of each request.
    package let time: TimeLimit
    package let ownPages: OwnPages?

    package init(operations: PageOperations, api: API, time: TimeLimit, ownPages: OwnPages?) {
        (self.operations, self.api, self.time, self.ownPages) = (operations, api, time, ownPages)
    }

    /// Whether people sign in.
    package var hasAccounts: Bool { ownPages != nil }

    /// Returns the token that forms of a session contain; nil for a request without a session's cookie.
    package func formToken(_ context: CallContext) -> String? {
        guard let ownPages, let standing = context.caller?.standing, standing.isCookie else { return nil }
        return ownPages.cryptography.formToken(of: standing.sessionHash)
    }

    /// Refuses a form that does not come from one of our pages, or not from one of the caller's session. Forms of people who are
    /// not signed in have no token. Without accounts, ``SameMachine`` has already checked where the request comes from.
    ///
    /// - Parameter token: the token in the form.
    /// - Throws: a ``Problem`` of status 403.
    package func checkForm(_ token: String, _ request: Request, _ context: CallContext) throws(Problem) {
        guard let ownPages else { return }
        guard let standing = context.caller?.standing, standing.isCookie else {
            return try ownPages.checkIfOfBrowser(request.headers, context, authority: request.authority)
        }
        try ownPages.check(request.headers, context, authority: request.authority)
        guard ownPages.cryptography.isFormToken(token, of: standing.sessionHash) else { throw Self.foreignForm }
    }

    /// The problem of a form without the right token.
    package static var foreignForm: Problem {
        Problem(
            .forbidden, "csrf", "this form is from an earlier session or another page; open it again and send it from there",
            field: "csrf")
    }

    /// Returns the secret that identifies the request's browser; nil for a browser that has never signed in.
    package func deviceSecret(of request: Request) -> String? {
        // Two device cookies mean that an attacker tries to plant one, so neither is trusted.
        (try? SessionCookie.device.value(in: request.headers)) ?? nil
    }
}

/// Performs operations for forms of our own pages, exactly like the same request from a program: the operation checks the caller's
/// rights, the form token, the values and the idempotency key.
package struct PageOperations: Sendable {
    package let services: OperationServices

    package init(services: OperationServices) { self.services = services }

    /// Performs an operation with values: the caller's rights, the form token and the idempotency key are checked as for any request.
    ///
    /// - Parameters:
    ///   - input: made from texts, which were checked then.
    ///   - bytes: the body of an operation that takes bytes.
    ///   - type: the media type of `bytes`.
    ///   - key: prevents a form that is sent twice from taking effect twice.
    ///   - request: the request of the form, whose headers say which page it came from.
    /// - Throws: whatever the operation throws; `Problem(error)` says what to show.
    package func output<Input, Output>(
        of typed: TypedOperation<Input, Output>, _ input: Input, bytes: ByteBuffer = ByteBuffer(), type: String? = nil,
        key: String?, formToken: String, _ request: Request, _ context: CallContext
    ) async throws -> Output {
        let operation = typed.operation
        var headers = request.headers
        headers[.csrfToken] = formToken
        for name in Self.headersOfForms { headers[name] = nil }
        headers[.contentType] = type
        var call = Call(
            caller: try services.allowed(operation, headers, authority: request.authority, context), context: context,
            headers: headers, bytes: bytes, stream: RequestBody(buffer: bytes), authority: request.authority,
            place: operation.id, values: [])
        if let maximum = operation.body?.maximumBytes, bytes.readableBytes > maximum { throw Problem.bodyTooLarge(most: maximum) }
        // Also after a failed write: it may have made part of its changes.
        defer { if operation.effect != .read { services.storeVersion.noteChange() } }
        guard operation.effect == .write, let key else { return try await typed.perform(input, call) }
        // Checked before the first answer is stored, so that any test of the form finds the mistake.
        guard let again = typed.answer.again else { throw Damage(detail: "no page can read an answer of \(operation.id) again") }
        var writer = JSONWriter()
        typed.input.write(input, &writer)
        if operation.body?.reading == .bytes {
            // What a program has in the query.
            call.place += " " + String(decoding: writer.bytes, as: UTF8.self)
        } else {
            call.bytes = ByteBuffer(bytes: writer.bytes)
        }
        if operation.body?.secretSchema != nil { call.body = try JSONValue(parsing: writer.bytes) }
        return try await once(key, call, typed, input, again)
    }

    private func once<Input, Output>(
        _ key: String, _ call: Call, _ typed: TypedOperation<Input, Output>, _ input: Input,
        _ again: TypedAnswer<Output>.Again
    ) async throws -> Output {
        let now = Performed<Output>()
        let reply = try await services.writes.once(key, call, typed.operation) { call in
            let result = await Result.of { try await typed.perform(input, call) }
            now.result.withLock { $0 = result }
            return try typed.answer.reply(try result.get(), call)
        }
        if let result = now.result.withLock({ $0 }) { return try result.get() }
        // The form was sent before.
        if let problem = Problem(reply) { throw problem }
        return try await again(try reply.document, call)
    }

    /// The result of an operation that was performed just now.
    private final class Performed<Output: Sendable>: Sendable {
        let result = Mutex<Result<Output, any Error>?>(nil)
    }

    private static let headersOfForms: [HTTPField.Name] = [
        .contentType, .contentLength, .contentEncoding, .ifMatch, .ifNoneMatch, .range,
    ]
}

extension Problem {
    /// The problem in a reply; nil for a success.
    package init?(_ reply: Reply) {
        guard reply.status.code >= 400 else { return nil }
        let document = (try? reply.document) ?? .null
        func text(_ name: String) -> String? { document[name]?.string }
        self.init(
            reply.status, text("code") ?? "refused", text("detail") ?? reply.status.reasonPhrase, field: text("field"),
            value: text("value").map { (try? JSONValue(parsing: Array($0.utf8))) ?? .string($0) }, accepted: text("accepted"))
        let own = ["type", "title", "status", "code", "detail", "field", "value", "accepted", "request_id"]
        if case .object(let members) = document { extra = members.filter { !own.contains($0.key) } }
        headers = reply.headers
    }
}

/// All routes of the server.
package enum ServerAPI {
    /// Whether a path is for programs: their problems are JSON documents, not pages.
    static func isForPrograms(_ path: String) -> Bool {
        ["/v1/", "/v2/", "/assets/"].contains { path.hasPrefix($0) } || ["/v2", "/mcp", "/metrics", "/openapi.json"].contains(path)
    }
}

/// Shows problems as pages to people with browsers.
package struct ProblemPages: RouterMiddleware {
    package let pages: any PageRoutes

    package init(pages: any PageRoutes) { self.pages = pages }

    package func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response)
        async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch {
            guard !ServerAPI.isForPrograms(request.uri.path), request.headers[.accept]?.contains("text/html") == true else {
                throw error
            }
            let problem = Problem(error)
            guard let page = await pages.page(of: problem, for: request, context) else { throw error }
            context.notes.problem = problem.code
            if problem.status == .internalServerError {
                context.logger.error(
                    "page failed", metadata: ["error": "\(error)", "request_id": "\(context.requestID)"])
            }
            return page
        }
    }
}
