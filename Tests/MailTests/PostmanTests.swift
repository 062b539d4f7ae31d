import Mail
import Testing

@Suite struct PostmanTests {
    @Test func aRequestIsWrittenAndHandedOver() async throws {
        let transport = CollectingTransport()
        try await MailWorld.postman(transport).send(MailWorld.request(.newDevice))
        let mail = try #require(transport.mails.first)
        #expect(mail.recipient.text == MailWorld.recipient)
        #expect(mail.sender == (try MailWorld.sender()))
        #expect(mail.kind == .newDevice)
        #expect(mail.writtenAt == 1_767_323_045)
        #expect(transport.mails.count == 1)
    }

    @Test func aBadRecipientIsPermanent() throws {
        var request = MailWorld.request(.verification)
        request.recipient = "alice@example.org\r\nBcc: eve@example.org"
        #expect(throws: MailError.badRecipient(.badCharacter("\r"))) { try MailWorld.message(request) }
        #expect(MailError.badRecipient(.empty).isPermanent)
    }

    @Test(arguments: MailKind.allCases) func aMissingFieldIsNamed(kind: MailKind) throws {
        for field in kind.fields {
            var request = MailWorld.request(kind)
            request.fields[field] = nil
            #expect(throws: MailError.badRequest(kind: kind, problem: "it lacks the fields \(field)")) {
                try MailWorld.message(request)
            }
        }
        var request = MailWorld.request(kind)
        for field in kind.optionalFields { request.fields[field] = nil }
        request.fields["unknown"] = "ignored"
        _ = try MailWorld.message(request)
    }

    @Test(arguments: MailKind.allCases) func aLinkIsRequiredWhereTheTextNeedsIt(kind: MailKind) throws {
        var request = MailWorld.request(kind)
        request.link = nil
        if kind.needsLink {
            #expect(throws: MailError.badRequest(kind: kind, problem: "it lacks its link")) { try MailWorld.message(request) }
        } else {
            #expect(!(try ReadMail(MailWorld.message(request).bytes).html.contains("href")))
        }
    }

    @Test(arguments: [
        "https://closecast.example.org.attacker.example/#X", "https://closecast.example.org@attacker.example/",
        "javascript:alert(1)",
        "http://closecast.example.org/", "https://attacker.example/", "", "https://closecast.example.org/a b",
        "https://closecast.example.org/\r\nX", "https://closecast.example.org/é",
        "https://closecast.example.org/" + String(repeating: "x", count: 1000),
    ])
    func onlyLinksOfTheServiceAreSent(link: String) throws {
        var request = MailWorld.request(.verification)
        request.link = link
        #expect(throws: MailError.self) { try MailWorld.message(request) }
    }

    @Test func theServicesAddressMayEndWithASlash() throws {
        let postman = Postman(transport: CollectingTransport(), sender: try MailWorld.sender(), serviceURL: MailWorld.url + "/")
        for link in ["", "/", "/verify#X", "#X", "?x"].map({ MailWorld.url + $0 }) {
            var request = MailWorld.request(.verification)
            request.link = link
            #expect(try ReadMail(postman.message(for: request).bytes).text.contains(link))
        }
    }

    @Test func anIDHasAtMost100Bytes() throws {
        var request = MailWorld.request(.pinSet)
        for id in ["", String(repeating: "x", count: 101)] {
            request.id = id
            #expect(throws: MailError.self) { try MailWorld.message(request) }
        }
        request.id = String(repeating: "\n", count: 100)
        _ = try MailWorld.message(request)
    }

    // MARK: Values in the text

    /// Each ends an attribute or an element if a reader sees it.
    private static let hostile = [
        "\"", "\"\u{200D}", "\"\u{301}", "<\u{200D}", "<script>alert(1)</script>", "' onmouseover='x", "</p><h1>", "&lt;b&gt;",
        "{{service}}", "{{{service}}}", "{{#paragraphs}}", "{{% CONTENT_TYPE:TEXT}}<b>", "\"><img src=https://x.example/>",
        "\u{0}<\u{8}b\u{7F}>", "<!--", "]]>", "&#x3C;",
    ]

    @Test(arguments: hostile) func valuesAreEscapedByScalarInHTML(value: String) throws {
        for kind in MailKind.allCases {
            let names = kind.fields.union(kind.optionalFields)
            var request = MailWorld.request(kind, name: value)
            let harmless = try structure(of: MailWorld.message(request))
            for name in names {
                request = MailWorld.request(kind, name: value)
                request.fields[name] = value
                #expect(try structure(of: MailWorld.message(request)) == harmless, "\(kind) \(name)")
            }
        }
    }

    /// All scalars with a meaning in HTML, in their order: they come from the layout alone.
    private func structure(of mail: MailMessage) throws -> String {
        let marks: Set<Unicode.Scalar> = ["<", ">", "\"", "'"]
        return String(String.UnicodeScalarView(try ReadMail(mail.bytes).html.unicodeScalars.filter(marks.contains)))
    }

    @Test(arguments: hostile) func valuesStandInTheTextAsTheyAre(value: String) throws {
        var request = MailWorld.request(.tokenCreated)
        request.fields["token"] = value
        let visible = String(String.UnicodeScalarView(value.unicodeScalars.map { $0.value < 0x20 || $0 == "\u{7F}" ? " " : $0 }))
        let text = try ReadMail(MailWorld.message(request).bytes).text
        #expect(text.contains("  Name: " + visible.drop { $0 == " " }), "\(text)")
    }

    @Test func aValueStaysInItsLine() throws {
        var request = MailWorld.request(.newDevice)
        request.fields["device"] = "Firefox\r\n\r\nIf this was you, call +1 555.\u{2028}\u{85}\u{0B}x"
        let text = try ReadMail(MailWorld.message(request).bytes).text
        #expect(text.contains("\n  Device: Firefox If this was you, call +1 555. x\n"))
    }

    @Test func anEmptyValueHasNoLine() throws {
        var request = MailWorld.request(.newDevice)
        request.fields["place"] = " \n"
        let mail = try ReadMail(MailWorld.message(request).bytes)
        #expect(!mail.text.contains("Place") && mail.text.contains("Device"))
        #expect(!mail.html.contains("Place") && mail.html.contains("Device"))
    }

    /// Anyone can sign up with another person's address and a name that contains an advertisement.
    @Test(arguments: [
        ("Alice", true), ("J. O'Neill", true), ("Алиса", true), ("Acme Inc.", true), ("Win at https://x.example", false),
        ("x.example", false), ("Write to a@b", false), ("go\\x", false), ("x。example", false), ("", false),
        (String(repeating: "buy ", count: 30), false),
    ])
    func onlyAPlainNameIsGreeted(name: String, isGreeted: Bool) throws {
        let mail = try ReadMail(MailWorld.message(MailWorld.request(.verification, name: name)).bytes)
        #expect(mail.text.hasPrefix(isGreeted ? "Hello \(name)," : "Hello,\n"))
    }

    @Test func theHTMLLoadsNothing() throws {
        for kind in MailKind.allCases {
            let html = try ReadMail(MailWorld.message(MailWorld.request(kind)).bytes).html
            for mark in ["<img", "src=", "url(", "<link", "<script", "@import", "<table", "<iframe"] {
                #expect(!html.contains(mark), "\(kind): \(mark)")
            }
            #expect(html.components(separatedBy: "href=").count == 2)
            #expect(html.contains("href=\"\(MailWorld.link)\""))
        }
    }
}
