import Access
import Store
import Testing

@Suite struct IdempotencyTests {
    @Test func aKeyIsVisibleASCII() throws {
        for key in ["a", "8e03978e-40d5-43e8-bc93-6894a57f9324", String(repeating: "~", count: 255)] {
            #expect(try IdempotentRequest(owner: "ann", key: key, requestHash: "").key == key)
        }
        for key in ["", " ", "a b", "a\n", "ü", "\u{7F}", String(repeating: "a", count: 256)] {
            #expect(throws: AccessError.badIdempotencyKey(key)) {
                try IdempotentRequest(owner: "ann", key: key, requestHash: "")
            }
        }
    }

    @Test func processesAreDistinguished() {
        #expect(Set((0..<100).map { _ in ProcessInstance.make() }).count == 100)
        #expect(ProcessInstance.make().count == 32)
    }
}
