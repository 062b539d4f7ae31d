import Glibc
import Platform
import Settings

/// How mails are sent. Without any of these settings there is no mail.
package struct MailSettings: SettingValues {
    package var smtpURL: SMTPServer?
    package var smtpUser: String?
    package var smtpPasswordFile: String?
    package var smtpCAFile: String?
    /// The address in `From`.
    package var sender: MailAddress?
    /// The path of a program with the options of sendmail.
    package var sendmail: String?
    /// A folder for mails that are not sent.
    package var outbox: String?

    package init() {}

    package static let all: [Setting<MailSettings>] = [
        Setting(
            "smtp-url", \.smtpURL, "smtps://HOST:PORT, or smtp://HOST:PORT for STARTTLS",
            "server that sends mails, always with TLS",
            shown: { $0.map { "\($0)" } }
        ) { SMTPServer($0).map(Optional.some) },
        Setting("smtp-user", \.smtpUser, "a user name", "user at the mail server", shown: { $0 }) { text in
            text.isEmpty || text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : .some(text)
        },
        .path("smtp-password-file", \.smtpPasswordFile, "file with the password at the mail server, readable by its owner only"),
        .path("smtp-ca-file", \.smtpCAFile, "certificates in PEM that are trusted for the mail server, instead of the system's"),
        Setting(
            "mail-from", \.sender, "an address such as closecast@example.org", "sender of mails", shown: { $0?.text }
        ) { text in (try? MailAddress(text)).map(Optional.some) },
        .path("sendmail", \.sendmail, "program with the options of sendmail that sends mails, instead of a mail server"),
        .path(
            "outbox", \.outbox,
            "folder that collects mails as files, where nothing sends them; only its owner may read it (chmod 700)"),
    ]
}

// MARK: Transport

extension MailSettings {
    /// Returns the sender: `mail-from`, or an address of this machine for the outbox.
    ///
    /// - Throws: ``MailSettingsError/noSender(setting:)``.
    package func senderAddress() throws(MailSettingsError) -> MailAddress {
        if let sender { return sender }
        guard smtpURL == nil, sendmail == nil, let local = try? MailAddress("closecast@localhost") else {
            throw .noSender(setting: sendmail == nil ? "smtp-url" : "sendmail")
        }
        return local
    }

    /// Returns the transport that the settings name; nil for no mail. Makes the folder of the outbox and reads the password.
    ///
    /// - Parameter credentials: the folder that systemd makes for the credentials of a service. systemd sets the permissions of its
    ///   files.
    /// - Throws: ``MailSettingsError``.
    package func transport(
        credentials: String? = ProcessState.environment("CREDENTIALS_DIRECTORY")
    ) throws(MailSettingsError) -> (any MailTransport)? {
        try validate()
        if let smtpURL { return SMTPTransport(smtpURL, login: try login(credentials), caFile: smtpCAFile) }
        if let sendmail {
            guard sendmail.hasPrefix("/"), Files.isFile(sendmail), Files.isExecutable(sendmail) else { throw .noProgram(sendmail) }
            return SendmailTransport(program: sendmail)
        }
        return try outbox.map { path throws(MailSettingsError) in OutboxTransport(folder: try Self.outboxFolder(path)) }
    }

    /// Checks that the settings are consistent, and that the files that they name exist.
    package func validate() throws(MailSettingsError) {
        let ways = [("smtp-url", smtpURL != nil), ("sendmail", sendmail != nil), ("outbox", outbox != nil)].filter(\.1).map(\.0)
        guard ways.count <= 1 else { throw .severalWays(ways) }
        let ofServer = [
            ("smtp-user", smtpUser != nil), ("smtp-password-file", smtpPasswordFile != nil), ("smtp-ca-file", smtpCAFile != nil),
        ]
        if smtpURL == nil, let setting = ofServer.first(where: \.1)?.0 { throw .withoutServer(setting: setting) }
        guard (smtpUser == nil) == (smtpPasswordFile == nil) else { throw .halfALogin(hasUser: smtpUser != nil) }
        if !ways.isEmpty { _ = try senderAddress() }
        if let smtpCAFile, !Files.isReadable(smtpCAFile) { throw .unreadableCAFile(smtpCAFile) }
    }

    private func login(_ credentials: String?) throws(MailSettingsError) -> SMTPLogin? {
        guard let smtpUser, let smtpPasswordFile else { return nil }
        return SMTPLogin(user: smtpUser, password: try PasswordFile(smtpPasswordFile, credentials: credentials).read())
    }

    private static func outboxFolder(_ path: String) throws(MailSettingsError) -> String {
        let mode: UInt32
        do throws(FileError) {
            try Files.makeFolder(path, mode: 0o700)
            guard Files.isFolder(path) else { throw FileError(path: path, action: "make the folder", code: EEXIST) }
            mode = try Files.permissions(of: path)
        } catch {
            throw .badOutbox(error)
        }
        guard mode & 0o077 == 0 else { throw .openOutbox(path: path, mode: mode) }
        return path
    }
}
