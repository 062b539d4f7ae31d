import Digests
import Tracing

/// A span's position in its trace, as carried by the `traceparent` header of W3C Trace Context.
package struct TraceContext: Sendable, Equatable {
    /// The trace's id, 128 bits, never 0.
    package let traceID: TraceID
    /// The span's id, never 0.
    package let spanID: UInt64
    package var isSampled: Bool
    /// The `tracestate` header, forwarded unchanged.
    package var state: String?

    package init(traceID: TraceID, spanID: UInt64, isSampled: Bool, state: String? = nil) {
        (self.traceID, self.spanID, self.isSampled, self.state) = (traceID, spanID, isSampled, state)
    }

    /// Parses `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`. Returns nil if it violates the specification. Later
    /// versions than 00 may have further fields.
    package init?(parent text: String) {
        let bytes = Array(text.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = Hexadecimal.value(bytes[0..<2]), version != 0xFF,
            version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == dash,
            let high = Hexadecimal.value(bytes[3..<19]), let low = Hexadecimal.value(bytes[19..<35]), high | low != 0,
            let span = Hexadecimal.value(bytes[36..<52]), span != 0, let flags = Hexadecimal.value(bytes[53..<55])
        else { return nil }
        self.init(traceID: TraceID(high: high, low: low), spanID: span, isSampled: flags & 1 == 1)
    }

    /// The value of a `traceparent` header.
    package var parent: String { "00-\(traceID)-\(Hexadecimal.text(spanID))-\(isSampled ? "01" : "00")" }
}

/// A 128-bit id, printed as 32 hexadecimal digits.
package struct TraceID: Sendable, Hashable, CustomStringConvertible {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }
    package var description: String { Hexadecimal.text(high) + Hexadecimal.text(low) }
}

private enum TraceContextKey: InstrumentationContextKey {
    typealias Value = TraceContext
    static var nameOverride: String? { "trace" }
}

extension InstrumentationContext {
    /// The current span's trace context.
    package var trace: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}
