import HTTPTypes
import Hummingbird

/// Answers HEAD with the status and headers that GET has, and no body, whatever made the answer.
package struct HeadResponses<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        guard request.method == .head else { return response }
        // The length of the body that GET has, if it is known, stays.
        let length = response.headers[.contentLength]
        response.body = ResponseBody { writer in try await writer.finish(nil) }
        response.headers[.contentLength] = length
        return response
    }
}
