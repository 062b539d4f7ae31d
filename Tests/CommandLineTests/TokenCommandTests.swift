import Foundation
import JSONText
import Market
import Testing

@Suite struct TokenCommandTests {
    @Test func aTokenIsPrintedOnceAndListedWithoutItsSecret() throws {
        let home = try Home()
        #expect(try home.done("token", "list").output.hasPrefix("no tokens"))
        #expect(!home.folder.exists("home"), "listing creates no database")
        let made = try home.done("token", "create", "--scope", "write", "--owner", "ann", "--expires", "2d")
        let secret = made.output.dropLast()
        #expect(secret.wholeMatch(of: /closecast_[0-9a-f]{64}/) != nil, "\(made.output)")
        #expect(made.words.contains("of ann, scope write, until ") && !made.words.contains(secret))
        let list = try home.done("token", "list", "--json")
        let token = try list.json["tokens"]!.array![0]
        #expect(token["owner"]?.string == "ann" && token["scope"]?.string == "write" && token["state"]?.string == "valid")
        #expect(token["revoked_at"] == .null && token["last_used"] == .null)
        let text = try home.done("token", "list").output
        #expect(text.contains(token["id"]!.string!) && !text.contains(secret) && !list.output.contains(secret))
        #expect(made.words.contains("token \(token["id"]!.string!)"))
    }

    @Test func aRevokedTokenIsStillListed() throws {
        let home = try Home()
        let secret = try home.done("token", "create", "--scope", "read", "--expires", "never").output.dropLast()
        try home.done("token", "create", "--scope", "admin")
        let ids = try home.done("token", "list", "--json").json["tokens"]!.array!
        let never = try #require(ids.first { $0["expires_at"] == .null }?["id"]?.string)
        // The leaked secret itself also names it, and is not printed again.
        let run = try home.done("token", "revoke", String(secret))
        #expect(run.output == "token \(never) of local is revoked\n")
        #expect(try home.done("token", "revoke", never).output == run.output)
        let states = try home.done("token", "list", "--json").json["tokens"]!.array!
        for token in states { #expect(token["state"]?.string == (token["id"]?.string == never ? "revoked" : "valid")) }
        #expect(states.count == 2)
    }

    @Test func aDayToExpireIsItsBeginning() throws {
        let home = try Home()
        let year = Day(secondsSince1970: Int(Date().timeIntervalSince1970)) + 400
        try home.done("token", "create", "--scope", "read", "--expires", "\(year)")
        let token = try home.done("token", "list", "--json").json["tokens"]!.array![0]
        #expect(token["expires_at"]?.string == "\(year)T00:00:00Z")
    }

    @Test(
        arguments: [
            (["create"], 64, "Missing expected argument '--scope <scope>'"),
            (["create", "--scope", "all"], 64, "'read', 'write' or 'admin'"),
            (["create", "--scope", "read", "--owner", "a b"], 65, "\"a b\" is not a valid owner"),
            (["create", "--scope", "read", "--expires", "2020-01-01"], 65, "the expiry date is in the past"),
            (["create", "--scope", "read", "--expires", "0d"], 64, "\"0d\" is not an expiry; expected days such as 90d"),
            (["create", "--scope", "read", "--expires", "-1d"], 64, "--expires"),
            (["create", "--scope", "read", "--expires", "99999999999999999999d"], 64, "is not an expiry"),
            (["create", "--scope", "read", "--expires", "soon"], 64, "is not an expiry"),
            (["revoke", "0123456789ab"], 66, "no token has the id 0123456789ab; see closecast token list"),
        ] as [([String], Int32, String)]) func anErrorNamesTheRemedy(words: [String], status: Int32, says: String) throws
    {
        let run = try closecast(["token"] + words)
        #expect(run.status == status && run.words.contains(says), "\(run.words)")
        #expect(run.output.isEmpty)
    }
}
