import CCurl
import Dispatch
import Glibc
import Synchronization

/// A request to an address that a person has named.
package struct OutgoingRequest: Equatable, Sendable {
    package let url: String
    package let headers: [String: String]
    package let body: [UInt8]

    package init(url: String, headers: [String: String], body: [UInt8]) {
        (self.url, self.headers, self.body) = (url, headers, body)
    }
}

/// Sends requests to addresses that people name.
package protocol OutgoingPoster: Sendable {
    /// - Returns: the status of the answer, or why there is none.
    func post(_ request: OutgoingRequest) async -> Result<Int, PostFault>
}

/// Why a request has no answer.
package enum PostFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The host has no public address.
    case privateAddress
    case timedOut
    case cancelled
    case noLibcurl
    /// An error of libcurl. Its texts may contain the address.
    case failed(code: Int)

    package var description: String {
        switch self {
        case .privateAddress:
            "the host has an address of this server's own network; the operator can allow those: --notice-private-addresses"
        case .timedOut: "there was no answer in time"
        case .cancelled: "the server is stopping"
        case .noLibcurl: "libcurl.so.4 cannot be loaded; install it: apt-get install libcurl4"
        case .failed(5...6): "the host's name is not known"
        case .failed(7): "the host cannot be reached"
        case .failed(51), .failed(58...60), .failed(77), .failed(80), .failed(82...83), .failed(90...91):
            "the host's certificate is not trusted"
        case .failed(35), .failed(52), .failed(55...56): "the connection was cut"
        case .failed(let code): "libcurl's error \(code)"
        }
    }
}

/// Sends requests with libcurl: one connection each, no redirects, no proxy, and only to public addresses.
///
/// The address is checked between the look-up of the host's name and the connection, so that a name that is looked up again with
/// another result is of no use to an attacker.
package final class CurlPoster: OutgoingPoster {
    /// The most bytes that are read of an answer.
    private static let sizeLimit = 64 << 10

    private let allowsPrivateAddresses: Bool
    private let timeoutSeconds: Double
    private let resolved: String?
    private let queue = DispatchQueue(label: "closecast.notices", attributes: .concurrent)

    /// - Parameters:
    ///   - timeoutSeconds: for a whole request.
    ///   - resolved: for tests: `HOST:PORT:ADDRESS`, the result of looking a name up.
    package init(allowsPrivateAddresses: Bool = false, timeoutSeconds: Double = 10, resolved: String? = nil) {
        (self.allowsPrivateAddresses, self.timeoutSeconds) = (allowsPrivateAddresses, timeoutSeconds)
        self.resolved = resolved
    }

    package func post(_ request: OutgoingRequest) async -> Result<Int, PostFault> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        let state = State(allowsPrivateAddresses)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.perform(request, state)) }
            }
        } onCancel: {
            state.isCancelled.store(true, ordering: .relaxed)
        }
    }

    private final class State: Sendable {
        let allowsPrivateAddresses: Bool
        let isCancelled = Atomic(false)

        init(_ allowsPrivateAddresses: Bool) { self.allowsPrivateAddresses = allowsPrivateAddresses }

        static func of(_ context: UnsafeMutableRawPointer) -> State {
            Unmanaged<State>.fromOpaque(context).takeUnretainedValue()
        }

        func allows(_ address: UnsafePointer<sockaddr>) -> Bool {
            allowsPrivateAddresses || NetworkAddress(address)?.isPublic == true
        }
    }

    private func perform(_ request: OutgoingRequest, _ state: State) -> Result<Int, PostFault> {
        guard closecast_curl_load() != 0 else { return .failure(.noLibcurl) }
        // Without "Expect", libcurl does not wait for a "100 Continue" that no receiver sends.
        let headers = request.headers.merging(["User-Agent": "closecast"]) { own, _ in own }.map { "\($0.key): \($0.value)" }
        let lines = (headers + ["Expect:"]).map { strdup($0) }
        let name = resolved.map { strdup($0) }
        defer {
            lines.forEach { free($0) }
            free(name.flatMap(\.self))
        }
        let result = lines.map { UnsafePointer($0!) }.withUnsafeBufferPointer { lines in
            request.url.withCString { url in
                request.body.withUnsafeBytes { body in
                    post(url, lines, body, name.flatMap { UnsafePointer($0) }, state)
                }
            }
        }
        // The status counts though the rest of the answer is late, cut, or too long to be read.
        if result.status >= 200 { return .success(result.status) }
        if result.is_refused != 0 { return .failure(.privateAddress) }
        switch result.code {
        case 28: return .failure(.timedOut)
        case 42: return .failure(.cancelled)
        default: return .failure(.failed(code: Int(result.code)))
        }
    }

    private func post(
        _ url: UnsafePointer<CChar>, _ headers: UnsafeBufferPointer<UnsafePointer<CChar>>, _ body: UnsafeRawBufferPointer,
        _ resolved: UnsafePointer<CChar>?, _ state: State
    ) -> closecast_curl_post_result {
        var nothing: CChar = 0
        return withUnsafePointer(to: &nothing) { nothing in
            var request = closecast_curl_post_request(
                url: url, headers: headers.baseAddress, header_count: headers.count,
                body: body.assumingMemoryBound(to: CChar.self).baseAddress ?? nothing, body_size: body.count,
                timeout_milliseconds: Int(min(max(timeoutSeconds * 1000, 1), 600_000)), size_limit: Self.sizeLimit,
                resolved: resolved,
                is_allowed: { State.of($0).allows($1) ? 1 : 0 },
                is_cancelled: { State.of($0).isCancelled.load(ordering: .relaxed) ? 1 : 0 },
                context: Unmanaged.passUnretained(state).toOpaque())
            return closecast_curl_post(&request)
        }
    }
}
