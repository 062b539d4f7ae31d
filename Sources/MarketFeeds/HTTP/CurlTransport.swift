import CCurl
import Foundation
import Synchronization

/// Sends requests with libcurl, which is loaded with the first of them. For its abilities and limits see <doc:Libcurl>.
package final class CurlTransport: HTTPTransport {
    private let loop = Mutex<CurlLoop?>(nil)

    package init() {}

    deinit { loop.withLock { $0?.close() } }

    package func get(
        _ url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int
    ) async throws(TransportError) -> HTTPAnswer {
        guard let loop = started() else { throw .connection("libcurl.so.4 cannot be loaded; install it: apt-get install libcurl4") }
        let exchange = CurlExchange(url: url, headers: headers, timeoutSeconds: timeoutSeconds, sizeLimit: sizeLimit)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { if exchange.isAwaited($0) { loop.start(exchange) } }
        } onCancel: {
            exchange.finish(.failure(.cancelled))
            loop.end(exchange)
        }
        return try result.get()
    }

    private func started() -> CurlLoop? {
        loop.withLock { loop in
            loop = loop ?? CurlLoop()
            return loop
        }
    }
}

/// The thread on which libcurl runs. All requests share it and its connections.
private final class CurlLoop: Sendable {
    private struct Commands {
        var starting: [CurlExchange] = []
        var ending: [CurlExchange] = []
        var isClosed = false
    }

    private let commands = Mutex(Commands())
    /// Used by the thread alone, except for `closecast_curl_wake`, which any thread may call. Freed with the last reference, when
    /// the thread has ended.
    private nonisolated(unsafe) let group: UnsafeMutableRawPointer

    init?() {
        guard let group = closecast_curl_group() else { return nil }
        self.group = group
        Thread.detachNewThread { [self] in run() }
    }

    deinit { closecast_curl_group_free(group) }

    func start(_ exchange: CurlExchange) { command { $0.starting.append(exchange) } }
    func end(_ exchange: CurlExchange) { command { $0.ending.append(exchange) } }
    func close() { command { $0.isClosed = true } }

    private func command(_ change: (inout Commands) -> Void) {
        commands.withLock { change(&$0) }
        closecast_curl_wake(group)
    }

    private func run() {
        var running: [ObjectIdentifier: (exchange: CurlExchange, transfer: UnsafeMutableRawPointer)] = [:]
        func end(_ exchange: CurlExchange) {
            if let ended = running.removeValue(forKey: ObjectIdentifier(exchange)) { closecast_curl_end(group, ended.transfer) }
        }
        while true {
            let now = commands.withLock { commands in
                defer { (commands.starting, commands.ending) = ([], []) }
                return commands
            }
            for exchange in now.starting where !exchange.isFinished {
                if let transfer = exchange.start(in: group) { running[ObjectIdentifier(exchange)] = (exchange, transfer) }
            }
            now.ending.forEach(end)
            if now.isClosed, running.isEmpty { return }
            closecast_curl_perform(group)
            while let (exchange, code, status) = finished() {
                exchange.completed(code: code, status: status)
                end(exchange)
            }
            closecast_curl_wait(group, running.isEmpty ? 60_000 : 1000)
        }
    }

    private func finished() -> (CurlExchange, code: Int, status: Int)? {
        let result = closecast_curl_finished(group)
        guard let context = result.context else { return nil }
        return (exchange(context), Int(result.code), Int(result.status))
    }
}

private func exchange(_ context: UnsafeMutableRawPointer) -> CurlExchange {
    Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
}

/// A request in progress. The first of server, time limit and cancelling caller ends it.
private final class CurlExchange: Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportError>

    private struct State {
        var waiting: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var headers: [String: String] = [:]
        var body: [UInt8] = []
    }

    private let url: URL
    private let headers: [String: String]
    private let timeoutSeconds: Double
    private let sizeLimit: Int
    private let state = Mutex(State())

    init(url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int) {
        (self.url, self.headers, self.timeoutSeconds, self.sizeLimit) = (url, headers, timeoutSeconds, sizeLimit)
    }

    var isFinished: Bool { state.withLock { $0.outcome != nil } }

    /// Stores the caller that waits for the outcome. If there is an outcome already, resumes the caller and returns false.
    func isAwaited(_ waiting: CheckedContinuation<Outcome, Never>) -> Bool {
        let early: Outcome? = state.withLock { state in
            if state.outcome == nil { state.waiting = waiting }
            return state.outcome
        }
        if let early { waiting.resume(returning: early) }
        return early == nil
    }

    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }

    /// Hands the request to libcurl, which calls back on the thread of `group` until the transfer is ended.
    func start(in group: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        let lines = headers.map { strdup("\($0.key): \($0.value)") }
        defer { lines.forEach { free($0) } }
        let transfer = lines.map { UnsafePointer($0!) }.withUnsafeBufferPointer { lines in
            url.absoluteString.withCString { url in
                var request = closecast_curl_request(
                    url: url, headers: lines.baseAddress, header_count: lines.count,
                    timeout_milliseconds: Int(min(max(timeoutSeconds * 1000, 1), 2_000_000_000)),
                    header: { exchange($0).received(header: UnsafeRawBufferPointer(start: $1, count: $2)) ? 1 : 0 },
                    body: { exchange($0).received(UnsafeRawBufferPointer(start: $1, count: $2)) ? 1 : 0 },
                    context: Unmanaged.passUnretained(self).toOpaque())
                return closecast_curl_start(group, &request)
            }
        }
        if transfer == nil { finish(.failure(.connection("libcurl rejects the address"))) }
        return transfer
    }

    /// Returns false to end the transfer.
    func received(header bytes: UnsafeRawBufferPointer) -> Bool {
        let line = String(decoding: bytes, as: UTF8.self)
        // Another answer begins: informational answers come before the final one.
        if line.hasPrefix("HTTP/") {
            state.withLock { $0.headers = [:] }
            return true
        }
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
        let name = line[..<colon].lowercased()
        let value = line[line.utf8.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
        state.withLock { $0.headers[name] = $0.headers[name].map { "\($0), \(value)" } ?? value }
        // A compressed body is counted as it is read.
        guard name == "content-length", let length = Int(value), length > sizeLimit else { return true }
        finish(.failure(.tooLarge))
        return false
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let fits = state.withLock { state in
            guard state.outcome == nil, state.body.count + bytes.count <= sizeLimit else { return false }
            state.body.append(contentsOf: bytes)
            return true
        }
        if !fits { finish(.failure(.tooLarge)) }
        return fits
    }

    func completed(code: Int, status: Int) {
        if code != 0 { return finish(.failure(Self.failure(code))) }
        let answer = state.withLock { HTTPAnswer(status: status, headers: $0.headers, body: $0.body) }
        finish(answer.status == 0 ? .failure(.connection("the server said nothing")) : .success(answer))
    }

    /// libcurl's descriptions may contain the address with its query, so only the kind of error is reported.
    private static func failure(_ code: Int) -> TransportError {
        switch code {
        case 28: .timedOut
        case 5, 6: .connection("the host's name is not known")
        case 7: .connection("the server cannot be reached")
        case 52: .connection("the server said nothing")
        // The certificate, its authority, its revocation.
        case 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98:
            .connection("the server's certificate is not trusted")
        // Partial bodies, failures of the TLS handshake, to send or to receive, broken HTTP/2 streams.
        case 16, 18, 35, 55, 56, 61, 92: .connection("it was cut")
        default: .connection("libcurl's error \(code)")
        }
    }
}
