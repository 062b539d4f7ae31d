import AccountsWeb
import HTTPTestSupport
import JSONText
import ServerWorld
import Services
import Testing

/// What the program is, its parts, and whom to ask.
@Suite struct AboutPageTests {
    @Test func thePageIsForEverybody() async throws {
        try await PageVisitor.run(accounts: TestAccounts()) { _, stranger async throws in
            let page = try await stranger.get("/about")
            #expect(page.status == 200 && page.has("Apache-2.0") && page.has("daily-average") && page.has("href=\"/openapi.json\""))
            #expect(!page.has("mailto:"), "no contact is set")
            let settings = try await stranger.get("/settings")
            #expect(settings.has("<a class=\"button\" href=\"/about\">"))
        }
    }

    @Test(arguments: [
        ("help@example.com", "mailto:help@example.com"), ("https://example.com/security", "https://example.com/security"),
    ])
    func contactsAreEmailAddressesOrPages(text: String, href: String) {
        #expect(ContactAddress(text)?.href == href && ContactAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "http://example.com", "javascript:alert(1)", "https://", "https://exa mple.com", "https://example.com/\"x",
        "a@b?subject=x",
        "mailto:a@example.com", "a@example.com\nb", "https://example.com/\u{202E}",
    ])
    func otherContactsAreRefused(text: String) { #expect(ContactAddress(text) == nil) }

    @Test func thePartsAreThoseOfTheBuild() throws {
        let document = """
            {"components": [
              {"name": "swift-nio", "version": "2.1", "licenses": [{"license": {"id": "Apache-2.0"}}],
               "externalReferences": [{"type": "vcs", "url": "https://github.com/apple/swift-nio"}]},
              {"name": "libc6", "externalReferences": [{"type": "website", "url": "javascript:alert(1)"}]},
              {"name": "zlib1g", "licenses": [{"license": {"name": "Zlib"}}]},
              {"name": "Foundation", "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}]}, {"version": "1"}]}
            """
        let parts = try #require(SoftwareParts(cycloneDX: Array(document.utf8))).parts
        #expect(parts.map(\.name) == ["Foundation", "libc6", "swift-nio", "zlib1g"])
        #expect(parts.map(\.licence) == ["Apache-2.0 WITH Swift-exception", nil, "Apache-2.0", "Zlib"])
        #expect(parts.map(\.page) == [nil, nil, "https://github.com/apple/swift-nio", nil])
        for text in ["", "{", "[]", "{\"components\": []}", "{\"components\": 1}"] {
            #expect(SoftwareParts(cycloneDX: Array(text.utf8)) == nil, "\(text)")
        }
    }
}
