import Access
import Testing

@Suite struct AccessErrorTests {
    @Test func everyErrorHasAWordAndASentence() {
        let errors: [AccessError] = [
            .malformedToken, .unknownToken, .revoked(id: "i", at: 1), .expired(id: "i", at: 1),
            .insufficientScope(id: "i", have: .read, need: .admin), .noSuchToken(id: "i"), .tokenExists(id: "i"), .badOwner("o"),
            .expiresInThePast(at: 1, now: 2), .badIdempotencyKey("k"),
        ]
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect(errors.allSatisfy { $0.description.contains(";") || $0.description.contains(":") })
        #expect(AccessError.insufficientScope(id: "i", have: .read, need: .admin).description.contains("--scope admin"))
    }
}
