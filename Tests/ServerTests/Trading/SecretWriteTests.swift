import Digests
import Foundation
import JSONText
import ServerWorld
import Testing

/// Writes with an `Idempotency-Key` whose bodies contain a card or account number, which is checked and not stored.
@Suite struct SecretWriteTests {
    private static let cards = "/v1/trading/methods/cards"
    private static let accounts = "/v1/trading/methods/bank-accounts"

    private func run(_ body: (ServerUnderTest) async throws -> Void) async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.storeTradingPrices()
            try await body(server)
        }
    }

    private static func body(_ path: String, _ number: String) -> String {
        path == cards ? #"{"number":"\#(number)","expires":"12/30"}"# : #"{"iban":"\#(number)"}"#
    }

    private func link(
        _ path: String, _ number: String, key: String, _ server: ServerUnderTest
    ) async throws -> ServerUnderTest.Answer {
        try await server.post(path, json: Self.body(path, number), headers: ["Idempotency-Key": key])
    }

    /// An attacker who has the files cannot find a number by trying all.
    @Test(arguments: [(cards, "4242424242424242"), (accounts, "DE89370400440532013000")])
    func filesHaveNeitherTheNumberNorAHashOfIt(path: String, number: String) async throws {
        try await run { server async throws in
            _ = try server.done(await link(path, number, key: "key-of-wagtails", server))
            let files = ["closecast.db", "closecast.db-wal"].compactMap {
                FileManager.default.contents(atPath: server.folder + "/" + $0)
            }
            func isStored(_ text: String) -> Bool { files.contains { $0.range(of: Data(text.utf8)) != nil } }
            #expect(isStored("key-of-wagtails"), "the request is stored")
            let request = Array("post \(path) application/json\n\(Self.body(path, number))".utf8)
            for hash in [SHA256.hexadecimal(of: request), SHA256.hexadecimal(of: Array(number.utf8))] {
                #expect(!isStored(hash))
            }
            #expect(!isStored(number))
        }
    }

    /// The stored hash reveals nothing about the hidden digits: with other digits, the request is the same.
    @Test(arguments: [
        (cards, "4242424242424242", "4259 4242 4242 4242", "4111111111111111"),
        (accounts, "DE89370400440532013000", "DE84370400440532113000", "DE62370400440532013001"),
    ])
    func hiddenDigitsTellNoRequestsApart(path: String, number: String, sameEnd: String, otherEnd: String) async throws {
        try await run { server async throws in
            let first = try server.done(await link(path, number, key: "k", server))
            let again = try await link(path, sameEnd, key: "k", server)
            #expect(again.status == 201 && again.text == first.text && again.header("Idempotency-Replayed") == "true")
            let other = try await link(path, otherEnd, key: "k", server)
            #expect(other.status == 422 && other.json["code"]?.string == "key-reused", "\(other.text)")
            #expect(try await server.get("/v1/trading/methods").json["data"]?.array?.count == 1)
        }
    }

    /// A wrong number and the right one may look the same, so the refusal is not repeated.
    @Test func aCorrectedNumberIsAcceptedWithTheSameKey() async throws {
        try await run { server async throws in
            let refused = try await link(Self.cards, "4243424242424242", key: "k", server)
            #expect(refused.status == 422, "\(refused.text)")
            let corrected = try await link(Self.cards, "4242424242424242", key: "k", server)
            #expect(corrected.status == 201 && corrected.header("Idempotency-Replayed") == nil, "\(corrected.text)")
        }
    }
}
