import Access
import People
import Scratch
import Storage
import Testing

@Suite(.serialized) struct TokenStoreTests {
    /// Runs a test on an empty store in a temporary folder.
    private func withStore(_ body: (Store) async throws -> Void) async throws {
        try await Scratch.with { try await body(Store("\($0)/closecast.db", options: .init(durability: .normal))) }
    }

    @Test func aTokenIsFoundByItsHashAlone() async throws {
        try await withStore { (store) async throws in
            let token = AccessToken.sample(expiresAt: 99)
            try await store.save(token)
            #expect(try await store.token(hash: token.hash) == token)
            for other in ["", token.id, token.hash.uppercased(), "\(token.hash)a", String(repeating: "b", count: 64)] {
                #expect(try await store.token(hash: other) == nil, "\(other)")
            }
        }
    }

    @Test func anIdIsGivenOnce() async throws {
        try await withStore { (store) async throws in
            let token = AccessToken.sample()
            try await store.save(token)
            await #expect(throws: AccessError.tokenExists(id: token.id)) { try await store.save(.sample(owner: "bob")) }
            #expect(try await store.tokens() == [token])
        }
    }

    @Test func theOldestIsListedFirst() async throws {
        try await withStore { (store) async throws in
            let tokens: [AccessToken] = [.sample("c", createdAt: 9), .sample("b", createdAt: 7), .sample("a", createdAt: 9)]
            for token in tokens { try await store.save(token) }
            #expect(try await store.tokens().map(\.id.first) == ["b", "a", "c"])
        }
    }

    @Test func theFirstRevocationIsKept() async throws {
        try await withStore { (store) async throws in
            var token = AccessToken.sample()
            try await store.save(token)
            token.revokedAt = 8
            #expect(try await store.revokeToken(token.id, at: 8) == token)
            #expect(try await store.revokeToken(token.id, at: 9) == token)
            #expect(try await store.token(hash: token.hash) == token)
            #expect(try await store.revokeToken("bbbbbbbbbbbb", at: 9) == nil)
        }
    }

    @Test func theLastDayOfUseOnlyGrows() async throws {
        try await withStore { (store) async throws in
            let token = AccessToken.sample()
            try await store.save(token)
            for (day, expected) in [(5, 5), (7, 7), (6, 7)] {
                try await store.noteUse(ofToken: token.id, day: day)
                #expect(try await store.tokens().map(\.lastUsedDay) == [expected])
            }
            try await store.noteUse(ofToken: "bbbbbbbbbbbb", day: 9)
        }
    }
}

extension AccessToken {
    /// A token of a digit that its hash repeats.
    fileprivate static func sample(
        _ digit: Character = "a", owner: String = "ann", createdAt: Int = 5, expiresAt: Int? = nil
    ) -> AccessToken {
        AccessToken(
            id: String(repeating: digit, count: 12), hash: String(repeating: digit, count: 64), owner: owner, scope: .write,
            createdAt: createdAt, expiresAt: expiresAt)
    }
}
