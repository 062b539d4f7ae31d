import Testing
import Trading

/// Links of the community as operators type them.
@Suite struct CommunityLinkTests {
    @Test(arguments: ["Forum=https://forum.example.com", " Our forum = https://a.example/x?y=z "])
    func aLinkHasANameAndASecureAddress(text: String) throws {
        let link = try #require(CommunityLink(parsing: text))
        #expect(link.address.hasPrefix("https://") && !link.name.hasSuffix(" "))
        #expect(CommunityLink(parsing: link.description) == link)
    }

    @Test(arguments: [
        "", "Forum", "=https://a.example", "Forum=http://a.example", "Forum=javascript:alert(1)", "Forum=https://",
        "Forum=https://a.example/\"><script>",
    ])
    func anyOtherLinkIsRefused(text: String) { #expect(CommunityLink(parsing: text) == nil, "\(text)") }
}
