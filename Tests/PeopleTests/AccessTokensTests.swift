import Access
import Foundation
import People
import Scratch
import Storage
import Synchronization
import Testing

@Suite(.serialized) struct AccessTokensTests {
    /// Tokens in a file of their own, and a clock.
    private final class World: Sendable {
        let scratch: Scratch
        let time = Mutex(1_000_000)

        init() throws { scratch = try Scratch() }

        /// The tokens as one process sees them.
        func tokens() throws -> AccessTokens {
            try AccessTokens(Store(scratch("closecast.db"), options: .init(durability: .normal))) { self.time.withLock { $0 } }
        }

        func wait(_ seconds: Int) { time.withLock { $0 += seconds } }
    }

    private let world: World

    init() throws { world = try World() }

    @Test func aSecretGrantsTheAccessOfItsToken() async throws {
        let tokens = try world.tokens()
        let made = try await tokens.create(owner: "ann", scope: .write, expiresAt: 1_000_010)
        let found = try await tokens.verify(made.secret.text)
        #expect(found == made.token && found.owner == "ann" && found.scope == .write && found.createdAt == 1_000_000)
        #expect(try await tokens.all() == [made.token])
        await #expect(throws: AccessError.unknownToken) { try await tokens.verify(TokenSecret().text) }
        await #expect(throws: AccessError.malformedToken) { try await tokens.verify("closecast_") }
    }

    /// Neither the file nor its log contains the secret.
    @Test func theSecretIsKeptNowhere() async throws {
        let secret = try await world.tokens().create(owner: "ann", scope: .read, expiresAt: nil).secret
        for name in try world.scratch.names {
            let bytes = try Data(contentsOf: URL(filePath: world.scratch(name)))
            #expect(bytes.range(of: Data(secret.text.dropFirst(10).utf8)) == nil, "\(name)")
        }
    }

    @Test func aRevocationCountsAtOnceInEveryProcess() async throws {
        let (server, terminal) = (try world.tokens(), try world.tokens())
        let made = try await terminal.create(owner: "ann", scope: .read, expiresAt: nil)
        for _ in 0..<3 { #expect(try await server.verify(made.secret.text) == made.token) }
        world.wait(5)
        #expect(try await terminal.revoke(made.token.id).revokedAt == 1_000_005)
        await #expect(throws: AccessError.revoked(id: made.token.id, at: 1_000_005)) { try await server.verify(made.secret.text) }
        world.wait(5)
        #expect(try await terminal.revoke(made.token.id).revokedAt == 1_000_005, "the first one is kept")
        await #expect(throws: AccessError.noSuchToken(id: "0123")) { try await terminal.revoke("0123") }
    }

    @Test func aTokenEndsInTheSecondThatItNames() async throws {
        let tokens = try world.tokens()
        let made = try await tokens.create(owner: "ann", scope: .read, expiresAt: 1_000_010)
        world.wait(9)
        #expect(try await tokens.verify(made.secret.text) == made.token)
        world.wait(1)
        await #expect(throws: AccessError.expired(id: made.token.id, at: 1_000_010)) { try await tokens.verify(made.secret.text) }
        for time in [1_000_009, 1_000_010] { #expect(made.token.isValid(at: time) == (time < 1_000_010)) }
    }

    @Test func theDayOfTheLastUseIsNoted() async throws {
        let tokens = try world.tokens()
        let made = try await tokens.create(owner: "ann", scope: .read, expiresAt: nil)
        try await tokens.noteUse(of: made.token)
        let used = try await tokens.verify(made.secret.text)
        #expect(used.lastUsedDay == 11)
        world.wait(86_400)
        try await tokens.noteUse(of: used)
        #expect(try await tokens.verify(made.secret.text).lastUsedDay == 12)
    }

    @Test func aTokenThatCannotBeIsRefused() async throws {
        let tokens = try world.tokens()
        for owner in ["", " ", "a b", "ann\n", "ä", String(repeating: "a", count: 65), "a/b", "a:b"] {
            await #expect(throws: AccessError.badOwner(owner)) {
                try await tokens.create(owner: owner, scope: .read, expiresAt: nil)
            }
        }
        await #expect(throws: AccessError.expiresInThePast(at: 1_000_000, now: 1_000_000)) {
            try await tokens.create(owner: "ann", scope: .read, expiresAt: 1_000_000)
        }
        #expect(try await tokens.all().isEmpty)
        for owner in ["local", "a.b-c_d@example.org", String(repeating: "a", count: 64)] {
            _ = try await tokens.create(owner: owner, scope: .read, expiresAt: nil)
        }
    }
}
