import JSONText

/// Server-sent events about tasks: their state whenever it changes, at most four times a second, and comments in between to detect
/// a client that has disconnected. A slow client gets fewer states, never a queue of them.
package struct TaskEvents: Sendable {
    /// The state of a page's tasks.
    package struct Snapshot: Sendable, Equatable {
        let json: [UInt8]
        /// Whether no further change will come.
        let isOver: Bool

        package init(json: [UInt8], isOver: Bool) { (self.json, self.isOver) = (json, isOver) }
    }

    /// The id of the last event.
    static let endID = "end"

    /// Returns the current state of the page; nil if the stream must end.
    private let snapshot: @Sendable () async -> Snapshot?
    /// Called every second; false ends the stream.
    package var isPermitted: @Sendable () async -> Bool = { true }
    /// Whether the server is stopping.
    package var isStopping: @Sendable () -> Bool = { false }
    package var spacing = Duration.milliseconds(250)
    package var heartbeat = Duration.seconds(15)

    package init(snapshot: @escaping @Sendable () async -> Snapshot?) { self.snapshot = snapshot }

    /// Calls `write` with each event, until everything has ended, the server stops, or the client may no longer see it.
    ///
    /// - Throws: the error of `write`, because the client has disconnected.
    package func forEach(_ write: (String) async throws -> Void) async throws {
        let clock = ContinuousClock()
        var sent: Snapshot?
        var (writtenAt, askedAt) = (clock.now, clock.now)
        while !isStopping() {
            if clock.now - askedAt >= .seconds(1) {
                guard await isPermitted() else { return }
                askedAt = clock.now
            }
            guard let newest = await snapshot() else { return }
            if newest != sent {
                try await write(Self.text(newest))
                (sent, writtenAt) = (newest, clock.now)
            } else if clock.now - writtenAt >= heartbeat {
                try await write(": \n\n")
                writtenAt = clock.now
            }
            if newest.isOver { return }
            try await Task.sleep(for: spacing)
        }
    }

    private static func text(_ snapshot: Snapshot) -> String {
        let head = snapshot.isOver ? "event: end\nid: \(endID)\n" : "event: progress\n"
        return head + "data: \(String(decoding: snapshot.json, as: UTF8.self))\n\n"
    }
}
