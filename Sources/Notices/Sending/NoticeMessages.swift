import Digests
import JSONText
import Languages
import Platform
import Records

/// Writes the requests that tell a person something.
struct NoticeMessages: Sendable {
    /// Returns the HMAC-SHA-256 of bytes under a key, in lower-case hexadecimal digits.
    typealias Sign = @Sendable (_ key: [UInt8], _ bytes: [UInt8]) -> String

    /// The address under which people reach the server, without a slash at its end; nil if it is not known.
    let publicURL: String?
    let sign: Sign
    /// Nil without web push.
    let push: PushKeys?

    /// - Returns: nil if the settings lack what the way needs.
    func request(
        _ message: NoticeMessage, _ way: DeliveryWay, _ settings: NoticeSettings, _ device: PushDevice?, now: Int
    ) -> OutgoingRequest? {
        switch way {
        case .mail: nil
        case .webhook: webhook(message, settings, now)
        case .ntfy: ntfy(message, settings)
        case .gotify: gotify(message, settings)
        // Devices get each notice by itself.
        case .push: device.flatMap { device in message.notices.first.flatMap { push($0, settings, device, now) } }
        }
    }

    private func webhook(_ message: NoticeMessage, _ settings: NoticeSettings, _ now: Int) -> OutgoingRequest? {
        guard let url = settings.webhookURL.flatMap(OutgoingURL.init), settings.webhookSecret.isSet else { return nil }
        var writer = JSONWriter()
        writer.object { writer in
            guard message.isDigest else {
                if let notice = message.notices.first { write(notice, settings, &writer) }
                return
            }
            writer.member("id", message.id)
            writer.member("kind", "digest")
            writer.member("text", text(message, settings))
            writer.member("link", link(message.link))
            writer.member("created_at", Moment(seconds: now).text)
            writer.key("notices")
            writer.array { writer in
                for notice in message.notices { writer.object { write(notice, settings, &$0) } }
            }
        }
        let body = writer.bytes
        let signature = sign(Array(settings.webhookSecret.secret.utf8), Array("\(now).".utf8) + body)
        return request(
            url.text, message, "application/json",
            ["Closecast-Timestamp": "\(now)", "Closecast-Signature": "v1=\(signature)"], body)
    }

    private func write(_ notice: InboxNotice, _ settings: NoticeSettings, _ writer: inout JSONWriter) {
        writer.member("id", notice.id)
        writer.member("kind", notice.kind.rawValue)
        writer.member("text", notice.text(in: language(settings)))
        writer.member("link", link(notice.link))
        writer.member("created_at", notice.createdAt.text)
    }

    private func ntfy(_ message: NoticeMessage, _ settings: NoticeSettings) -> OutgoingRequest? {
        guard let url = settings.ntfyURL.flatMap(OutgoingURL.init) else { return nil }
        var headers = ["Title": Self.title]
        if publicURL != nil { headers["Click"] = link(message.link) }
        if settings.ntfyToken.isSet { headers["Authorization"] = "Bearer \(settings.ntfyToken.secret)" }
        return request(url.text, message, "text/plain; charset=utf-8", headers, Array(text(message, settings).utf8))
    }

    private func gotify(_ message: NoticeMessage, _ settings: NoticeSettings) -> OutgoingRequest? {
        guard let url = settings.gotifyURL.flatMap(OutgoingURL.init), settings.gotifyToken.isSet else { return nil }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("title", Self.title)
            writer.member("message", text(message, settings))
            writer.member("priority", 5)
            guard publicURL != nil else { return }
            writer.key("extras")
            writer.object { writer in
                writer.key("client::notification")
                writer.object { writer in
                    writer.key("click")
                    writer.object { $0.member("url", link(message.link)) }
                }
            }
        }
        return request(
            url.appending("message"), message, "application/json", ["X-Gotify-Key": settings.gotifyToken.secret], writer.bytes)
    }

    private func push(_ notice: InboxNotice, _ settings: NoticeSettings, _ device: PushDevice, _ now: Int) -> OutgoingRequest? {
        guard let push, let url = OutgoingURL(device.endpoint.secret), let key = Base64URL.bytes(of: device.p256dh.secret),
            let auth = Base64URL.bytes(of: device.auth.secret),
            let authorization = push.authorization(url.place, now + Self.pushTokenSeconds)
        else { return nil }
        let sentence = notice.text(in: language(settings))
        func sealed(_ length: Int) -> [UInt8]? {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("id", notice.id)
                writer.member("title", Self.title)
                writer.member("text", sentence.cut(to: length))
                // The service worker knows where the server is.
                writer.member("link", notice.link)
            }
            return push.seal(writer.bytes, key, auth)
        }
        // Signs of several bytes, or escaped ones, may make even a short sentence too long for a message.
        guard let body = sealed(800) ?? sealed(100) else { return nil }
        return OutgoingRequest(
            url: url.text,
            headers: [
                "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm", "Authorization": authorization,
                "TTL": "\(NoticeDelivery.keptSeconds)", "Topic": notice.id, "Urgency": notice.kind == .security ? "high" : "normal",
            ], body: body)
    }

    /// Push services accept tokens of at most a day.
    private static let pushTokenSeconds = 12 * 3600
    private static let title = "Closecast"

    private func request(
        _ url: String, _ message: NoticeMessage, _ type: String, _ headers: [String: String], _ body: [UInt8]
    ) -> OutgoingRequest {
        let common = ["Content-Type": type, "Closecast-Notice": message.id]
        return OutgoingRequest(url: url, headers: headers.merging(common) { own, _ in own }, body: body)
    }

    private func language(_ settings: NoticeSettings) -> Language { Language(rawValue: settings.language) ?? .english }

    private func text(_ message: NoticeMessage, _ settings: NoticeSettings) -> String { message.text(in: language(settings)) }

    /// The full URL if the server knows its address, else the path.
    private func link(_ path: String) -> String { (publicURL ?? "") + path }
}
