import Metrics
import Synchronization

/// One line of the exposition, or for a histogram one block of lines.
protocol MetricSeries: AnyObject, Sendable {
    static var kind: MetricKind { get }
    func write(_ family: String, _ labels: String, into text: inout ExpositionText)
}

enum MetricKind: String, Sendable {
    case counter, gauge, histogram
}

/// Counts events.
final class CountSeries: MetricSeries, CounterHandler {
    static let kind = MetricKind.counter
    private let count = Atomic<Int64>(0)

    /// Counters only grow: negative amounts are ignored.
    func increment(by amount: Int64) {
        if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
    }

    func reset() { count.store(0, ordering: .relaxed) }

    func write(_ family: String, _ labels: String, into text: inout ExpositionText) {
        text.sample(family, labels: labels, count.load(ordering: .relaxed).description)
    }
}

/// Sums floating-point amounts.
final class SumSeries: MetricSeries, FloatingPointCounterHandler {
    static let kind = MetricKind.counter
    private let bits = Atomic<UInt64>(Double.zero.bitPattern)

    func increment(by amount: Double) {
        if amount > 0 { bits.add(amount) }
    }

    func reset() { bits.store(Double.zero.bitPattern, ordering: .relaxed) }

    func write(_ family: String, _ labels: String, into text: inout ExpositionText) {
        text.sample(family, labels: labels, ExpositionText.number(Double(bitPattern: bits.load(ordering: .relaxed))))
    }
}

/// A value that can go up and down.
final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    static let kind = MetricKind.gauge
    private let bits = Atomic<UInt64>(Double.zero.bitPattern)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }
    func increment(by amount: Double) { bits.add(amount) }
    func decrement(by amount: Double) { bits.add(-amount) }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(_ family: String, _ labels: String, into text: inout ExpositionText) {
        text.sample(family, labels: labels, ExpositionText.number(Double(bitPattern: bits.load(ordering: .relaxed))))
    }
}

/// A distribution: counts of values by upper bound.
final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    static let kind = MetricKind.histogram

    private struct Tally {
        /// The count for each bound, and one for values above all bounds. Not cumulative.
        var counts: [UInt64]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let tally: Mutex<Tally>

    /// Creates a histogram.
    ///
    /// - Parameter bounds: upper bounds, ascending and finite.
    init(bounds: [Double]) {
        self.bounds = bounds
        tally = Mutex(Tally(counts: [UInt64](repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }
    func record(_ value: Int64) { record(Double(value)) }

    /// Records a value. NaN is ignored, because it would make the sum NaN forever.
    func record(_ value: Double) {
        guard !value.isNaN else { return }
        var index = 0
        while index < bounds.count, value > bounds[index] { index += 1 }
        tally.withLock {
            $0.counts[index] += 1
            $0.sum += value
        }
    }

    func write(_ family: String, _ labels: String, into text: inout ExpositionText) {
        let tally = tally.withLock { $0 }
        var total: UInt64 = 0
        for (bound, count) in zip(bounds + [.infinity], tally.counts) {
            total += count
            let le = "le=\"\(ExpositionText.number(bound))\""
            text.sample("\(family)_bucket", labels: labels.isEmpty ? le : "\(labels),\(le)", total.description)
        }
        text.sample("\(family)_sum", labels: labels, ExpositionText.number(tally.sum))
        text.sample("\(family)_count", labels: labels, total.description)
    }
}

/// A gauge or counter that is read when metrics are fetched.
final class ReadSeries: Sendable {
    let kind: MetricKind
    let read: @Sendable () -> Double

    init(_ kind: MetricKind, _ read: @escaping @Sendable () -> Double) { (self.kind, self.read) = (kind, read) }
}

extension Atomic where Value == UInt64 {
    /// Adds to a `Double` stored as its bits.
    fileprivate func add(_ amount: Double) {
        var current = load(ordering: .relaxed)
        while true {
            let next = (Double(bitPattern: current) + amount).bitPattern
            let (done, seen) = weakCompareExchange(expected: current, desired: next, ordering: .relaxed)
            if done { return }
            current = seen
        }
    }
}
