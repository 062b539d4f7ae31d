/// The text that a Prometheus server reads.
struct ExpositionText {
    private(set) var bytes: [UInt8] = []
    let format: ExpositionFormat

    init(_ format: ExpositionFormat) { self.format = format }

    /// The HELP and TYPE lines of a family. OpenMetrics names a counter without the `_total` of its samples.
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

    /// `0.005`, `12.0`, `+Inf`, `NaN`.
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

/// The two text forms that Prometheus reads.
package enum ExpositionFormat: Sendable {
    case prometheus, openMetrics

    /// The form that an Accept header asks for: OpenMetrics where it is named, else the one every reader knows.
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
