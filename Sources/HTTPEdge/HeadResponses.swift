import HTTPTypes
import Hummingbird

/// Answers HEAD with the status and headers of GET and without a body, whatever produced the response.
package struct HeadResponses<Context: RequestContext>: RouterMiddleware {
    package init() {}

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var response = try await next(request, context)
        guard request.method == .head else { return response }
        // Keep the length of GET's body, if it is known.
        let length = response.headers[.contentLength]
        response.body = ResponseBody { writer in try await writer.finish(nil) }
        response.headers[.contentLength] = length
        return response
    }
}
