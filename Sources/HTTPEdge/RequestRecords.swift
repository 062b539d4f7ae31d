import HTTPTypes
import Hummingbird

/// The facts about an answered request.
package struct FinishedRequest: Sendable {
    package let method: HTTPRequest.Method
    /// The route's pattern, such as `/v1/assets/{asset}`; never the path, which may contain personal data.
    package let route: String
    package let status: Int
    package let nanoseconds: Int64
    /// The bytes of the body; nil if it was streamed.
    package let bytes: Int?
    package let requestID: String
    package let remoteAddress: String
    package let caller: String?
    /// The code of the problem that the client got; nil for none.
    package let problem: String?
}

/// Observes requests, for logs and metrics. Called on the request's own task: must not block for long.
package protocol RequestObserver: Sendable {
    func began()
    func finished(_ request: FinishedRequest)
}

/// Reports each request to observers: when its response is ready or, if the response is streamed, when it has been written.
package struct RequestRecords<Context: RemoteAddressContext & RequestIDContext & NotedContext>: RouterMiddleware {
    private let observers: [any RequestObserver]
    private let clock = ContinuousClock()

    package init(_ observers: [any RequestObserver]) { self.observers = observers }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        let start = clock.now
        for observer in observers { observer.began() }
        let record: @Sendable (Int, Int?) -> Void = { [method = request.method, context = Summary(context), clock] status, bytes in
            let (seconds, attoseconds) = (clock.now - start).components
            let finished = FinishedRequest(
                method: method, route: context.route, status: status,
                nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000,
                bytes: bytes, requestID: context.requestID, remoteAddress: context.remoteAddress, caller: context.notes.caller,
                problem: context.notes.problem)
            for observer in observers { observer.finished(finished) }
        }
        do {
            var response = try await next(request, context)
            guard response.body.contentLength == nil else {
                record(response.status.code, response.body.contentLength)
                return response
            }
            let (body, status) = (response.body, response.status.code)
            response.body = ResponseBody { writer in
                defer { record(status, nil) }
                try await body.write(writer)
            }
            return response
        } catch {
            record((error as? any HTTPResponseError)?.status.code ?? 500, 0)
            throw error
        }
    }

    /// The facts that outlive the request's context.
    private struct Summary: Sendable {
        let requestID: String
        let remoteAddress: String
        let notes: RequestNotes
        let path: EndpointPath

        init(_ context: Context) {
            (requestID, remoteAddress, notes) = (context.requestID, context.remoteAddress, context.notes)
            path = context.coreContext.endpointPath
        }

        var route: String {
            guard let pattern = path.value, pattern != "NotFound" else { return "unmatched" }
            return pattern
        }
    }
}
