import Access
import Storage
import Testing

@Suite(.serialized) struct TokenRepositoryTests {
    @Test func aTokenIsFoundByItsHashAlone() async throws {
        try await TestStore.with { (store) async throws in
            let token = AccessToken.sample(expiresAt: 99)
            try await store.save(token)
            #expect(try await store.token(hash: token.hash) == token)
            for other in ["", token.id, token.hash.uppercased(), "\(token.hash)a", String(repeating: "b", count: 64)] {
                #expect(try await store.token(hash: other) == nil, "\(other)")
            }
        }
    }

    @Test func anIdIsGivenOnce() async throws {
        try await TestStore.with { (store) async throws in
            let token = AccessToken.sample()
            try await store.save(token)
            await #expect(throws: AccessError.tokenExists(id: token.id)) { try await store.save(.sample(owner: "bob")) }
            #expect(try await store.tokens() == [token])
        }
    }

    @Test func theOldestIsListedFirst() async throws {
        try await TestStore.with { (store) async throws in
            let tokens: [AccessToken] = [.sample("c", createdAt: 9), .sample("b", createdAt: 7), .sample("a", createdAt: 9)]
            for token in tokens { try await store.save(token) }
            #expect(try await store.tokens().map(\.id.first) == ["b", "a", "c"])
        }
    }

    @Test func theFirstRevocationIsKept() async throws {
        try await TestStore.with { (store) async throws in
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
        try await TestStore.with { (store) async throws in
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
