import Foundation
import Glibc
import Synchronization

/// A small scripted HTTP/1.1 server on the loopback interface that answers, slowly, wrongly or not at all; one thread per
/// connection.
package final class LoopbackServer: Sendable {
    /// The client's request.
    package struct Request: Sendable {
        package let method: String
        package let path: String
        package let query: [String: String]
        /// Names in lower case.
        package let headers: [String: String]
        package let body: [UInt8]
    }

    /// The server's reply.
    package struct Reply: Sendable {
        package var status = 200
        package var headers: [String: String] = [:]
        package var body: [UInt8] = []
        /// The delay before anything is sent.
        package var delaySeconds = 0.0
        /// The number of body bytes after which the connection is closed.
        package var cutAfter: Int?
        /// Whether no response is ever sent.
        package var hangs = false
        /// A byte of the body each 20 ms.
        package var isSlow = false
        /// Neither length nor chunks: the body ends with the connection.
        package var hasLength = true

        package init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        package static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Reply {
            Reply(status: status, headers: headers, body: Array(text.utf8))
        }
    }

    private struct State {
        var requests: [Request] = []
        var isStopped = false
        var answer: @Sendable (Request, Int) -> Reply
    }

    private let listener: Int32
    package let port: Int
    private let state: Mutex<State>

    /// Serves until it is stopped. `answer` gets each request and its number, from 0.
    package init(_ answer: @escaping @Sendable (Request, Int) -> Reply) {
        state = Mutex(State(answer: answer))
        signal(SIGPIPE, SIG_IGN)
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                precondition(bind(descriptor, generic, length) == 0 && listen(descriptor, 64) == 0)
                precondition(getsockname(descriptor, generic, &length) == 0)
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
        Thread.detachNewThread { [self] in accepting() }
    }

    package var address: URL { URL(string: "http://127.0.0.1:\(port)")! }
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Ends all connections. A server that is not stopped keeps its port until the process ends.
    package func stop() {
        state.withLock { $0.isStopped = true }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func accepting() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0, !isStopped else { break }
            Thread.detachNewThread { [self] in
                serve(connection)
                close(connection)
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        guard let request = read(connection) else { return }
        let (number, answer) = state.withLock { state in
            state.requests.append(request)
            return (state.requests.count - 1, state.answer)
        }
        let reply = answer(request, number)
        guard pause(connection, reply.hangs ? .infinity : reply.delaySeconds) else { return }
        var head = "HTTP/1.1 \(reply.status) Status\r\nConnection: close\r\n"
        if reply.hasLength { head += "Content-Length: \(reply.body.count)\r\n" }
        for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
        guard send(connection, Array((head + "\r\n").utf8)) else { return }
        let body = Array(reply.cutAfter.map { reply.body.prefix($0) } ?? reply.body[...])
        guard reply.isSlow else {
            _ = send(connection, body)
            return
        }
        for byte in body where !isStopped { guard send(connection, [byte]), pause(connection, 0.02) else { return } }
    }

    /// Waits, and returns whether the client is still connected.
    private func pause(_ connection: Int32, _ seconds: Double) -> Bool {
        let end = Date().timeIntervalSince1970 + seconds
        while Date().timeIntervalSince1970 < end {
            var watched = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            poll(&watched, 1, 10)
            if isStopped || watched.revents != 0 { return false }
        }
        return true
    }

    private func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        // One by one: what follows the empty line is the body.
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let next = readBytes(connection, 1) else { return nil }
            bytes += next
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let target = lines[0].split(separator: " ")[1]
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        guard let body = readBytes(connection, Int(headers["content-length"] ?? "") ?? 0) else { return nil }
        let url = URLComponents(string: String(target))!
        let query = (url.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return Request(
            method: String(lines[0].prefix { $0 != " " }), path: url.path, query: Dictionary(query) { first, _ in first },
            headers: headers, body: body)
    }

    /// Reads as many bytes; nil if the connection ends before.
    private func readBytes(_ connection: Int32, _ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < count {
            let received = recv(connection, &buffer, min(buffer.count, count - bytes.count), 0)
            guard received > 0 else { return nil }
            bytes += buffer.prefix(received)
        }
        return bytes
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(connection, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
