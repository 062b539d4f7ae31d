import APIKit
import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Notices
import Records
import Services
import Store

/// Server-sent events with the number of notices that are not read: at first and whenever it changes, by this process or another one.
package struct NoticeEvents: Sendable {
    /// Where they are.
    package static let path = NoticeStreams.path

    /// Changes whenever stored data may have changed.
    package let version: @Sendable () async -> Int
    /// The number of notices of the caller that are not read.
    package let count: @Sendable () async throws -> Int
    /// Called every second; false ends the stream.
    package var isPermitted: @Sendable () async -> Bool = { true }
    package var isStopping: @Sendable () -> Bool = { false }
    /// Whether a newer stream has taken its place.
    package var isReplaced: @Sendable () -> Bool = { false }
    package var spacing = Duration.milliseconds(500)
    package var heartbeat = Duration.seconds(15)
    /// Streams end after this time, and browsers open them again: no connection that is forgotten stays for ever.
    package var lifetime = Duration.seconds(600)

    package init(version: @escaping @Sendable () async -> Int, count: @escaping @Sendable () async throws -> Int) {
        (self.version, self.count) = (version, count)
    }

    /// Calls `write` with each event until the stream ends.
    ///
    /// - Throws: the error of `write`, because the client has disconnected.
    package func forEach(_ write: (String) async throws -> Void) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        var (sent, seen): (Int?, Int?)
        var (writtenAt, askedAt) = (start, start)
        repeat {
            if clock.now - askedAt >= .seconds(1) {
                guard await isPermitted() else { return }
                askedAt = clock.now
            }
            let version = await version()
            if version != seen {
                // A store that cannot be read now is asked again.
                if let count = try? await count() {
                    seen = version
                    if count != sent {
                        try await write(Self.event(count))
                        (sent, writtenAt) = (count, clock.now)
                    }
                }
            }
            if clock.now - writtenAt >= heartbeat {
                try await write(": \n\n")
                writtenAt = clock.now
            }
            if isStopping() { return }
            // Otherwise the client would take the place of another one at once, and that one its place, without end.
            if isReplaced() { return try await write(Self.pause) }
            try await Task.sleep(for: spacing)
        } while !isStopping() && clock.now - start < lifetime
    }

    /// Has browsers wait for 30 seconds before they open a stream again.
    private static let pause = "retry: 30000\n\n"

    private static func event(_ count: Int) -> String { "event: count\ndata: {\"unread\":\(count)}\n\n" }

    /// The operation.
    static let operation = Operation(
        .get, path, id: "getNoticeEvents", tag: "Notices",
        "Server-sent events: `count` with the number of notices that are not read, now and whenever it changes. Comments every 15 "
            + "seconds keep the connection open. The stream ends after 10 minutes, and if the caller opens more than "
            + "\(NoticeStreams.mostPerOwner); open it again.", need: .scope(.read),
        answers: [
            .contents(
                200, "Events until the stream ends.",
                [
                    (
                        "text/event-stream",
                        .object([.init("event", .choice(["count"])), .init("data", .text(1...100), "A NoticeCount.")])
                    )
                ])
        ])
}

extension ServerParts {
    /// Adds the event stream about notices.
    package func addNoticeEvents(to api: inout API) {
        let (store, storeVersion, streams, lifetime) = (store, storeVersion, noticeStreams, noticeStreamLifetime)
        let isCurrent = isCurrent
        api.add(NoticeEvents.operation) { call in
            let caller = call.caller
            var events = NoticeEvents(
                version: { await storeVersion.current() },
                count: { try await store.reading { try $0.unreadNotices(of: caller.owner) } })
            events.isPermitted = { await isCurrent(caller) }
            events.isStopping = { streams.isStopping }
            events.lifetime = lifetime
            let open = streams.open(caller.owner)
            events.isReplaced = { open.isReplaced }
            let permitted = events
            let body = ResponseBody { writer in
                defer { open.close() }
                try await permitted.forEach { try await writer.write(ByteBuffer(string: $0)) }
                try await writer.finish(nil)
            }
            return Reply(stream: body, type: "text/event-stream").with(.cacheControl, "no-store")
        }
    }
}
