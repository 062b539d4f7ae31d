import Foundation
import JSONText
import Mail
import Platform
import Testing
import Waits

/// Tests with a real mail server, and its faults.
@Suite(.enabled(if: SMTPTestServer.isWanted, "run: python3 scripts/requirements/virtual_environment.py smtp"))
struct SMTPTests {
    private static let longAgo = SMTPTransport.Limits(connectSeconds: 10, totalSeconds: 60)

    private static func transport(
        _ server: SMTPTestServer, scheme: String = "smtp", host: String = "localhost", password: String? = nil,
        trusts: Bool = true, limits: SMTPTransport.Limits = longAgo
    ) throws -> SMTPTransport {
        SMTPTransport(
            try #require(SMTPServer("\(scheme)://\(host):\(server.port)")),
            login: password.map { SMTPLogin(user: "alice", password: MailPassword($0)) }, caFile: trusts ? server.caFile : nil,
            limits: limits)
    }

    /// Sends a mail that must fail. The error must not contain anything of the mail.
    private static func failure(_ transport: SMTPTransport) async throws -> MailError {
        let mail = try MailWorld.message(MailWorld.request(.verification, name: "Alice"))
        let error = try await #require(throws: MailError.self) { try await transport.send(mail) }
        for text in ["alice", "SECRETCODE", "hunter2", "/verify", "Confirm"] {
            #expect(!"\(error)".localizedCaseInsensitiveContains(text), "\(error)")
        }
        return error
    }

    // MARK: Success

    @Test(arguments: ["smtp", "smtps"]) func aMailArrivesAsItWasWritten(scheme: String) async throws {
        let server = try await SMTPTestServer("none", (scheme == "smtps" ? ["--implicit"] : []) + ["--password", "hunter2"])
        let transport = try Self.transport(server, scheme: scheme, password: "hunter2")
        var request = MailWorld.request(.newDevice, language: "it", name: "Zoë \"<x@y.z>\"\r\nBcc: eve@example.org")
        request.fields["device"] = ".\r\n.\r\nQUIT"
        let mail = try MailWorld.message(request)
        try await transport.send(mail)
        let received = try #require(try server.mails().first)
        #expect(received["sender"]?.string == "closecast@closecast.example.org")
        #expect(received["recipients"]?.array?.compactMap(\.string) == [MailWorld.recipient])
        #expect(received["host"]?.string == "closecast.example.org")
        #expect(received["user"]?.string == "alice")
        #expect(received["isEncrypted"] == .boolean(true))
        #expect(received["defects"]?.array?.isEmpty == true)
        #expect(received["toNames"]?.array?.compactMap(\.string) == ["Zoë \"<x@y.z>\" Bcc: eve@example.org"])
        #expect(received["toAddresses"]?.array?.compactMap(\.string) == [MailWorld.recipient])
        #expect(received["raw"]?.string.flatMap { Data(base64Encoded: $0) }.map(Array.init) == mail.bytes)
        #expect(received["text"]?.string?.contains("  Dispositivo: . . QUIT") == true)
        #expect(received["html"]?.string?.contains("<html lang=\"it\">") == true)
        #expect(try server.mails().count == 1)
    }

    @Test func mailsAtOnceArriveAllAndOnce() async throws {
        let server = try await SMTPTestServer()
        let transport = try Self.transport(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    var request = MailWorld.request(.verification)
                    request.id = "\(number)"
                    try await MailWorld.postman(transport).send(request)
                }
            }
            try await group.waitForAll()
        }
        let ids = try server.mails().compactMap { mail in
            mail["headers"]?.array?.first { $0.array?[0].string == "Message-ID" }?.array?[1].string
        }
        #expect(Set(ids) == Set((0..<10).map { "<\($0)@closecast.example.org>" }))
        #expect(ids.count == 10)
    }

    // MARK: TLS

    @Test func nothingIsSentWithoutSTARTTLS() async throws {
        let server = try await SMTPTestServer("no-starttls")
        let error = try await Self.failure(Self.transport(server, password: "hunter2"))
        #expect(error == .noTLS(server: "localhost:\(server.port)"))
        #expect(!error.isPermanent)
        #expect(try server.mails().isEmpty)
    }

    @Test(arguments: ["smtp", "smtps"]) func anUnknownCertificateIsRefused(scheme: String) async throws {
        let server = try await SMTPTestServer("none", scheme == "smtps" ? ["--implicit"] : [])
        let error = try await Self.failure(Self.transport(server, scheme: scheme, trusts: false))
        #expect(error == .untrustedCertificate(server: "localhost:\(server.port)"))
        #expect(!error.isPermanent)
        #expect(try server.mails().isEmpty)
    }

    @Test(arguments: ["smtp", "smtps"]) func aCertificateForAnotherNameIsRefused(scheme: String) async throws {
        let server = try await SMTPTestServer("none", ["--host", "127.0.0.2"] + (scheme == "smtps" ? ["--implicit"] : []))
        let error = try await Self.failure(Self.transport(server, scheme: scheme, host: "127.0.0.2"))
        #expect(error == .untrustedCertificate(server: "127.0.0.2:\(server.port)"))
        #expect(try server.mails().isEmpty)
    }

    @Test func aFileWithoutCertificatesIsAnError() async throws {
        let server = try await SMTPTestServer()
        let transport = SMTPTransport(try #require(SMTPServer("smtp://localhost:\(server.port)")), caFile: "/etc/passwd")
        #expect(try await Self.failure(transport) == .badCAFile(server: "localhost:\(server.port)"))
    }

    @Test func aServerWithoutTLSOnThePortOfTLSIsAnError() async throws {
        let server = try await SMTPTestServer("no-starttls")
        let error = try await Self.failure(Self.transport(server, scheme: "smtps"))
        #expect(error == .tlsFailed(server: "localhost:\(server.port)"))
        #expect(!error.isPermanent)
    }

    // MARK: Refusals

    @Test(arguments: [
        ("busy", SMTPStep.connect, 421, "4.3.2", false), ("blocked", .connect, 554, "5.7.1", false),
        ("sender-refused", .sender, 550, "5.7.1", true), ("unknown-recipient", .recipient, 550, "5.1.1", true),
        ("greylisting", .recipient, 451, "4.7.1", false), ("message-refused", .message, 554, "5.7.1", true),
        ("mailbox-full", .message, 452, "4.2.2", false),
    ])
    func aRefusalSaysWhatAndWhetherForGood(
        fault: String, step: SMTPStep, code: Int, extended: String, isPermanent: Bool
    ) async throws {
        let server = try await SMTPTestServer(fault)
        let error = try await Self.failure(Self.transport(server))
        let reply = SMTPReply(code: code, extended: extended)
        #expect(error == .refused(server: "localhost:\(server.port)", step: step, reply: reply))
        #expect(error.isPermanent == isPermanent)
        #expect("\(error)".contains("\(code) \(extended)"))
        #expect(try server.mails().isEmpty)
    }

    @Test func aWrongPasswordIsNotTheMailsFault() async throws {
        let server = try await SMTPTestServer("wrong-password", ["--password", "x"])
        let error = try await Self.failure(Self.transport(server, password: "hunter2"))
        guard case .loginRefused(let name, let reply) = error else { throw error }
        #expect(name == "localhost:\(server.port)")
        #expect(reply == SMTPReply(code: 535, extended: "5.7.8"))
        #expect(!error.isPermanent)
    }

    @Test func aMissingLoginIsNotTheMailsFault() async throws {
        let server = try await SMTPTestServer("none", ["--password", "x"])
        let error = try await Self.failure(Self.transport(server))
        guard case .loginRefused(_, let reply) = error else { throw error }
        #expect(reply.code == 530)
        #expect(!error.isPermanent)
    }

    // MARK: Broken connections

    @Test(arguments: [("slow", 1.0, 60.0), ("slow", 60, 1), ("slow-message", 60, 1)])
    func aSlowServerTimesOut(fault: String, connectSeconds: Double, totalSeconds: Double) async throws {
        let server = try await SMTPTestServer(fault)
        let limits = SMTPTransport.Limits(connectSeconds: connectSeconds, totalSeconds: totalSeconds)
        let start = ProcessState.monotonicSeconds
        let error = try await Self.failure(Self.transport(server, limits: limits))
        #expect(error == .timedOut(server: "localhost:\(server.port)", seconds: 1))
        #expect(!error.isPermanent)
        #expect(ProcessState.monotonicSeconds - start < 30)
    }

    @Test func nobodyListeningIsTemporary() async throws {
        let server = try #require(SMTPServer("smtp://127.0.0.1:1"))
        let error = try await Self.failure(SMTPTransport(server))
        #expect(error == .unreachable(server: "127.0.0.1:1"))
        #expect(!error.isPermanent)
    }

    @Test func anUnknownHostIsTemporary() async throws {
        let server = try #require(SMTPServer("smtps://mail.invalid"))
        let error = try await Self.failure(SMTPTransport(server))
        #expect(error == .unknownHost(server: "mail.invalid:465"))
        #expect(!error.isPermanent)
    }

    @Test func aConnectionThatIsDroppedAfterTheMessageIsTemporary() async throws {
        let server = try await SMTPTestServer("drop")
        let error = try await Self.failure(Self.transport(server))
        #expect(error == .connectionLost(server: "localhost:\(server.port)", step: .message))
        #expect(!error.isPermanent)
    }

    @Test func aCancelledTaskEndsTheTransfer() async throws {
        let server = try await SMTPTestServer("slow")
        let transport = try Self.transport(server)
        let task = Task { try await Self.failure(transport) }
        try await until("the server lets it wait") { server.isSlowNow }
        task.cancel()
        #expect(try await task.value == .cancelled)
        #expect(!MailError.cancelled.isPermanent)
    }
}
