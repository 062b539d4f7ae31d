import Access
import Testing

@Suite struct PrincipalTests {
    @Test(arguments: [
        ("Bearer abc", "abc"), ("bearer abc", "abc"), ("  BEARER   abc ", "abc"), ("Bearer", nil), ("Bearer a b", nil), ("", nil),
        ("Basic abc", nil), ("Bearer,abc", nil),
    ]) func onlyBearerAndOneWordHaveAToken(header: String, token: String?) {
        #expect(BearerHeader.token(of: header) == token)
    }

    @Test func aPrincipalOfATokenHasItsOwnerScopeAndId() {
        let token = AccessToken(id: "t1", hash: "h", owner: "ada", scope: .write, createdAt: 0, expiresAt: nil)
        let principal = Principal(token)
        #expect(principal == Principal(owner: "ada", scope: .write, credential: .token(id: "t1")))
        #expect(principal.credential?.id == "t1")
        #expect(Principal.local.credential == nil)
    }
}
