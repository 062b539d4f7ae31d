import Records
import Scratch
import Storage
import Store
import Support
import Testing

/// A change is one transaction: all of it, or nothing.
@Suite struct OneChangeTests {
    private let support = Support(isAnswered: true)
    private let ann = Caller(owner: "ann")
    private let draft: Support.Draft

    init() throws { draft = try Shape<Support.Draft>().value(texts: [("text", "hello")]) }

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        try await Scratch.with { folder in
            let store = try Store("\(folder)/closecast.db", clock: { 1_740_830_400 })
            try await body(store)
            try store.close()
        }
    }

    private func texts(_ store: Store) async throws -> [String] {
        let (support, ann) = (support, ann)
        return try await store.reading { try support.thread($0, ann, Nothing()).messages.map(\.text) }
    }

    @Test func aNewStoreHasTheTablesOfTheRecords() async throws {
        try await withStore { store in
            let differences = try await store.differences()
            #expect(differences == [])
        }
    }

    @Test func whatARefusalHadWrittenIsUndone() async throws {
        try await withStore { store in
            let (support, ann, draft) = (support, ann, draft)
            await #expect(throws: SupportError.ownThread.refusal) {
                try await store.change { change in
                    _ = try support.send(&change, ann, draft)
                    throw SupportError.ownThread
                }
            }
            let left = try await texts(store)
            #expect(left.isEmpty)
        }
    }

    @Test func anOwnersRowsGoWithTheOwner() async throws {
        try await withStore { store in
            let (support, ann, draft) = (support, ann, draft)
            _ = try await store.change { try support.send(&$0, ann, draft) }
            #expect(try await texts(store) == ["hello"])
            try await store.execute("DELETE FROM owners WHERE id = 'ann'")
            let left = try await texts(store)
            #expect(left.isEmpty)
        }
    }
}
