import Access
import Store
import Testing

@Suite struct IdempotencyTests {
    private static func request(_ hash: Character = "a") throws -> IdempotentRequest {
        try IdempotentRequest(owner: "ann", key: "k", requestHash: String(repeating: hash, count: 64))
    }

    private static let reply = IdempotentReply(status: 200, headers: [], body: [])

    @Test func aRecordDecidesWhatToDo() throws {
        let (mine, other) = (try Self.request(), try Self.request("b"))
        let open = IdempotencyRecord(request: mine, instance: "a", startedAt: 100, reply: nil)
        let done = IdempotencyRecord(request: mine, instance: "a", startedAt: 100, reply: Self.reply)
        let rows: [(record: IdempotencyRecord, request: IdempotentRequest, instance: String, now: Int, start: IdempotencyStart)] = [
            (open, mine, "a", 100, .inProgress), (open, mine, "a", 699, .inProgress), (open, mine, "a", 700, .interrupted),
            (open, mine, "b", 100, .interrupted), (open, other, "a", 100, .mismatch), (open, other, "b", 100, .mismatch),
            (done, mine, "a", 100, .replay(Self.reply)), (done, mine, "b", 86_499, .replay(Self.reply)),
            (done, other, "b", 86_499, .mismatch), (done, mine, "a", 86_500, .new), (done, other, "a", 86_500, .new),
            // A clock that was set back.
            (done, mine, "a", 50, .replay(Self.reply)), (open, mine, "a", 50, .inProgress),
        ]
        for row in rows {
            #expect(row.record.start(row.request, instance: row.instance, now: row.now) == row.start, "\(row)")
        }
    }

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
