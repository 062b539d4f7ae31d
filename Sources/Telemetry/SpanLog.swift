import Digests
import Logging
import Platform
import Synchronization
import Tracing

/// A tracer without a collector: accepts and forwards W3C `traceparent` headers, creates ids, and logs finished spans at debug
/// level.
///
/// If the log level is above debug, spans only have ids. Any other `Tracer` can be bootstrapped instead.
package struct SpanLog: Tracer {
    private let logger: Logger
    private let identifiers: IDSequence

    /// Creates a tracer.
    ///
    /// - Parameter seed: the seed of the ids; by default different in each process.
    package init(logger: Logger, seed: UInt64 = .random(in: .min ... .max)) {
        self.logger = logger
        identifiers = IDSequence(seed: seed)
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> LoggedSpan {
        var context = context()
        let parent = context.trace
        context.trace = TraceContext(
            traceID: parent?.traceID ?? TraceID(high: identifiers.next(), low: identifiers.next()), spanID: identifiers.next(),
            isSampled: parent?.isSampled ?? true, state: parent?.state)
        let isRecording = logger.logLevel <= .debug && context.trace?.isSampled == true
        return LoggedSpan(
            operationName, context, kind: kind, parentID: parent?.spanID, logger: isRecording ? logger : nil,
            start: isRecording ? instant().nanosecondsSinceEpoch : 0)
    }

    package func forceFlush() {}

    package func extract<Carrier, Extract>(_ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract)
    where Extract: Extractor, Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: "traceparent", from: carrier), var trace = TraceContext(parent: text) else {
            return
        }
        if let state = extractor.extract(key: "tracestate", from: carrier), state.utf8.count <= 512 { trace.state = state }
        context.trace = trace
    }

    package func inject<Carrier, Inject>(_ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject)
    where Inject: Injector, Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.parent, forKey: "traceparent", into: &carrier)
        if let state = trace.state { injector.inject(state, forKey: "tracestate", into: &carrier) }
    }

    /// Adds the current span's ids to every log line.
    package static let metadataProvider = Logger.MetadataProvider {
        guard let trace = InstrumentationContext.current?.trace else { return [:] }
        return ["trace_id": .stringConvertible(trace.traceID), "span_id": .string(Hexadecimal.text(trace.spanID))]
    }
}

/// A span that is logged as one line when it ends.
package final class LoggedSpan: Span {
    private struct State {
        var name: String
        var attributes: SpanAttributes = [:]
        var status: SpanStatus?
        var errors: [String] = []
        var isEnded = false
    }

    package let context: InstrumentationContext
    private let kind: SpanKind
    private let parentID: UInt64?
    /// Nil if nothing is recorded.
    private let logger: Logger?
    private let start: UInt64
    private let state: Mutex<State>

    init(
        _ name: String, _ context: InstrumentationContext, kind: SpanKind, parentID: UInt64?, logger: Logger?, start: UInt64
    ) {
        (self.context, self.kind, self.parentID, self.logger, self.start) = (context, kind, parentID, logger, start)
        state = Mutex(State(name: name))
    }

    package var isRecording: Bool { logger != nil }

    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { if isRecording { state.withLock { $0.attributes = newValue } } }
    }

    package func setStatus(_ status: SpanStatus) { state.withLock { $0.status = status } }
    package func addEvent(_ event: SpanEvent) {}
    package func addLink(_ link: SpanLink) {}

    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        guard isRecording else { return }
        let text = "\(error)"
        state.withLock { if $0.errors.count < 10 { $0.errors.append(text) } }
    }

    /// Logs the span. Further calls have no effect.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard let logger, let trace = context.trace else { return }
        let ended: State? = state.withLock {
            if $0.isEnded { return nil }
            $0.isEnded = true
            return $0
        }
        guard let ended else { return }
        let end = instant().nanosecondsSinceEpoch
        logger.debug("span \(ended.name)", metadata: metadata(of: ended, trace, nanoseconds: end > start ? end - start : 0))
    }

    private func metadata(of ended: State, _ trace: TraceContext, nanoseconds: UInt64) -> Logger.Metadata {
        var fields: Logger.Metadata = [
            "trace_id": .stringConvertible(trace.traceID), "span_id": .string(Hexadecimal.text(trace.spanID)), "kind": "\(kind)",
            "duration_ms": .stringConvertible(Double(nanoseconds / 1000) / 1000),
        ]
        if let parentID { fields["parent_id"] = .string(Hexadecimal.text(parentID)) }
        if let status = ended.status { fields["status"] = "\(status.code)\(status.message.map { ": \($0)" } ?? "")" }
        if !ended.errors.isEmpty { fields["errors"] = .array(ended.errors.map(Logger.MetadataValue.string)) }
        ended.attributes.forEach { name, value in fields[name] = LoggedSpan.value(value) }
        return fields
    }

    private static func value(_ attribute: SpanAttribute) -> Logger.MetadataValue {
        switch attribute {
        case .int32(let value): .stringConvertible(Int(value))
        case .int64(let value): .stringConvertible(Int(value))
        case .double(let value): .stringConvertible(value)
        case .bool(let value): .stringConvertible(value)
        case .string(let value): .string(value)
        case .stringArray(let values): .array(values.map(Logger.MetadataValue.string))
        case .stringConvertible(let value): .string(value.description)
        default: .string("\(attribute)")
        }
    }
}
