import Foundation
import MarketFeeds

/// Fetches a feed if it has changed.
struct FeedFetcher: Sendable {
    /// The largest feed, in bytes, after decompression.
    static let sizeLimit = 2 << 20
    /// For the whole fetch, with its redirects.
    static let seconds = 10.0
    static let mostRedirects = 3

    /// What a server says about the version that it sent.
    struct Version: Equatable, Sendable {
        var etag: String?
        var modified: String?
    }

    enum Answer: Equatable, Sendable {
        case unchanged
        case feed(Feed, Version)
    }

    /// Why there is no answer.
    struct Failure: Error, Equatable, Sendable {
        let reason: String
        /// How long the server asks to wait.
        var retryAfterSeconds: Int?
    }

    let transport: any HTTPTransport
    let now: @Sendable () -> Int
    var timeoutSeconds = Self.seconds

    func fetch(_ feed: NewsFeed, since version: Version) async throws(Failure) -> Answer {
        let answer = try await answer(feed.url, version)
        let (reply, url) = answer
        switch reply.status {
        case 304: return .unchanged
        case 200:
            do throws(FeedFault) {
                let version = Version(etag: header("etag", reply), modified: header("last-modified", reply))
                return .feed(try Feed(reply.body, charset: charset(reply), base: url), version)
            } catch {
                throw Failure(reason: "\(error)")
            }
        case 408, 418, 429, 500...599:
            let wait = reply.headers["retry-after"].flatMap { RetryAfter.seconds($0, now: now()) }
            throw Failure(reason: "the server is busy (HTTP \(reply.status))", retryAfterSeconds: wait)
        default: throw Failure(reason: "the server refuses (HTTP \(reply.status))")
        }
    }

    private func answer(_ start: URL, _ version: Version) async throws(Failure) -> (HTTPAnswer, URL) {
        let end = ContinuousClock.now + .seconds(timeoutSeconds)
        var url = start
        for _ in 0...Self.mostRedirects {
            let left = (end - .now) / .seconds(1)
            guard left > 0 else { throw Failure(reason: Self.lateReason) }
            let answer: HTTPAnswer
            do throws(TransportError) {
                answer = try await transport.get(
                    url, headers: headers(version), timeoutSeconds: left, sizeLimit: Self.sizeLimit)
            } catch {
                throw Failure(reason: Self.reason(error))
            }
            guard [301, 302, 303, 307, 308].contains(answer.status), let place = answer.headers["location"] else {
                return (answer, url)
            }
            url = try Self.target(place, from: url)
        }
        throw Failure(reason: "more than \(Self.mostRedirects) redirects")
    }

    private func headers(_ version: Version) -> [String: String] {
        var headers = [
            "User-Agent": "closecast",
            "Accept":
                "application/rss+xml, application/atom+xml, application/feed+json, application/json, application/xml, */*;q=0.1",
        ]
        headers["If-None-Match"] = version.etag
        headers["If-Modified-Since"] = version.modified
        return headers
    }

    /// Any web page may be the target, but https never leads to http, and a public host not to an address of this network.
    private static func target(_ place: String, from url: URL) throws(Failure) -> URL {
        guard let target = URL(string: place, relativeTo: url)?.absoluteURL, FeedLink.isWeb(target), target.user == nil,
            url.scheme?.lowercased() == "http" || target.scheme?.lowercased() == "https"
        else { throw Failure(reason: "a redirect to another scheme") }
        // A host that cannot be read is refused on both sides.
        guard !(FeedLink.isPrivate(target) ?? true) || FeedLink.isPrivate(url) ?? false else {
            throw Failure(reason: "a redirect to an address of this network")
        }
        return target
    }

    /// A value that can be sent back.
    private func header(_ name: String, _ answer: HTTPAnswer) -> String? {
        answer.headers[name].flatMap { value in
            (1...500).contains(value.utf8.count) && value.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? value : nil
        }
    }

    private func charset(_ answer: HTTPAnswer) -> String? {
        guard let type = answer.headers["content-type"], let mark = type.lowercased().firstRange(of: "charset=") else { return nil }
        return String(type.lowercased()[mark.upperBound...].prefix { $0 != ";" && $0 != " " }.filter { $0 != "\"" })
    }

    private static let lateReason = "there was no answer within \(Int(seconds)) seconds"

    private static func reason(_ error: TransportError) -> String {
        switch error {
        case .timedOut: lateReason
        case .connection(let message): "no connection: \(message)"
        case .tooLarge: "it is larger than \(sizeLimit >> 20) MB"
        case .cancelled: "the program is stopping"
        }
    }
}
