import Glibc
import Mail
import Platform
import Scratch
import Settings
import Testing

@Suite struct MailSettingsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static func read(_ flags: [String: String]) throws -> MailSettings {
        try SettingsReader(MailSettings.all, help: "closecast-server --help").read(flags: flags, environment: { _ in nil })
    }

    private func secret(_ text: String, mode: Int = 0o600) throws -> String {
        let path = try scratch.write(text.utf8, to: "password-\(mode)")
        chmod(path, mode_t(mode))
        return path
    }

    @Test func withoutSettingsThereIsNoMail() throws { #expect(try Self.read([:]).transport() == nil) }

    @Test func eachWayHasItsTransport() throws {
        let smtp = try Self.read(["smtp-url": "smtps://mail.example.org", "mail-from": "closecast@example.org"])
        #expect(try smtp.transport() is SMTPTransport)
        let sendmail = try Self.read(["sendmail": "/bin/true", "mail-from": "closecast@example.org"])
        #expect(try sendmail.transport() is SendmailTransport)
        let outbox = try Self.read(["outbox": scratch("outbox")])
        #expect(try outbox.transport() is OutboxTransport)
        #expect(try outbox.senderAddress().text == "closecast@localhost")
    }

    @Test(arguments: [
        ("smtps://mail.example.org", "mail.example.org:465", SMTPServer.Security.immediate),
        ("smtps://mail.example.org:2465/", "mail.example.org:2465", .immediate),
        ("smtp://mail.example.org", "mail.example.org:587", .required), ("SMTP://127.0.0.1:25", "127.0.0.1:25", .required),
        ("smtp://[::1]:587", "[::1]:587", .required), ("smtps://[2001:db8::1]", "[2001:db8::1]:465", .immediate),
    ])
    func aServerIsASchemeAHostAndAPort(text: String, shown: String, security: SMTPServer.Security) throws {
        let server = try #require(SMTPServer(text))
        #expect("\(server)" == shown)
        #expect(server.security == security)
    }

    @Test(arguments: [
        "", "mail.example.org", "mail.example.org:465", "http://mail.example.org", "smtp://", "smtp://:25", "smtp://user@host",
        "smtp://user:secret@host:587", "smtp://host:0", "smtp://host:65536", "smtp://host:+5", "smtp://host:", "smtp://host/path",
        "smtp://host?x", "smtp://ho st", "smtp://host\n", "smtp://[::1", "smtp://[]", "smtp://[host]", "smtp://host:5:5",
    ])
    func anythingElseIsNoServer(text: String) {
        #expect(SMTPServer(text) == nil)
        #expect(throws: SettingsError.self) { try Self.read(["smtp-url": text]) }
    }

    @Test func contradictionsAreNamed() throws {
        let from = ["mail-from": "closecast@example.org"]
        let smtp = from.merging(["smtp-url": "smtp://mail.example.org"]) { $1 }
        let cases: [([String: String], MailSettingsError)] = [
            (smtp.merging(["outbox": "/tmp/x"]) { $1 }, .severalWays(["smtp-url", "outbox"])),
            (["sendmail": "/bin/true", "outbox": "/tmp/x"], .severalWays(["sendmail", "outbox"])),
            (["smtp-user": "alice"], .withoutServer(setting: "smtp-user")),
            (["outbox": "/tmp/x", "smtp-ca-file": "/x"], .withoutServer(setting: "smtp-ca-file")),
            (smtp.merging(["smtp-user": "alice"]) { $1 }, .halfALogin(hasUser: true)),
            (smtp.merging(["smtp-password-file": "/x"]) { $1 }, .halfALogin(hasUser: false)),
            (["smtp-url": "smtp://mail.example.org"], .noSender(setting: "smtp-url")),
            (["sendmail": "/bin/true"], .noSender(setting: "sendmail")),
            (smtp.merging(["smtp-ca-file": "/nowhere.pem"]) { $1 }, .unreadableCAFile("/nowhere.pem")),
            (from.merging(["sendmail": "/nowhere/sendmail"]) { $1 }, .noProgram("/nowhere/sendmail")),
            (from.merging(["sendmail": "true"]) { $1 }, .noProgram("true")),
            (from.merging(["sendmail": "/etc/passwd"]) { $1 }, .noProgram("/etc/passwd")),
        ]
        for (flags, error) in cases {
            let settings = try Self.read(flags)
            #expect(throws: error, "\(flags)") { try settings.transport() }
        }
    }

    @Test(arguments: ["a@b@c", "closecast", "Closecast <closecast@example.org>", "a@example.org\r\nX: y"])
    func aSenderIsAnAddress(text: String) { #expect(throws: SettingsError.self) { try Self.read(["mail-from": text]) } }

    // MARK: The password

    private static func login(_ path: String, credentials: String? = nil) throws -> (any MailTransport)? {
        let flags = [
            "smtp-url": "smtp://mail.example.org", "mail-from": "closecast@example.org", "smtp-user": "alice",
            "smtp-password-file": path,
        ]
        return try read(flags).transport(credentials: credentials)
    }

    @Test(arguments: [0o600, 0o400, 0o700]) func aPasswordOfItsOwnerIsRead(mode: Int) throws {
        #expect(try Self.login(secret("correct horse\n", mode: mode)) != nil)
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o660, 0o601]) func aPasswordThatOthersCanReadStopsTheStart(mode: Int) throws {
        let path = try secret("correct horse", mode: mode)
        let error = #expect(throws: MailSettingsError.self) { try Self.login(path) }
        #expect(error == .openPassword(path: path, mode: UInt32(mode)))
        #expect("\(error!)".hasSuffix("chmod 600 \(path)"))
        #expect("\(error!)".contains("0" + String(mode, radix: 8)))
    }

    /// systemd grants the service access to its credentials with an access control list.
    @Test func aCredentialOfSystemdMayShowAGroup() throws {
        let path = try secret("correct horse", mode: 0o440)
        #expect(throws: MailSettingsError.self) { try Self.login(path, credentials: "/run/credentials/closecast.service") }
        #expect(try Self.login(path, credentials: Files.folder(of: path)) != nil)
        let open = try secret("correct horse", mode: 0o444)
        #expect(throws: MailSettingsError.self) { try Self.login(open, credentials: Files.folder(of: open)) }
    }

    @Test(arguments: ["", "\n", "two\nlines\n", "nul\0", "bell\u{7}", String(repeating: "x", count: 513)])
    func anythingButOneLineIsNoPassword(text: String) throws {
        let path = try secret(text)
        #expect(throws: MailSettingsError.badPassword(path: path)) { try Self.login(path) }
    }

    /// A pipe without a writer would block the start for ever.
    @Test(.timeLimit(.minutes(1))) func aPasswordIsReadFromARegularFileOnly() throws {
        mkfifo(scratch("pipe"), 0o600)
        for path in [scratch.path, scratch("pipe"), "/dev/zero"] {
            let error = #expect(throws: MailSettingsError.passwordNotInAFile(path: path)) { try Self.login(path) }
            #expect("\(error!)" == "smtp-password-file \(path) is not a regular file; name a file")
        }
    }

    @Test func aMissingPasswordIsAnError() throws {
        let error = #expect(throws: MailSettingsError.self) { try Self.login("/nowhere/password") }
        #expect("\(error!)" == "smtp-password-file: cannot read /nowhere/password: No such file or directory")
    }

    @Test func aPasswordIsNeverPrinted() {
        let login = SMTPLogin(user: "alice", password: MailPassword("correct horse"))
        var dumped = ""
        dump(login, to: &dumped)
        for text in ["\(login)", "\(login.password)", String(reflecting: login), dumped] { #expect(!text.contains("correct")) }
    }

    @Test func anOpenOutboxStopsTheStart() throws {
        chmod(scratch.path, 0o750)
        let error = #expect(throws: MailSettingsError.self) { try Self.read(["outbox": scratch.path]).transport() }
        #expect(error == .openOutbox(path: scratch.path, mode: 0o750))
        #expect("\(error!)".hasSuffix("chmod 700 \(scratch.path)"))
    }

    @Test func anOutboxThatCannotBeMadeIsAnError() throws {
        let file = try secret("x")
        #expect(throws: MailSettingsError.self) { try Self.read(["outbox": file + "/outbox"]).transport() }
        #expect(throws: MailSettingsError.self) { try Self.read(["outbox": file]).transport() }
    }
}
