import HTTPTypes
import Hummingbird
import Tracing

/// Records one span per request, a child of the client's `traceparent`, named after method and route pattern.
package struct RequestSpans<Context: RequestContext, Spans: Tracer>: RouterMiddleware {
    private let tracer: Spans

    package init(_ tracer: Spans) { self.tracer = tracer }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var parent = InstrumentationContext.topLevel
        tracer.extract(request.headers, into: &parent, using: HeaderFields())
        let span = tracer.startSpan(request.method.rawValue, context: parent, ofKind: .server)
        defer { span.end() }
        do {
            let response = try await InstrumentationContext.$current.withValue(span.context) { try await next(request, context) }
            if span.isRecording { describe(span, request, context, status: response.status.code) }
            return response
        } catch {
            span.recordError(error)
            span.setStatus(SpanStatus(code: .error))
            if span.isRecording { describe(span, request, context, status: 500) }
            throw error
        }
    }

    private func describe(_ span: Spans.Span, _ request: Request, _ context: Context, status: Int) {
        span.operationName = "\(request.method.rawValue) \(context.endpointPath ?? "")"
        span.updateAttributes { attributes in
            attributes["http.request.method"] = request.method.rawValue
            attributes["http.route"] = context.endpointPath
            attributes["http.response.status_code"] = status
        }
        if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
    }

    private struct HeaderFields: Extractor {
        func extract(key: String, from headers: HTTPFields) -> String? {
            switch key {
            case "traceparent": headers[.traceParent]
            case "tracestate": headers[.traceState]
            default: HTTPField.Name(key).flatMap { headers[$0] }
            }
        }
    }
}

extension HTTPField.Name {
    static let traceParent = HTTPField.Name("traceparent")!
    static let traceState = HTTPField.Name("tracestate")!
}
