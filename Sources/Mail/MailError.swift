import Platform

/// Why a mail was not sent. Never contains the text of a mail, its link, or an address of a person.
package enum MailError: Error, Equatable, Sendable {
    /// The recipient is not a mail address.
    case badRecipient(MailAddressError)
    /// The request lacks a value that its text needs. A bug of the caller.
    case badRequest(kind: MailKind, problem: String)

    /// libcurl is missing, or cannot send mail.
    case noLibcurl(problem: String)
    case unknownHost(server: String)
    /// No server listens there, or the network is down.
    case unreachable(server: String)
    case timedOut(server: String, seconds: Int)
    /// The server does not offer STARTTLS.
    case noTLS(server: String)
    /// The handshake failed.
    case tlsFailed(server: String)
    /// The certificate is not trusted, has expired, or is for another name.
    case untrustedCertificate(server: String)
    /// The file of ``MailSettings/smtpCAFile`` cannot be read.
    case badCAFile(server: String)
    /// The user or password is refused, or required but missing.
    case loginRefused(server: String, reply: SMTPReply)
    /// The server refused the connection, the sender, the recipient or the message.
    case refused(server: String, step: SMTPStep, reply: SMTPReply)
    /// The server closed the connection. The mail may have been delivered.
    case connectionLost(server: String, step: SMTPStep)
    /// Another error of libcurl, by its number.
    case curl(server: String, step: SMTPStep, code: Int)

    /// The program did not start.
    case programFailed(path: String, reason: String)
    /// The program ended with a status other than 0; nil if a signal ended it.
    case programRefused(path: String, status: Int?)
    case programTimedOut(path: String, seconds: Int)

    /// The file could not be written to the outbox.
    case outbox(FileError)
    /// The sending task was cancelled.
    case cancelled

    /// Whether the same mail would fail again: the recipient or the message is refused. After all other errors, try again later.
    package var isPermanent: Bool {
        switch self {
        case .badRecipient, .badRequest: true
        case .refused(_, let step, let reply): step.isOfMessage && reply.code >= 500
        // EX_DATAERR, EX_NOUSER and EX_NOHOST of sysexits.h: all others are faults of the system or its configuration.
        case .programRefused(_, let status): [65, 67, 68].contains(status)
        default: false
        }
    }
}

extension MailError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badRecipient(let error): "the recipient of a mail cannot be used: \(error)"
        case .badRequest(let kind, let problem): "the mail \(kind.rawValue) cannot be written: \(problem)"
        case .noLibcurl(let problem): "libcurl cannot send mail: \(problem); install it: apt-get install libcurl4"
        case .unknownHost(let server): "the name of the mail server \(server) is not known; check smtp-url and the machine's DNS"
        case .unreachable(let server):
            "the mail server \(server) accepts no connection; check smtp-url, the firewall and that the server runs"
        case .timedOut(let server, let seconds):
            "the mail server \(server) did not take a mail within \(seconds) s; it is tried again later"
        case .noTLS(let server):
            "the mail server \(server) does not offer STARTTLS, and mails are never sent without TLS; "
                + "use a server or a port that does, such as smtps://HOST:465"
        case .tlsFailed(let server):
            "no TLS connection with the mail server \(server); "
                + "use smtps:// for port 465 and smtp:// for port 587, and TLS 1.2 or 1.3 on the server"
        case .untrustedCertificate(let server):
            "the certificate of the mail server \(server) is not trusted; use the name in the certificate, renew the certificate, "
                + "or name the file of your own authority: smtp-ca-file"
        case .badCAFile(let server):
            "the certificates for the mail server \(server) cannot be read; smtp-ca-file must name a file of certificates in PEM"
        case .loginRefused(let server, let reply):
            "the mail server \(server) refuses the login (\(reply)); check smtp-user and smtp-password-file"
        case .refused(let server, let step, let reply):
            "the mail server \(server) refuses \(step.refusal) (\(reply)); \(remedy(step))"
        case .connectionLost(let server, let step):
            "the mail server \(server) closed the connection \(step.moment); try again later"
        case .curl(let server, let step, let code):
            "a mail could not be sent to the mail server \(server): libcurl's error \(code) \(step.moment)"
        case .programFailed(let path, let reason): "\(path) cannot be started: \(reason); check the setting sendmail"
        case .programRefused(let path, let status):
            "\(path) did not take a mail: \(status.map { "exit status \($0)" } ?? "a signal ended it"); see its own log"
        case .programTimedOut(let path, let seconds):
            "\(path) did not take a mail within \(seconds) s and was ended; see its own log"
        case .outbox(let error): "a mail cannot be put into the outbox: \(error); check the setting outbox"
        case .cancelled: "sending a mail was cancelled"
        }
    }

    private func remedy(_ step: SMTPStep) -> String {
        if !isPermanent, step.isOfMessage { return "it is tried again later" }
        switch step {
        case .sender: return "check mail-from: the server must accept it as a sender"
        case .recipient: return "the address may not exist, or the server may not deliver there"
        case .message: return "see the log of the mail server"
        case .connect, .hello, .tls, .login: return "ask its operator, or try again later"
        }
    }
}
