import CCurl
import Synchronization

/// Sends mails to an SMTP server with libcurl, which is loaded with the first mail. One mail at a time, each with its own
/// connection.
///
/// TLS is required, and certificates are verified; no setting turns this off.
package final class SMTPTransport: MailTransport {
    /// The limits of one mail.
    package struct Limits: Sendable, Equatable {
        /// Until the connection is established, with TLS and login.
        package var connectSeconds: Double
        /// Until the server has accepted the mail.
        package var totalSeconds: Double

        package init(connectSeconds: Double = 10, totalSeconds: Double = 60) {
            (self.connectSeconds, self.totalSeconds) = (connectSeconds, totalSeconds)
        }
    }

    private let server: SMTPServer
    private let login: SMTPLogin?
    private let caFile: String?
    private let limits: Limits
    private let thread = DeliveryThread(name: "smtp")

    /// - Parameters:
    ///   - login: nil to send without authentication.
    ///   - caFile: a file of certificates in PEM that are trusted instead of the system's.
    package init(_ server: SMTPServer, login: SMTPLogin? = nil, caFile: String? = nil, limits: Limits = Limits()) {
        (self.server, self.login, self.caFile, self.limits) = (server, login, caFile, limits)
    }

    package func send(_ mail: MailMessage) async throws(MailError) {
        let cancellation = Cancellation()
        let error = await withTaskCancellationHandler {
            await thread.run { [self] in deliver(mail, cancellation) }
        } onCancel: {
            cancellation.isRequested.store(true, ordering: .relaxed)
        }
        if let error { throw error }
    }

    private func deliver(_ mail: MailMessage, _ cancellation: Cancellation) -> MailError? {
        guard !cancellation.isRequested.load(ordering: .relaxed) else { return .cancelled }
        guard closecast_curl_load() != 0 else { return .noLibcurl(problem: "libcurl.so.4 cannot be loaded") }
        let result = perform(mail, cancellation)
        return result.code == 0 ? nil : error(result)
    }

    private func perform(_ mail: MailMessage, _ cancellation: Cancellation) -> closecast_curl_mail_result {
        let texts: [String?] = [
            server.url(introducing: mail.sender.domain), login?.user, login?.password.secret, caFile, mail.sender.text,
            mail.recipient.text,
        ]
        return Self.withCStrings(texts) { texts in
            mail.bytes.withUnsafeBytes { bytes in
                var request = closecast_curl_mail_request(
                    url: texts[0]!, user: texts[1], password: texts[2], ca_file: texts[3], sender: texts[4]!, recipient: texts[5]!,
                    message: bytes.assumingMemoryBound(to: CChar.self).baseAddress!, message_size: bytes.count,
                    connect_milliseconds: Self.milliseconds(limits.connectSeconds),
                    timeout_milliseconds: Self.milliseconds(limits.totalSeconds),
                    is_cancelled: { context in
                        let cancellation = Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue()
                        return cancellation.isRequested.load(ordering: .relaxed) ? 1 : 0
                    }, context: Unmanaged.passUnretained(cancellation).toOpaque())
                return closecast_curl_mail(&request)
            }
        }
    }

    private static func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds * 1000, 1), 2_000_000)) }

    private static func withCStrings<Result>(
        _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        func next(_ rest: ArraySlice<String?>, _ pointers: [UnsafePointer<CChar>?]) -> Result {
            guard let text = rest.first else { return body(pointers) }
            guard let text else { return next(rest.dropFirst(), pointers + [nil]) }
            return text.withCString { next(rest.dropFirst(), pointers + [$0]) }
        }
        return next(texts[...], [])
    }

    private final class Cancellation: Sendable {
        let isRequested = Atomic(false)
    }
}

// MARK: Errors

extension SMTPTransport {
    private func error(_ result: closecast_curl_mail_result) -> MailError {
        let name = "\(server)"
        let step = SMTPStep(rawValue: Int(result.step)) ?? .connect
        let extended = withUnsafeBytes(of: result.extended_reply) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let reply = SMTPReply(code: result.reply, extended: extended)
        switch result.code {
        case 1, 2, 4, 48: return .noLibcurl(problem: "it was built without SMTP or TLS (error \(result.code))")
        case 6: return .unknownHost(server: name)
        case 7: return .unreachable(server: name)
        case 28:
            // libcurl counts the login as part of the connection.
            let seconds = step.isOfMessage ? limits.totalSeconds : min(limits.connectSeconds, limits.totalSeconds)
            return .timedOut(server: name, seconds: Int(seconds.rounded(.up)))
        case 35: return .tlsFailed(server: name)
        case 42: return .cancelled
        case 51, 53, 60, 82, 83, 90, 91: return .untrustedCertificate(server: name)
        case 64: return .noTLS(server: name)
        case 67: return .loginRefused(server: name, reply: reply)
        case 77: return .badCAFile(server: name)
        // A reply that libcurl did not expect, or a broken connection.
        case 8, 9, 52, 55, 56:
            // 530, 534, 535, 538: authentication is required, or another kind of it.
            if [530, 534, 535, 538].contains(reply.code) { return .loginRefused(server: name, reply: reply) }
            return reply.code >= 400
                ? .refused(server: name, step: step, reply: reply) : .connectionLost(server: name, step: step)
        default: return .curl(server: name, step: step, code: Int(result.code))
        }
    }
}
