import Expenses
import Platform
import Storage
import Testing

/// Photos of entries: one of each, its owner's alone, and with a limit.
@Suite struct PhotoTests {
    private typealias World = ExpensesWorld

    private func count(_ world: World) async throws -> Int? {
        try await world.store.reading { try $0.value("SELECT count(*) FROM expense_photos", []) }
    }

    @Test func anEntryHasOnePhoto() async throws {
        let world = try World()
        let bread = try await world.add(World.draft("Bread"))
        #expect(bread.photoAt == nil)
        #expect(try await world.refusal { try await world.photo(of: bread) } == "no-photo")
        try await world.setPhoto([1, 2, 3], of: bread)
        try await world.setPhoto([4, 5], of: bread)
        #expect(try await world.photo(of: bread) == [4, 5])
        let stored = try await world.list().expenses[0]
        #expect(stored.photoAt?.seconds == world.now && stored.version == 1, "a form that is open elsewhere stays valid")
        let edited = try await world.edit(bread, World.draft("Butter"))
        #expect(edited.photoAt != nil)
        for _ in 0..<2 { try await world.removePhoto(of: bread) }
        #expect(try await world.list().expenses[0].photoAt == nil)
        #expect(try await count(world) == 0)
        #expect(try await world.audit() == [])
    }

    @Test func anothersEntryHasNoPhoto() async throws {
        let world = try World()
        let bread = try await world.add(World.draft("Bread"))
        try await world.setPhoto([1], of: bread)
        #expect(try await world.refusal { try await world.photo(of: bread, by: World.bob) } == "no-expense")
        #expect(try await world.refusal { try await world.setPhoto([2], of: bread, by: World.bob) } == "no-expense")
        #expect(try await world.refusal { try await world.removePhoto(of: bread, by: World.bob) } == "no-expense")
        #expect(try await world.photo(of: bread) == [1])
        #expect(try await !world.store.archive(of: "bob").contains { $0.name.hasPrefix("expense-photos/") })
    }

    @Test func thePhotoGoesAndComesBackWithItsEntry() async throws {
        let world = try World()
        let bread = try await world.add(World.draft("Bread"))
        try await world.setPhoto([1], of: bread)
        let copy: Expenses.Copy = try World.input(#"{"expense":"\#(bread.id)","day":"2026-11-25"}"#)
        let copied = try await world.store.change { try Expenses().duplicate(&$0, World.ann, copy) }
        #expect(copied.photoAt == nil)
        try await world.remove(bread)
        #expect(try await world.refusal { try await world.photo(of: bread) } == "no-expense")
        #expect(try await count(world) == 1)
        let restored = try await world.restore(bread)
        #expect(try await world.photo(of: restored) == [1])
        try await world.remove(restored)
        world.now += 86_401
        try await Expenses.purge(world.store)
        #expect(try await count(world) == 0)
        #expect(try await world.audit() == [])
    }

    @Test func photosHaveALimit() async throws {
        let world = try World()
        let (first, last) = (try await world.add(World.draft("First")), try await world.add(World.draft("Last")))
        let more = try await world.add(World.draft("One more"))
        try await world.setPhoto([1], of: first)
        // As if there were almost 5,000.
        try await world.store.execute(
            """
            PRAGMA foreign_keys = OFF;
            WITH numbers AS (SELECT 2 AS number UNION ALL SELECT number + 1 FROM numbers WHERE number < \(Photos.most - 1))
            INSERT INTO expense_photos SELECT 'x_' || number, 'ann', 1, x'01' FROM numbers;
            PRAGMA foreign_keys = ON;
            """)
        try await world.setPhoto([1], of: last)
        #expect(try await world.refusal { try await world.setPhoto([1], of: more) } == "too-many-photos")
        try await world.setPhoto([2], of: first)
        try await world.removePhoto(of: first)
        try await world.setPhoto([1], of: more)
    }

    @Test func photosCountTowardsTheQuotaOfPictures() async throws {
        let world = try World(quotas: StorageQuotas(pictureBytes: 1000))
        let (bread, milk) = (try await world.add(World.draft("Bread")), try await world.add(World.draft("Milk")))
        func photo(_ bytes: Int) -> [UInt8] { [UInt8](repeating: 1, count: bytes) }
        try await world.setPhoto(photo(800), of: bread)
        #expect(try await world.store.storageUse(of: "ann").pictureBytes == 800)
        await #expect(throws: QuotaExceeded(.pictureBytes, used: 800, limit: 1000)) {
            try await world.setPhoto(photo(201), of: milk)
        }
        #expect(try await world.refusal { try await world.photo(of: milk) } == "no-photo")
        await #expect(throws: QuotaExceeded(.pictureBytes, used: 800, limit: 1000)) {
            try await world.setPhoto(photo(1001), of: bread)
        }
        try await world.setPhoto(photo(1000), of: bread)
        try await world.removePhoto(of: bread)
        #expect(try await world.store.storageUse(of: "ann").pictureBytes == 0)
    }
}
