import ChildProcess
import Foundation
import HTTPTestSupport
import JSONText
import Mail
import Platform
import Scratch
import Testing

@Suite struct MessageTests {
    /// The bytes of a whole mail, so that a change of any of them is noticed.
    @Test func goldenMessage() throws {
        var request = MailWorld.request(.passwordChanged, name: "Zoë \"Bob\" <b@x.org>\r\nBcc: eve@example.org")
        request.link = nil
        request.fields["device"] = "Firefox\r\n\"on\"\u{200D} <Linux> {{place}} & .\u{202E}x"
        request.fields["place"] = ""
        let bytes = try MailWorld.message(request).bytes
        let path = Files.folder(of: #filePath) + "/Golden/passwordChanged.eml"
        if ProcessState.environment("CLOSECAST_WRITE_GOLDEN") != nil { try Files.write(bytes, to: path) }
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: try Files.read(path), as: UTF8.self))
    }

    /// Names that a person may type, and how they are read back.
    private static let names: [(String, String)] = [
        ("", ""), ("Alice", "Alice"), ("Alice Liddell 2", "Alice Liddell 2"), ("J. O'Neill", "\"J. O'Neill\""),
        ("Bob \"The\\Builder\"", "\"Bob \\\"The\\\\Builder\\\"\""), ("<eve@example.org>", "\"<eve@example.org>\""),
        ("a@b.org, c@d.org", "\"a@b.org, c@d.org\""), ("%0d%0aBcc: eve@example.org", "\"%0d%0aBcc: eve@example.org\""),
        ("x\r\nBcc: eve@example.org", "\"x Bcc: eve@example.org\""), ("x\r\n\r\nBody", "x Body"), ("x\nTo: y", "\"x To: y\""),
        ("x\u{2028}y\u{2029}z\u{85}w\0v", "x y z w v"), ("Алиса Иванова", "Алиса Иванова"), ("Zoë", "Zoë"),
        ("👨‍👩‍👧‍👦 Family", "👨‍👩‍👧‍👦 Family"), ("=?UTF-8?Q?Eve?=", "=?UTF-8?Q?Eve?="), ("(comment)", "\"(comment)\""),
        ("moc.\u{202E}evil\u{202C}", "\"moc.evil\""), ("  much   space  ", "much space"),
        (String(repeating: "я", count: 150), String(repeating: "я", count: 150)),
        (String(repeating: "a", count: 150), String(repeating: "a", count: 150)),
        (String(repeating: "a.b ", count: 40), String(repeating: "a.b ", count: 40).trimmingCharacters(in: .whitespaces)),
        (String(repeating: "n", count: 300), String(repeating: "n", count: 200) + "…"),
        (String(repeating: "👨‍👩‍👧‍👦", count: 20), String(repeating: "👨‍👩‍👧‍👦", count: 20)),
    ]

    private static let headers = [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Language", "Content-Type",
    ]

    @Test(arguments: names) func aNameStaysAName(name: String, shown: String) throws {
        let mail = try ReadMail(MailWorld.message(MailWorld.request(.verification, name: name)).bytes)
        #expect(mail.headers.map(\.name) == Self.headers)
        #expect(mail.header("To") == (shown.isEmpty ? "" : shown + " ") + "<alice@example.org>")
    }

    @Test(arguments: names) func linesAreShortASCII(name: String, shown: String) throws {
        var request = MailWorld.request(.passwordChanged, language: "it", name: name)
        for field in request.kind.fields { request.fields[field] = name }
        for line in try ReadMail(MailWorld.message(request).bytes).lines {
            #expect(line.utf8.count <= 78, "\(line)")
            #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(line)")
            #expect(!line.hasPrefix(".") && !line.hasPrefix("From ") && line.last != " ", "\(line)")
        }
    }

    private static func link(_ count: Int) -> String {
        MailWorld.link + String(repeating: "=", count: count - MailWorld.link.utf8.count)
    }

    /// People copy the link from a mail in the outbox.
    @Test(arguments: [47, 100, 998]) func aLongLinkStaysInOnePieceInASCII(count: Int) throws {
        var request = MailWorld.request(.verification)
        request.link = Self.link(count)
        let mail = try ReadMail(MailWorld.message(request).bytes)
        #expect(mail.lines.contains(request.link!))
        #expect(mail.lines.contains("Content-Transfer-Encoding: 7bit"))
        #expect(mail.text.contains("\n\(request.link!)\n"))
    }

    /// RFC 5322, section 2.1.1; and lines that programs on the way would change, or that would end the part.
    @Test(arguments: [(999, "Firefox"), (100, "Zoë"), (47, "👩")])
    func otherPartsAreQuotedPrintable(count: Int, device: String) throws {
        var request = MailWorld.request(.passwordChanged)
        request.link = Self.link(count)
        request.fields["device"] = device
        let mail = try ReadMail(MailWorld.message(request).bytes)
        #expect(mail.lines.allSatisfy { $0.utf8.count <= 78 })
        #expect(!mail.lines.contains("Content-Transfer-Encoding: 7bit"))
        #expect(mail.text.contains("\n\(request.link!)\n"))
    }

    /// An independent reader: Python's.
    @Test(.enabled(if: hasPython, "python3 is not installed")) func pythonReadsTheSame() async throws {
        let scratch = try Scratch()
        for (index, (name, _)) in Self.names.enumerated() {
            try Files.write(try MailWorld.message(MailWorld.request(.verification, name: name)).bytes, to: scratch("\(index).eml"))
        }
        let end = try await EdgeThread.run {
            try ChildProcess("/usr/bin/env", ["python3", "-c", Self.reader, "\(Self.names.count)"], folder: scratch.path).wait()
        }
        #expect(end == .exited(0))
        let answers = try #require(try JSONValue(parsing: try Files.read(scratch("answers.json"))).array)
        try #require(answers.count == Self.names.count)
        for (answer, (_, shown)) in zip(answers, Self.names) {
            #expect(answer["headers"]?.array?.compactMap(\.string) == Self.headers)
            #expect(answer["addresses"]?.array?.compactMap(\.string) == [MailWorld.recipient])
            #expect(answer["text"]?.string?.contains(MailWorld.link) == true)
            #expect(answer["defects"]?.array?.isEmpty == true)
            var name = shown
            if shown.hasPrefix("\"") { name = String(shown.dropFirst().dropLast()).replacing(#/\\(.)/#) { $0.1 } }
            // Python 3.11 keeps the spaces between encoded words, which separate nothing (RFC 2047, section 6.2).
            let spaces = name.utf8.count <= 39 ? " " : ""
            #expect(answer["name"]?.string?.replacing(" ", with: spaces) == name.replacing(" ", with: spaces))
        }
    }

    /// Every Russian and Kazakh mail: Python reads exactly the written text, and nothing in transit was 8-bit.
    @Test(.enabled(if: hasPython, "python3 is not installed"), arguments: ["ru", "kk"])
    func pythonReadsCyrillicMails(language: String) async throws {
        let scratch = try Scratch()
        let name = ["ru": "Алёна Щёкина", "kk": "Әсел Құрманғазықызы"][language]!
        for (index, kind) in MailKind.allCases.enumerated() {
            let bytes = try MailWorld.message(MailWorld.request(kind, language: language, name: name)).bytes
            #expect(bytes.allSatisfy { $0 < 0x80 })
            #expect(try ReadMail(bytes).lines.allSatisfy { $0.utf8.count <= 78 }, "\(kind)")
            try Files.write(bytes, to: scratch("\(index).eml"))
        }
        let end = try await EdgeThread.run {
            try ChildProcess("/usr/bin/env", ["python3", "-c", Self.reader, "\(MailKind.allCases.count)"], folder: scratch.path)
                .wait()
        }
        #expect(end == .exited(0))
        let answers = try #require(try JSONValue(parsing: try Files.read(scratch("answers.json"))).array)
        try #require(answers.count == MailKind.allCases.count)
        for (answer, kind) in zip(answers, MailKind.allCases) {
            let mail = try ReadMail(MailWorld.message(MailWorld.request(kind, language: language, name: name)).bytes)
            #expect(answer["defects"]?.array?.isEmpty == true, "\(kind)")
            #expect(answer["name"]?.string == name, "\(kind)")
            // Python 3.11 keeps the spaces between encoded words, which separate nothing (RFC 2047, section 6.2).
            let subject = MailTexts.language(language)[kind].subject.replacing("{{service}}", with: "Closecast")
            #expect(answer["subject"]?.string?.replacing(" ", with: "") == subject.replacing(" ", with: ""), "\(kind)")
            #expect(mail.header("Subject") == subject, "\(kind)")
            #expect(answer["text"]?.string == mail.text && mail.text.contains(name), "\(kind)")
            #expect(answer["html"]?.string == mail.html && mail.html.contains("<html lang=\"\(language)\">"), "\(kind)")
        }
    }

    private static let reader = """
        import email, email.policy, json, sys
        answers = []
        for index in range(int(sys.argv[1])):
            mail = email.message_from_binary_file(open(f"{index}.eml", "rb"), policy=email.policy.default)
            to = mail["To"].addresses
            answers.append({"headers": mail.keys(), "addresses": [address.addr_spec for address in to], "name": to[0].display_name,
                "text": mail.get_body(("plain",)).get_content(), "html": mail.get_body(("html",)).get_content(),
                "subject": mail["Subject"], "defects": [str(d) for part in mail.walk() for d in part.defects]})
        json.dump(answers, open("answers.json", "w"))
        """

    private static let hasPython = (try? ChildProcess("/usr/bin/env", ["python3", "--version"], errors: nil).wait()) == .exited(0)

    @Test func headersAreThoseOfAnAutomaticMail() throws {
        let mail = try ReadMail(MailWorld.message(MailWorld.request(.invitation)).bytes)
        #expect(mail.header("From") == "Closecast <closecast@closecast.example.org>")
        #expect(mail.header("Subject") == "Your invitation to Closecast")
        #expect(mail.header("Date") == "Fri, 02 Jan 2026 03:04:05 +0000")
        #expect(mail.header("Message-ID") == "<0123abcd@closecast.example.org>")
        #expect(mail.header("Auto-Submitted") == "auto-generated")
    }

    @Test func subjectsInOtherLettersAreEncoded() throws {
        let postman = Postman(
            transport: CollectingTransport(), sender: try MailWorld.sender(), serviceName: "Прогнозы курсов криптовалют для всех",
            serviceURL: MailWorld.url)
        let mail = try ReadMail(postman.message(for: MailWorld.request(.invitation, language: "it")).bytes)
        #expect(mail.header("Subject") == "Il tuo invito su Прогнозы курсов криптовалют для всех")
        #expect(mail.header("From") == "Прогнозы курсов криптовалют для всех <closecast@closecast.example.org>")
        #expect(mail.lines.allSatisfy { $0.utf8.count <= 78 })
    }

    @Test func aMessageIDIsTheSameForTheSameRequestAndSafeForAnyID() throws {
        var request = MailWorld.request(.verification)
        func messageID(_ id: String) throws -> String {
            request.id = id
            return try ReadMail(MailWorld.message(request).bytes).header("Message-ID")
        }
        #expect(try messageID("a") == messageID("a"))
        #expect(try messageID("a>\r\n../é") == "<a=3e=0d=0a=2e=2e=2f=c3=a9@closecast.example.org>")
        let ids = ["a", "A", "a=", "a=3d", "a\n", "a\nb", "a.b", "a/b"]
        #expect(Set(try ids.map(messageID)).count == ids.count)
    }

    @Test func theLongestAddressesAreKept() throws {
        var request = MailWorld.request(.verification, name: "Алиса")
        let domain = Array(repeating: String(repeating: "d", count: 61), count: 3).joined(separator: ".") + ".ccc"
        request.recipient = String(repeating: "l", count: 64) + "@" + domain
        let mail = try ReadMail(MailWorld.message(request).bytes)
        #expect(mail.header("To") == "Алиса <\(request.recipient)>")
        #expect(
            mail.lines.filter { $0.utf8.count > 78 }.map { $0.trimmingCharacters(in: .whitespaces) } == ["<\(request.recipient)>"])
    }
}
