import Access
import Storage
import Testing

@Suite(.serialized) struct TokenRepositoryTests {
    @Test(arguments: EitherStore.allCases) func aTokenIsFoundByItsHashAlone(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let token = AccessToken.sample(expiresAt: 99)
            try await repositories.save(token)
            #expect(try await repositories.token(hash: token.hash) == token)
            for other in ["", token.id, token.hash.uppercased(), "\(token.hash)a", String(repeating: "b", count: 64)] {
                #expect(try await repositories.token(hash: other) == nil, "\(other)")
            }
        }
    }

    @Test(arguments: EitherStore.allCases) func anIdIsGivenOnce(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let token = AccessToken.sample()
            try await repositories.save(token)
            await #expect(throws: AccessError.tokenExists(id: token.id)) { try await repositories.save(.sample(owner: "bob")) }
            #expect(try await repositories.tokens() == [token])
        }
    }

    @Test(arguments: EitherStore.allCases) func theOldestIsListedFirst(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let tokens: [AccessToken] = [.sample("c", createdAt: 9), .sample("b", createdAt: 7), .sample("a", createdAt: 9)]
            for token in tokens { try await repositories.save(token) }
            #expect(try await repositories.tokens().map(\.id.first) == ["b", "a", "c"])
        }
    }

    @Test(arguments: EitherStore.allCases) func theFirstRevocationIsKept(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            var token = AccessToken.sample()
            try await repositories.save(token)
            token.revokedAt = 8
            #expect(try await repositories.revokeToken(token.id, at: 8) == token)
            #expect(try await repositories.revokeToken(token.id, at: 9) == token)
            #expect(try await repositories.token(hash: token.hash) == token)
            #expect(try await repositories.revokeToken("bbbbbbbbbbbb", at: 9) == nil)
        }
    }

    @Test(arguments: EitherStore.allCases) func theLastDayOfUseOnlyGrows(store: EitherStore) async throws {
        try await store.withRepositories { (repositories) async throws in
            let token = AccessToken.sample()
            try await repositories.save(token)
            for (day, expected) in [(5, 5), (7, 7), (6, 7)] {
                try await repositories.noteUse(ofToken: token.id, day: day)
                #expect(try await repositories.tokens().map(\.lastUsedDay) == [expected])
            }
            try await repositories.noteUse(ofToken: "bbbbbbbbbbbb", day: 9)
        }
    }
}
