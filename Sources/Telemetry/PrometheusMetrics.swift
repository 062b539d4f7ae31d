import Metrics
import Synchronization

/// The metrics of the process, kept in memory for a Prometheus server to fetch.
///
/// Counters are named `…_total`; timers are histograms in seconds named `…_seconds`. Characters that the format does not allow
/// become `_`. Equal labels and dimensions share one series. Recording takes one atomic operation or one short lock, and
/// allocates nothing. Creating a series takes the registry's lock, so keep the series.
package final class PrometheusMetrics: MetricsFactory {
    /// Upper bounds of timer buckets, in seconds.
    package static let secondsBuckets = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
    /// Upper bounds of recorder buckets, for sizes and counts.
    package static let sizeBuckets: [Double] = [
        1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16384, 65536, 262_144, 1_048_576,
    ]

    private struct Family {
        let kind: MetricKind
        var series: [String: any MetricSeries] = [:]
    }

    private struct Registry {
        var families: [String: Family] = [:]
        var reads: [String: ReadSeries] = [:]
        var help: [String: String] = [:]
    }

    /// The maximum number of label sets in a family; without a limit, clients that can create label sets could fill the memory.
    private let labelSetLimit: Int
    private let buckets: [String: [Double]]
    private let registry = Mutex(Registry())
    /// Series that were not kept: beyond the limit, or of another kind than their family.
    private let refused = CountSeries()

    /// Creates an empty registry.
    ///
    /// - Parameters:
    ///   - buckets: ascending upper bounds by label (for timers in seconds), for labels that the default bounds do not fit.
    ///   - labelSetLimit: the maximum number of label sets in a family. Values for further label sets are not counted anywhere.
    package init(buckets: [String: [Double]] = [:], labelSetLimit: Int = 1000) {
        self.buckets = Dictionary(buckets.map { (MetricName.family($0.key), $0.value) }) { first, _ in first }
        self.labelSetLimit = labelSetLimit
    }

    /// Sets the HELP text of a family. `name` is the name as shown, such as `http_requests_total`.
    package func describe(_ name: String, _ help: String) {
        registry.withLock { $0.help[name] = help }
    }

    /// Adds a gauge that is read each time the metrics are fetched. `read` must not block.
    package func gauge(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
        register(name, help, ReadSeries(.gauge, read))
    }

    /// Adds a counter whose value is kept elsewhere. `read` must not block.
    package func counter(_ name: String, _ help: String, read: @escaping @Sendable () -> Double) {
        register(name, help, ReadSeries(.counter, read))
    }

    private func register(_ name: String, _ help: String, _ series: ReadSeries) {
        let name = MetricName.family(name)
        registry.withLock {
            $0.reads[name] = series
            $0.help[name] = help
        }
    }

    /// Returns all metrics, with families and label sets ordered by name.
    package func text(_ format: ExpositionFormat = .prometheus) -> [UInt8] {
        let (families, reads, help) = registry.withLock { ($0.families, $0.reads, $0.help) }
        var text = ExpositionText(format)
        for name in Set(families.keys).union(reads.keys).sorted() {
            if let family = families[name] {
                text.head(name, family.kind, help: help[name])
                for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) { series.write(name, labels, into: &text) }
            } else if let series = reads[name] {
                text.head(name, series.kind, help: help[name])
                text.sample(name, labels: "", ExpositionText.number(series.read()))
            }
        }
        text.head(
            "telemetry_refused_series_total", .counter, help: "Series not kept: too many label sets, or two kinds of one name.")
        refused.write("telemetry_refused_series_total", "", into: &text)
        text.end()
        return text.bytes
    }

    /// Returns the series with a name and label set, and creates it if necessary. A series that may not be kept can be used, but is
    /// never shown.
    private func series<Series: MetricSeries>(_ name: String, _ dimensions: [(String, String)], make: () -> Series) -> Series {
        let labels = MetricName.labels(dimensions)
        let kept: Series? = registry.withLock { registry in
            var family = registry.families[name] ?? Family(kind: Series.kind)
            if let known = family.series[labels] { return known as? Series }
            guard family.kind == Series.kind, family.series.count < labelSetLimit, registry.reads[name] == nil else { return nil }
            let new = make()
            family.series[labels] = new
            registry.families[name] = family
            return new
        }
        if kept == nil { refused.increment(by: 1) }
        return kept ?? make()
    }

    private static func suffixed(_ label: String, _ suffix: String) -> String {
        let name = MetricName.family(label)
        return name.hasSuffix(suffix) ? name : name + suffix
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(Self.suffixed(label, "_total"), dimensions) { CountSeries() }
    }

    package func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(Self.suffixed(label, "_total"), dimensions) { SumSeries() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(MetricName.family(label), dimensions) { GaugeSeries() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        let name = MetricName.family(label)
        guard aggregate else { return series(name, dimensions) { GaugeSeries() } }
        return series(name, dimensions) { HistogramSeries(bounds: buckets[name] ?? Self.sizeBuckets) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let name = MetricName.family(label)
        return series(Self.suffixed(label, "_seconds"), dimensions) {
            HistogramSeries(bounds: buckets[name] ?? Self.secondsBuckets)
        }
    }

    package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

    private func forget(_ handler: AnyObject) {
        registry.withLock { registry in
            for (name, family) in registry.families {
                guard let labels = family.series.first(where: { $0.value === handler })?.key else { continue }
                registry.families[name]?.series[labels] = nil
                if family.series.count == 1 { registry.families[name] = nil }
            }
        }
    }
}
