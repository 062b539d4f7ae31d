import Foundation
import JSONText
import Market

/// The connection to one provider: address, key, rate limit, retries.
struct FeedConnection: Sendable {
    let provider: Provider
    let source: FeedSettings.Source
    let settings: FeedSettings
    let clock: FeedClock
    let transport: any HTTPTransport
    let limiter: RateLimiter
    let skew = ClockSkew()

    init(_ provider: Provider, settings: FeedSettings, clock: FeedClock, transport: any HTTPTransport) {
        (self.provider, self.settings, self.clock, self.transport) = (provider, settings, clock, transport)
        source = settings[provider]
        limiter = RateLimiter(requestsPerSecond: source.requestsPerSecond)
    }

    func error(_ asked: String, _ problem: FeedError.Reason) -> FeedError { FeedError(provider, asked: asked, problem) }

    /// Sends a request until it is answered, fails permanently, or time is up.
    func get(_ call: FeedCall, until deadline: Deadline) async throws(FeedError) -> JSONValue {
        var attempt = 0
        while true {
            switch await once(call, until: deadline) {
            case .success(let json): return json
            case .failure(let problem):
                attempt += 1
                guard problem.isPassing, attempt <= settings.retries, let pause = pause(after: problem, attempt: attempt),
                    pause < clock.remaining(deadline)
                else { throw error(call.asked, problem) }
                try await wait(pause, call)
            }
        }
    }

    /// Downloads a picture, without the key, redirects or retries.
    func icon(at address: URL, deadlineSeconds: Double) async throws(FeedError) -> [UInt8] {
        let asked = "a picture from \(Redirect.place(address.absoluteString, relativeTo: address))"
        let deadline = clock.deadline(in: deadlineSeconds)
        do throws(FeedError.Reason) {
            guard IconAddress.isAllowed(address, of: provider, at: source.address) else {
                throw .redirected(host: Redirect.place(address.absoluteString, relativeTo: address))
            }
            try await queue(until: deadline)
            let headers = ["User-Agent": "closecast", "Accept": "image/png, image/jpeg, image/webp"]
            let answer = try await send(address, headers, sizeLimit: IconAddress.maximumBytes, until: deadline)
            guard answer.status == 200 else {
                throw FeedReply(answer, key: source.key).commonFault(nil, now: clock.now()) ?? .noData
            }
            return answer.body
        } catch {
            throw self.error(asked, error)
        }
    }

    /// Returns the pause before a retry: exponential back-off with full jitter (M. Brooker, "Exponential Backoff And Jitter",
    /// 2015), or the time that the provider asked for. Nil if that is too long.
    private func pause(after problem: FeedError.Reason, attempt: Int) -> Double? {
        if case .rateLimited(let seconds?) = problem {
            return Double(seconds) <= settings.longestWaitSeconds ? Double(seconds) : nil
        }
        var ceiling = 0.5
        for _ in 1..<max(attempt, 1) where ceiling < 8 { ceiling *= 2 }
        return clock.random() * ceiling
    }

    private func wait(_ seconds: Double, _ call: FeedCall) async throws(FeedError) {
        do { try await clock.sleep(seconds) } catch { throw self.error(call.asked, .cancelled) }
    }

    private func once(_ call: FeedCall, until deadline: Deadline) async -> Result<JSONValue, FeedError.Reason> {
        do throws(FeedError.Reason) {
            try await queue(until: deadline)
            let answer = try await follow(call, until: deadline)
            skew.note(answer, now: clock.now())
            let reply = FeedReply(answer, key: source.key)
            if let problem = call.fault(reply) ?? reply.commonFault(source.key, now: clock.now()) {
                await remember(problem)
                return .failure(problem)
            }
            switch reply.json {
            case .success(let json): return .success(json)
            case .failure(let error):
                return .failure(.malformed(what: FeedReply.plain("\(error.problem)", source.key), place: "byte \(error.offset)"))
            }
        } catch {
            return .failure(error)
        }
    }

    /// Waits for this request's place in the provider's queue.
    private func queue(until deadline: Deadline) async throws(FeedError.Reason) {
        guard !Task.isCancelled else { throw .cancelled }
        let now = clock.uptime()
        guard let wait = await limiter.place(at: now, longest: deadline.uptime - now) else {
            throw .rateLimited(retryAfterSeconds: Int(await limiter.wait(at: now).rounded(.up)))
        }
        guard wait > 0 else { return }
        do { try await clock.sleep(wait) } catch { throw .cancelled }
    }

    private func remember(_ problem: FeedError.Reason) async {
        guard case .rateLimited(let seconds?) = problem else { return }
        await limiter.close(until: clock.uptime() + Double(seconds))
    }

    /// Sends one request and follows up to five redirects, only to places that may receive the key.
    private func follow(_ call: FeedCall, until deadline: Deadline) async throws(FeedError.Reason) -> HTTPAnswer {
        var url = call.url ?? FeedCall.url(source.address, path: call.path, query: call.query)
        for _ in 0...5 {
            let answer = try await send(url, call, until: deadline)
            guard [301, 302, 303, 307, 308].contains(answer.status), let text = answer.headers["location"] else { return answer }
            guard let target = URL(string: text, relativeTo: url)?.absoluteURL, Redirect.isAllowed(from: url, to: target) else {
                throw .redirected(host: Redirect.place(text, relativeTo: url))
            }
            url = target
        }
        throw .redirected(host: "itself, again and again")
    }

    private func send(_ url: URL, _ call: FeedCall, until deadline: Deadline) async throws(FeedError.Reason) -> HTTPAnswer {
        var headers = call.headers
        headers["User-Agent"] = "closecast"
        headers["Accept"] = "application/json"
        return try await send(url, headers, sizeLimit: settings.sizeLimit, until: deadline)
    }

    private func send(
        _ url: URL, _ headers: [String: String], sizeLimit: Int, until deadline: Deadline
    ) async throws(FeedError.Reason) -> HTTPAnswer {
        let seconds = min(settings.timeoutSeconds, clock.remaining(deadline))
        guard seconds > 0 else { throw .timedOut(seconds: 0) }
        do throws(TransportError) {
            return try await transport.get(url, headers: headers, timeoutSeconds: seconds, sizeLimit: sizeLimit)
        } catch {
            switch error {
            case .timedOut: throw .timedOut(seconds: seconds)
            case .connection(let message): throw .connection(message)
            case .tooLarge: throw .tooLarge(limitBytes: sizeLimit)
            case .cancelled: throw .cancelled
            }
        }
    }
}
