import Foundation
import Glibc
import JSONText
import ServerWorld
import Services
import Synchronization
import Testing
import Waits

/// Work for disconnected clients is cancelled.
@Suite(.serialized) struct ClientDepartureTests {
    /// In 0.1.0, forty requests whose clients disconnected at once kept both cores busy for half a minute.
    @Test func forecastsOfClientsThatHaveLeftLeaveTheQueue() async throws {
        try await ServerUnderTest.run { server async throws in
            let closes = simulatedHistory(0).closes.map { "\($0)" }.joined(separator: ",")
            let body = #"{"paths":10000,"closes":[\#(closes)]}"#
            let request =
                "POST /v1/forecasts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            // The one worker is held, so that all four wait, however fast the machine is.
            let mayEnd = DispatchSemaphore(value: 0)
            let held = Task { [queue = server.parts.models.queue] in try await queue.compute { mayEnd.wait() } }
            let sockets = try (0..<4).map { _ in try connected(server.port) }
            for socket in sockets { try send(request, socket) }
            try await until("four wait") { server.parts.models.queue.waiting == 4 }
            // One of them ends its side only, as a program that exits does; the others are cut off.
            for (index, socket) in sockets.enumerated() {
                if index == 0 { shutdown(socket, Int32(SHUT_WR)) } else { reset(socket) }
            }
            try await until("none waits") { server.parts.models.queue.waiting == 0 }
            mayEnd.signal()
            try await held.value
            let small = try await server.post("/v1/forecasts", json: #"{"days":1,"paths":1,"closes":[\#(closes)]}"#)
            #expect(small.status == 200, "\(small.text)")
            close(sockets[0])
        }
    }

    private func connected(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    private func send(_ text: String, _ descriptor: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            try #require(count > 0)
            rest = rest.dropFirst(count)
        }
    }

    /// Closes at once, without waiting for what was sent.
    private func reset(_ descriptor: Int32) {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }
}
