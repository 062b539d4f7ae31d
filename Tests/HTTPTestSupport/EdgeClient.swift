import Glibc

/// A client that sends exactly the bytes it is given. Blocking; used by one thread.
package final class EdgeClient {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    private let descriptor: Int32
    private var received: [UInt8] = []

    package init(port: Int, timeoutSeconds: Int = 20) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure(description: "connect: \(String(cString: strerror(errno)))") }
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    package static func request(_ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil) -> [UInt8]
    {
        var text = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + (body ?? [])
    }

    /// Whether all bytes were sent: a server that has closed accepts nothing.
    @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + done, $0.count - done, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// One answer; the bytes after it are kept for the next.
    package func answer(isHead: Bool = false) throws -> EdgeAnswer {
        while true {
            let end = try fillUntilBlankLine()
            let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
            received.removeFirst(end + 4)
            guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
                throw Failure(description: "no status in \(lines)")
            }
            guard status != 100 else { continue }
            let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (line[..<colon].lowercased(), line[line.index(after: colon)...].drop { $0 == " " }.description)
            }
            return EdgeAnswer(status: status, headers: headers, body: isHead ? [] : try body(headers, status))
        }
    }

    /// The status line of an interim answer.
    package func interim() throws -> String {
        let end = try fillUntilBlankLine()
        defer { received.removeFirst(end + 4) }
        return String(decoding: received[..<end], as: UTF8.self)
    }

    private func body(_ headers: [(name: String, value: String)], _ status: Int) throws -> [UInt8] {
        if status == 304 || status == 204 { return [] }
        if let length = headers.first(where: { $0.name == "content-length" }).flatMap({ Int($0.value) }) { return try take(length) }
        guard headers.contains(where: { $0.name == "transfer-encoding" }) else { return try rest() }
        var body: [UInt8] = []
        while true {
            let length = Int(try line(), radix: 16) ?? 0
            body += try take(length)
            _ = try line()
            if length == 0 { return body }
        }
    }

    private func line() throws -> String {
        while true {
            if let end = received.firstIndex(of: 13), end + 1 < received.count {
                defer { received.removeFirst(end + 2) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard try fill() else { throw Failure(description: "closed within a line") }
        }
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while received.count < count { guard try fill() else { throw Failure(description: "closed within a body") } }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    /// The received bytes and the next ones; empty if the server closes.
    package func some() throws -> [UInt8] {
        if received.isEmpty {
            do { _ = try fill() } catch let error as Failure where error.description == "reset" { return [] }
        }
        defer { received = [] }
        return received
    }

    /// The number of bytes that wait to be read, up to 64 KiB.
    package var arrivedCount: Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        return max(0, recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK | MSG_DONTWAIT)))
    }

    /// All bytes until the server closes.
    package func rest() throws -> [UInt8] {
        while try fill() {}
        defer { received = [] }
        return received
    }

    /// Whether the server has closed the connection; waits for it. Earlier bytes are in ``received``.
    package func isClosed() -> Bool {
        while true {
            do {
                guard try fill() else { return true }
            } catch { return (error as? Failure)?.description == "reset" }
        }
    }

    private func fillUntilBlankLine() throws -> Int {
        while true {
            if let end = received.indices.first(where: { received[$0...].starts(with: [13, 10, 13, 10]) }) { return end }
            guard try fill() else {
                throw Failure(description: "closed before an answer: \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// Reads some; false at the end.
    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { throw Failure(description: errno == ECONNRESET ? "reset" : "recv: \(String(cString: strerror(errno)))") }
        received += buffer.prefix(count)
        return count > 0
    }
}
