import Metrics
import Telemetry
import Testing

@Suite struct PrometheusMetricsTests {
    private let metrics = PrometheusMetrics(buckets: ["size": [1, 10, 100], "http.duration": [0.01, 0.1]], labelSetLimit: 3)

    private func lines(_ format: ExpositionFormat = .prometheus) -> [String] {
        String(decoding: metrics.text(format), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The value of a sample, found the slow way.
    private func value(_ sample: String) -> Double? {
        lines().first { $0.hasPrefix("\(sample) ") }.flatMap { Double($0.dropFirst(sample.count + 1)) }
    }

    @Test func aCounterIsNamedTotalAndItsLabelsAreSortedAndEscaped() {
        metrics.describe("http_requests_total", "Requests\nanswered, by \\route.")
        let counter = Counter(label: "http.requests", dimensions: [("status", "2xx"), ("route", "/a\"b\\c\nd")], factory: metrics)
        counter.increment(by: 3)
        #expect(lines().contains("http_requests_total{route=\"/a\\\"b\\\\c\\nd\",status=\"2xx\"} 3"))
        #expect(lines().contains("# HELP http_requests_total Requests\\nanswered, by \\\\route."))
        #expect(lines().contains("# TYPE http_requests_total counter"))
    }

    @Test func theSameNameAndLabelsInAnyOrderAreTheSameSeries() {
        Counter(label: "a", dimensions: [("x", "1"), ("y", "2")], factory: metrics).increment()
        Counter(label: "a_total", dimensions: [("y", "2"), ("x", "1")], factory: metrics).increment()
        #expect(value("a_total{x=\"1\",y=\"2\"}") == 2)
    }

    @Test func namesThatTheFormatHasNotAreMended() {
        Counter(label: "9 lives/cat-é", dimensions: [("le", "1"), ("2 b", "x")], factory: metrics).increment()
        #expect(value("_9_lives_cat____total{_2_b=\"x\",le_=\"1\"}") == 1)
    }

    @Test func aCounterNeverFallsAndCanBeReset() {
        let counter = Counter(label: "falling", factory: metrics)
        counter.increment(by: 5)
        counter.increment(by: -2)
        #expect(value("falling_total") == 5)
        counter.reset()
        #expect(value("falling_total") == 0)
    }

    @Test func gaugesMetersAndFloatingCountersHoldTheirValues() {
        let meter = Meter(label: "queue.depth", factory: metrics)
        meter.set(5)
        meter.increment(by: 2.5)
        meter.decrement(by: 1)
        Gauge(label: "last", factory: metrics).record(-0.25)
        let sum = FloatingPointCounter(label: "seconds", factory: metrics)
        for _ in 0..<10 { sum.increment(by: 0.5) }
        #expect(value("queue_depth") == 6.5)
        #expect(value("last") == -0.25)
        #expect(value("seconds_total") == 5)
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func aHistogramAgreesWithCountingEachBucket(seed: UInt64) {
        var random = SplitMix(state: seed)
        let bounds = [1.0, 10, 100]
        let values = (0..<500).map { _ in Double(Int(random.next() % 4000)) / 20 }
        let recorder = Recorder(label: "size", dimensions: [("seed", "\(seed)")], factory: metrics)
        for value in values { recorder.record(value) }
        for bound in bounds {
            let sample = "size_bucket{seed=\"\(seed)\",le=\"\(bound)\"}"
            #expect(value(sample) == Double(values.filter { $0 <= bound }.count), "seed \(seed)")
        }
        #expect(value("size_bucket{seed=\"\(seed)\",le=\"+Inf\"}") == 500)
        #expect(value("size_count{seed=\"\(seed)\"}") == 500)
        #expect(abs((value("size_sum{seed=\"\(seed)\"}") ?? 0) - values.reduce(0, +)) < 1e-6, "seed \(seed)")
    }

    @Test func aTimerIsAHistogramInSeconds() {
        let timer = Timer(label: "http.duration", factory: metrics)
        timer.recordMilliseconds(10)
        timer.recordMilliseconds(50)
        timer.recordSeconds(2)
        #expect(value("http_duration_seconds_bucket{le=\"0.01\"}") == 1)
        #expect(value("http_duration_seconds_bucket{le=\"0.1\"}") == 2)
        #expect(value("http_duration_seconds_bucket{le=\"+Inf\"}") == 3)
        #expect(value("http_duration_seconds_sum") == 2.06)
    }

    @Test func aNaNDoesNotSpoilAHistogram() {
        let recorder = Recorder(label: "size", factory: metrics)
        recorder.record(Double.nan)
        recorder.record(7.0)
        #expect(value("size_sum") == 7)
    }

    @Test func concurrentRecordingLosesNothing() async {
        let counter = Counter(label: "hits", factory: metrics)
        let sum = FloatingPointCounter(label: "weight", factory: metrics)
        let recorder = Recorder(label: "size", factory: metrics)
        let meter = Meter(label: "level", factory: metrics)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<5000 {
                        counter.increment()
                        sum.increment(by: 0.5)
                        recorder.record(5.0)
                        meter.increment(by: 2)
                        meter.decrement(by: 1)
                    }
                }
            }
        }
        #expect(value("hits_total") == 40_000)
        #expect(value("weight_total") == 20_000)
        #expect(value("size_bucket{le=\"10.0\"}") == 40_000)
        #expect(value("size_sum") == 200_000)
        #expect(value("level") == 40_000)
    }

    @Test func labelSetsBeyondTheLimitAreRefusedAndCounted() {
        for path in 0..<10 { Counter(label: "by.path", dimensions: [("path", "\(path)")], factory: metrics).increment() }
        #expect(lines().filter { $0.hasPrefix("by_path_total{") }.count == 3)
        #expect(value("telemetry_refused_series_total") == 7)
    }

    @Test func aSecondKindOfOneNameIsRefused() {
        Meter(label: "thing", factory: metrics).set(1)
        Recorder(label: "thing", factory: metrics).record(9)
        #expect(lines().filter { $0.hasPrefix("thing") } == ["thing 1.0"])
        #expect(value("telemetry_refused_series_total") == 1)
    }

    @Test func aDestroyedSeriesIsGone() {
        let counter = Counter(label: "gone", factory: metrics)
        counter.increment()
        counter.destroy()
        #expect(!lines().contains { $0.contains("gone") })
    }

    @Test func openMetricsNamesCountersBareAndEnds() {
        Counter(label: "hits", factory: metrics).increment()
        #expect(lines(.openMetrics).contains("# TYPE hits counter"))
        #expect(lines(.openMetrics).contains("hits_total 1"))
        #expect(lines(.openMetrics).last == "# EOF")
        #expect(!lines(.prometheus).contains("# EOF"))
    }

    @Test func theFormatFollowsTheAcceptHeader() {
        #expect(ExpositionFormat(accept: nil).contentType == "text/plain; version=0.0.4; charset=utf-8")
        #expect(ExpositionFormat(accept: "*/*") == .prometheus)
        #expect(ExpositionFormat(accept: "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.2") == .openMetrics)
    }

    @Test func everyLineIsASampleOrAComment() throws {
        metrics.addProcess(startedAt: 1_700_000_000)
        Timer(label: "http.duration", dimensions: [("route", "/v1/{a}")], factory: metrics).recordSeconds(1)
        for line in lines() where !line.hasPrefix("# ") {
            let space = try #require(line.lastIndex(of: " "), "\(line)")
            #expect(Double(line[line.index(after: space)...].replacing("+Inf", with: "inf")) != nil, "\(line)")
            #expect(line.first?.isLetter == true || line.first == "_", "\(line)")
        }
        #expect((value("process_resident_memory_bytes") ?? 0) > 1_000_000)
        #expect((value("process_open_fds") ?? 0) >= 3)
        #expect((value("process_cpu_seconds_total") ?? 0) > 0)
    }
}

struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
