import Glibc
import JSONText
import Logging
import Platform
import Synchronization

/// A log handler that writes one line for each event, as a JSON object or as text for terminals.
///
/// A JSON line has `time` (UTC, ISO 8601 with milliseconds), `level`, `logger`, `message`, then `request_id`, `trace_id` and
/// `span_id` if known, `error`, and `metadata` with everything else. Values of keys such as `authorization`, `token`, `key` or
/// `cookie` are replaced. Each line is written with one write(2), so that lines of several processes do not mix.
package struct LogLines: LogHandler {
    package enum Form: Sendable { case json, text }

    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    /// The logger's own level if set, otherwise the common one.
    package var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }
    private var ownLevel: Logger.Level?
    private let threshold: LogThreshold
    private let label: String
    private let form: Form
    private let write: @Sendable ([UInt8]) -> Void
    private let now: @Sendable () -> timespec

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - threshold: the level of all loggers without their own.
    ///   - provider: adds metadata to every event, for example ``SpanLog/metadataProvider``.
    ///   - write: receives one line with its end, on the caller's thread. The default writes to standard error. Servers pass
    ///     ``LineWriter/append(_:)``, which does not block.
    ///   - now: returns the time since 1970-01-01 UTC.
    package init(
        label: String, threshold: LogThreshold, form: Form, provider: Logger.MetadataProvider? = nil,
        write: @escaping @Sendable ([UInt8]) -> Void = LogLines.toStandardError,
        now: @escaping @Sendable () -> timespec = LogLines.systemTime
    ) {
        (self.label, self.threshold, self.form, metadataProvider) = (label, threshold, form, provider)
        (self.write, self.now) = (write, now)
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var fields = metadata
        if let provided = metadataProvider?.get(), !provided.isEmpty { fields.merge(provided) { _, new in new } }
        if let given = event.metadata, !given.isEmpty { fields.merge(given) { _, new in new } }
        let time = LogTime.text(now())
        switch form {
        case .json: write(LogLine.json(time: time, label: label, event: event, fields: fields))
        case .text: write(LogLine.text(time: time, label: label, event: event, fields: fields))
        }
    }

    /// The system's clock.
    package static let systemTime: @Sendable () -> timespec = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time
    }

    /// Writes a line to standard error with one write(2). What a full pipe does not accept is lost, because there is nowhere to
    /// report it.
    package static let toStandardError: @Sendable ([UInt8]) -> Void = { line in
        _ = try? Files.writeAll(line, descriptor: STDERR_FILENO, path: "standard error")
    }
}

/// The common log level, which can change while the program runs.
package final class LogThreshold: Sendable {
    private let place: Atomic<Int>

    package init(_ level: Logger.Level) { place = Atomic(Self.place(of: level)) }

    package var level: Logger.Level {
        get { Logger.Level.allCases[place.load(ordering: .relaxed)] }
        set { place.store(Self.place(of: newValue), ordering: .relaxed) }
    }

    private static func place(of level: Logger.Level) -> Int { Logger.Level.allCases.firstIndex(of: level) ?? 0 }
}

/// Formats the times of log lines.
enum LogTime {
    /// Returns `2025-02-20T14:30:00.123Z`.
    static func text(_ time: timespec) -> String {
        let (day, second) = (floorDivide(time.tv_sec, 86_400), time.tv_sec - floorDivide(time.tv_sec, 86_400) * 86_400)
        let (year, month, dayOfMonth) = civil(day)
        return String(unsafeUninitializedCapacity: 24) { bytes in
            func put(_ value: Int, at offset: Int, digits: Int) {
                var value = value
                for position in stride(from: offset + digits - 1, through: offset, by: -1) {
                    bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                    value /= 10
                }
            }
            for (offset, sign) in zip([4, 7, 10, 13, 16, 19, 23], "--T::.Z".utf8) { bytes[offset] = sign }
            put(year, at: 0, digits: 4)
            put(month, at: 5, digits: 2)
            put(dayOfMonth, at: 8, digits: 2)
            put(second / 3600, at: 11, digits: 2)
            put(second / 60 % 60, at: 14, digits: 2)
            put(second % 60, at: 17, digits: 2)
            put(time.tv_nsec / 1_000_000, at: 20, digits: 3)
            return 24
        }
    }

    /// Converts days since 1970-01-01 to the proleptic Gregorian calendar, by Hinnant's algorithm with years that start in March.
    private static func civil(_ day: Int) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, ofYear - (153 * month + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }
}
