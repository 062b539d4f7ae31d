import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with Foundation's `URLSession`. For its abilities and limits see <doc:URLSession>.
package final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges = ExchangeDelegate()

    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        // Prices must be current. Besides, cancelled tasks were reported to end the process if the session had a cache.
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    deinit { session.finishTasksAndInvalidate() }

    package func get(
        _ url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int
    ) async throws(TransportError) -> HTTPAnswer {
        // URLSession's time-out restarts with each byte. This one, slightly longer than ours, is only a safety net.
        var request = URLRequest(url: url, timeoutInterval: timeoutSeconds + 5)
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: request)
        let exchange = Exchange(task: task, sizeLimit: sizeLimit)
        exchanges.add(exchange)
        defer { exchanges.remove(exchange) }
        let timer = Task {
            do { try await Task.sleep(nanoseconds: UInt64(max(0, timeoutSeconds) * 1e9)) } catch { return }
            exchange.finish(.failure(.timedOut))
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { exchange.start($0) }
        } onCancel: {
            exchange.finish(.failure(.cancelled))
        }
        return try result.get()
    }
}

/// A request in progress. The first of server, timer and cancelling caller ends it.
private final class Exchange: Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportError>

    private struct State {
        var waiting: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var status = 0
        var headers: [String: String] = [:]
        var body: [UInt8] = []
    }

    let task: URLSessionDataTask
    private let sizeLimit: Int
    private let state = Mutex(State())

    init(task: URLSessionDataTask, sizeLimit: Int) { (self.task, self.sizeLimit) = (task, sizeLimit) }

    func start(_ waiting: CheckedContinuation<Outcome, Never>) {
        let early: Outcome? = state.withLock { state in
            if state.outcome == nil { state.waiting = waiting }
            return state.outcome
        }
        if let early { waiting.resume(returning: early) } else { task.resume() }
    }

    func finish(_ outcome: Outcome) {
        let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiting = nil }
            return state.waiting
        }
        // Resumed first, so that the answer does not wait until the session has torn the task down.
        waiting?.resume(returning: outcome)
        if case .failure = outcome, task.state == .running || task.state == .suspended { task.cancel() }
    }

    func received(_ response: HTTPURLResponse) {
        let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        state.withLock { state in
            state.status = response.statusCode
            state.headers = Dictionary(headers, uniquingKeysWith: { first, _ in first })
        }
        if response.expectedContentLength > Int64(sizeLimit) { finish(.failure(.tooLarge)) }
    }

    func received(_ data: Data) {
        let fits = state.withLock { state in
            guard state.outcome == nil, state.body.count + data.count <= sizeLimit else { return state.outcome != nil }
            state.body.append(contentsOf: data)
            return true
        }
        if !fits { finish(.failure(.tooLarge)) }
    }

    func completed(_ error: (any Error)?) {
        if let error { return finish(.failure(Self.failure(error))) }
        let answer = state.withLock { HTTPAnswer(status: $0.status, headers: $0.headers, body: $0.body) }
        finish(answer.status == 0 ? .failure(.connection("the server said nothing")) : .success(answer))
    }

    /// Foundation's descriptions contain the address with its query, so only the kind of error is reported.
    private static func failure(_ error: any Error) -> TransportError {
        guard let error = error as? URLError else { return .connection("\(type(of: error))") }
        switch error.code {
        case .timedOut: return .timedOut
        case .cancelled: return .cancelled
        case .cannotFindHost, .dnsLookupFailed: return .connection("the host's name is not known")
        case .cannotConnectToHost: return .connection("nobody listens there")
        // libcurl's partial files and receive failures arrive as unknown.
        case .networkConnectionLost, .unknown: return .connection("it was cut")
        case .notConnectedToInternet: return .connection("this machine is offline")
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            return .connection("the server's certificate is not trusted")
        default: return .connection("URLSession's error \(error.code.rawValue)")
        }
    }
}

/// Forwards the session's callbacks to the exchanges.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
    private let running = Mutex<[Int: Exchange]>([:])

    func add(_ exchange: Exchange) { running.withLock { $0[exchange.task.taskIdentifier] = exchange } }
    func remove(_ exchange: Exchange) { running.withLock { $0[exchange.task.taskIdentifier] = nil } }
    private func exchange(_ task: URLSessionTask) -> Exchange? { running.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Never followed here, because the session would send our headers, including keys, to any target.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { exchange(dataTask)?.received(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchange(task)?.completed(error)
    }
}
