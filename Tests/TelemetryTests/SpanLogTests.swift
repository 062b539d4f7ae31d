import JSONText
import Logging
import Telemetry
import Testing
import Tracing

@Suite struct SpanLogTests {
    private let written = WrittenLines()
    private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    private struct Carrier: Extractor, Injector {
        func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
        func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    }

    private func extracted(_ headers: [String: String]) -> InstrumentationContext {
        var context = InstrumentationContext.topLevel
        SpanLog(logger: written.logger()).extract(headers, into: &context, using: Carrier())
        return context
    }

    @Test func aParentOfW3CIsTakenInAndPassedOn() throws {
        let tracer = SpanLog(logger: written.logger(), seed: 1)
        let span = tracer.startSpan(
            "GET /", context: extracted(["traceparent": Self.parent, "tracestate": "a=b"]), ofKind: .server)
        var headers: [String: String] = [:]
        tracer.inject(span.context, into: &headers, using: Carrier())
        #expect(headers["traceparent"]?.hasPrefix("00-0af7651916cd43dd8448eb211c80319c-") == true)
        #expect(headers["traceparent"] != Self.parent)
        #expect(headers["tracestate"] == "a=b")
        span.end()
        #expect(written.last.contains("\"parent_id\":\"b7ad6b7169203331\""))
        #expect(written.last.contains("\"trace_id\":\"0af7651916cd43dd8448eb211c80319c\""))
    }

    @Test(arguments: [
        "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x", "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0é",
    ]) func aMalformedParentIsPassedOver(text: String) {
        #expect(extracted(["traceparent": text]).trace == nil)
    }

    @Test func aLaterVersionMayHaveMoreBehind() {
        #expect(extracted(["traceparent": "cc" + Self.parent.dropFirst(2) + "-what"]).trace?.spanID == 0xb7ad_6b71_6920_3331)
    }

    @Test func childrenShareTheTraceAndHaveTheirOwnIds() throws {
        let tracer = SpanLog(logger: written.logger(), seed: 2)
        let outer = tracer.startSpan("outer")
        let inner = tracer.startSpan("inner", context: outer.context)
        let (first, second) = (try #require(outer.context.trace), try #require(inner.context.trace))
        #expect(first.traceID == second.traceID)
        #expect(first.spanID != second.spanID)
    }

    @Test func idsDiffer() {
        let tracer = SpanLog(logger: written.logger(), seed: 3)
        let ids = (0..<2000).compactMap { _ in tracer.startSpan("x").context.trace }
        #expect(Set(ids.map(\.traceID)).count == 2000)
        #expect(Set(ids.map(\.spanID)).count == 2000)
    }

    @Test func aFinishedSpanIsOneLineWithNameStatusAndErrors() {
        struct Broken: Error {}
        let span = SpanLog(logger: written.logger(), seed: 4).startSpan("GET /v1", ofKind: .server)
        span.attributes["http.route"] = "/v1"
        span.recordError(Broken())
        span.setStatus(SpanStatus(code: .error, message: "no"))
        span.end()
        span.end()
        #expect(written.all.count == 1)
        for part in [
            "span GET /v1", "\"http.route\":\"/v1\"", "\"status\":\"error: no\"", "Broken", "\"duration_ms\":",
            "\"kind\":\"server\"",
        ] {
            #expect(written.last.contains(part), "\(part) in \(written.last)")
        }
    }

    @Test func aboveDebugSpansKeepNothingButTheirIds() {
        let span = SpanLog(logger: written.logger(level: .info), seed: 5).startSpan("x")
        span.attributes["a"] = "b"
        #expect(!span.isRecording)
        #expect(span.attributes.isEmpty)
        #expect(span.context.trace != nil)
        span.end()
        #expect(written.all.isEmpty)
    }

    @Test func aParentThatIsNotSampledIsNotLogged() {
        let context = extracted(["traceparent": Self.parent.dropLast(2) + "00"])
        SpanLog(logger: written.logger(), seed: 6).startSpan("x", context: context).end()
        #expect(written.all.isEmpty)
    }

    @Test func logLinesInsideASpanBearItsIds() throws {
        let logger = written.logger(.json, provider: SpanLog.metadataProvider)
        let tracer = SpanLog(logger: logger, seed: 7)
        tracer.withSpan("x") { span in
            logger.info("inside")
            #expect(written.last.contains("\"trace_id\":\"\(span.context.trace!.traceID)\""))
        }
        logger.info("outside")
        #expect(!written.last.contains("trace_id"))
    }
}
