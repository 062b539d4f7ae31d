import Glibc
import JSONText
import Logging
import Market
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
        let now = now()
        let time = MomentText.iso(now.tv_sec, milliseconds: now.tv_nsec / 1_000_000)
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

    /// Writes a line to standard error with one write(2). The part that a full pipe does not accept is lost, because there is
    /// nowhere to report it.
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
