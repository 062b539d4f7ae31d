/// Writes metrics in Prometheus's text formats.
struct ExpositionText {
    private(set) var bytes: [UInt8] = []
    let format: ExpositionFormat

    init(_ format: ExpositionFormat) { self.format = format }

    /// Writes the HELP and TYPE lines of a family. OpenMetrics omits the `_total` of a counter's samples in the family name.
    mutating func head(_ family: String, _ kind: MetricKind, help: String?) {
        let isBare = format == .openMetrics && kind == .counter && family.hasSuffix("_total")
        let name = isBare ? String(family.dropLast("_total".count)) : family
        if let help { line("# HELP \(name) \(MetricName.escaped(help, quote: format == .openMetrics))") }
        line("# TYPE \(name) \(kind.rawValue)")
    }

    mutating func sample(_ name: String, labels: String, _ value: String) {
        line(labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)")
    }

    mutating func end() {
        if format == .openMetrics { line("# EOF") }
    }

    /// Formats a number: `0.005`, `12.0`, `+Inf`, `NaN`.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return value.description
    }

    private mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// The two text formats that Prometheus reads.
package enum ExpositionFormat: Sendable {
    case prometheus, openMetrics

    /// Chooses the format for an Accept header: OpenMetrics if it is named, otherwise the format that every reader knows.
    package init(accept: String?) {
        self = accept?.lowercased().contains("application/openmetrics-text") == true ? .openMetrics : .prometheus
    }

    package var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}
