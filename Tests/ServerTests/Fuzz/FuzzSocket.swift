import Foundation
import Market
import Platform

/// Sends bytes to a server and reads its output, on a thread of its own.
struct FuzzSocket: Sendable {
    let port: Int
    /// How long an answer may take to begin.
    private static let patienceSeconds = 20

    /// - Returns: the faults, one per line.
    func send(_ count: Int, of source: FuzzSource) async throws -> [String] {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try blockingSend(count, of: source) }) }.start()
        }
    }

    private func blockingSend(_ count: Int, of source: FuzzSource) throws -> [String] {
        var source = source
        var faults: [String] = []
        for index in 0..<count where faults.count < 5 {
            let bytes = Self.stream(&source)
            let isSlow = index % 200 == 199
            guard let said = try exchange(bytes, pieces: isSlow ? 5 : 1) else {
                faults.append("request \(index): no end of the answer\n\(String(decoding: bytes.prefix(2000), as: UTF8.self))")
                continue
            }
            if let fault = Self.fault(of: said) {
                faults.append("request \(index): \(fault)\n\(String(decoding: bytes.prefix(2000), as: UTF8.self))")
            }
        }
        return faults
    }

    /// One to four requests on one connection, complete or damaged.
    private static func stream(_ source: inout FuzzSource) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0...source.index(below: 4) {
            let request = source.next()
            let whole = request.body != nil && source.chance(0.4) ? source.chunked(request) : request.bytes
            bytes += source.chance(0.5) ? source.spoiled(whole) : whole
        }
        return bytes
    }

    private static func fault(of said: [UInt8]) -> String? {
        guard !said.isEmpty else { return nil }
        let first = String(decoding: said.prefix { $0 != 0x0D }, as: UTF8.self)
        let words = first.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return "no HTTP answer: \(first.prefix(100))"
        }
        return status >= 500 && status != 503 && status != 501 && status != 505 ? "status \(status)" : nil
    }

    /// - Returns: everything that the server sent; nil if it neither finished nor closed.
    private func exchange(_ bytes: [UInt8], pieces: Int) throws -> [UInt8]? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw FileError(path: "a socket", action: "open", code: errno) }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw FileError(path: "127.0.0.1:\(port)", action: "connect to", code: errno) }
        write(bytes, pieces: pieces, to: descriptor)
        shutdown(descriptor, Int32(SHUT_WR))
        return read(from: descriptor)
    }

    /// The server may close before it has read everything; that is not an error.
    private func write(_ bytes: [UInt8], pieces: Int, to descriptor: Int32) {
        let size = bytes.count / pieces + 1
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(bytes.count, start + size)])
            guard Glibc.send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count else { return }
            // Pause: a slow client.
            if pieces > 1 { usleep(20_000) }
        }
    }

    private func read(from descriptor: Int32) -> [UInt8]? {
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { said += buffer[..<count] }
            if count == 0 || (count < 0 && errno == ECONNRESET) { return said }
            if count < 0 && errno != EINTR { return nil }
            if said.count > 1 << 22 { return said }
        }
    }
}
