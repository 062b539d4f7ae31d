import People
import Platform
import Records
import Scratch
import Storage
import Testing

/// What people write about themselves, and their pictures.
@Suite struct ProfileTests {
    private static let (ann, bob) = (Caller(owner: "ann"), Caller(owner: "bob"))

    /// A database in a folder of its own.
    private struct World {
        let scratch: Scratch
        let store: Store

        init(quotas: StorageQuotas = .none, migrations: [Migration] = Migration.all) throws {
            scratch = try Scratch()
            var options = Store.Options(durability: .normal)
            options.quotas = quotas
            store = try Store(scratch("test.db"), options: options, clock: { 1_795_512_600 }, migrations: migrations)
        }

        @discardableResult func set(_ details: [(name: String, text: String)], of caller: Caller = ann) async throws
            -> PersonalProfile
        {
            let details = try Shape<PersonalDetails>().value(texts: details)
            return try await store.change { [store] in try PersonalProfiles(store.quotaChecks).set(&$0, caller, details) }
        }

        func show(_ caller: Caller = ann) async throws -> PersonalProfile {
            try await store.refusing { [store] in try PersonalProfiles(store.quotaChecks).show($0, caller, Nothing()) }
        }

        func picture(_ caller: Caller = ann) async throws -> [UInt8] {
            try await store.refusing { [store] in try PersonalProfiles(store.quotaChecks).picture($0, caller, Nothing()) }
        }

        func setPicture(_ jpeg: [UInt8], of caller: Caller = ann) async throws {
            try await store.change { [store] in try PersonalProfiles(store.quotaChecks).setPicture(&$0, caller, jpeg) }
        }

        func removePicture(of caller: Caller = ann) async throws {
            try await store.change { [store] in try PersonalProfiles(store.quotaChecks).removePicture(&$0, caller, Nothing()) }
        }

        /// Gives an owner an account.
        func makeAccount(_ email: String, of owner: String) async throws {
            try await store.changePeople { records in
                try records.insertOwner(owner)
                try records.insert(
                    Person(
                        id: "u_00000000000000000001", owner: owner, role: .person, email: EmailAddress(email), name: "Ann",
                        password: "k:$argon2id$x", termsAcceptedAt: 1, createdAt: 1))
            }
        }

        func count(_ table: String) async throws -> Int? {
            try await store.reading { try $0.value("SELECT count(*) FROM \(table)", []) }
        }

        /// The code and the field of the refusal of a call; nil if it is not refused.
        func refusal(_ body: () async throws -> some Any) async throws -> String? {
            do {
                _ = try await body()
                return nil
            } catch let refusal as Refusal {
                return "\(refusal.code) \(refusal.field ?? "")"
            }
        }
    }

    // MARK: Details

    @Test func aProfileIsReplacedAsAWhole() async throws {
        let world = try World()
        let none = try await world.show()
        #expect(none.details.firstName == nil && none.details.phone == nil && !none.hasPicture && !none.hasAccount)
        let set = try await world.set([
            ("first_name", "Айгүл"), ("last_name", "D’Amico-Ünal"), ("login_name", "Aigul.01"), ("phone", "+7 (701) 234-56-78"),
            ("email", "aigul@example.com"),
        ])
        #expect(set.details.firstName == "Айгүл" && set.details.lastName == "D’Amico-Ünal" && set.details.loginName == "Aigul.01")
        #expect(set.details.phone == "+77012345678" && set.details.email == "aigul@example.com")
        #expect(try await world.show() == set)
        let less = try await world.set([("first_name", "A\u{301}")])
        #expect(less.details.firstName == "\u{C1}" && less.details.lastName == nil && less.details.loginName == nil)
        #expect(less.details.phone == nil && less.details.email == nil)
        #expect(try await world.count("profiles") == 1)
    }

    @Test(arguments: [
        ("first_name", " Ann", "bad-person-name /first_name"), ("first_name", "A\u{202E}nn", "bad-person-name /first_name"),
        ("last_name", "B\nerg", "bad-person-name /last_name"), ("last_name", "B\u{200B}erg", "bad-person-name /last_name"),
        ("phone", "333 123 4567", "bad-phone /phone"), ("phone", "+123456", "bad-phone /phone"),
        ("phone", "+1234567890123456", "bad-phone /phone"), ("email", "ann", "bad-email /email"),
        ("email", "ann@exa mple.com", "bad-email /email"),
    ])
    func whatIsNoDetailIsRefused(name: String, text: String, refusal: String) async throws {
        let world = try World()
        #expect(try await world.refusal { try await world.set([(name, text)]) } == refusal)
        #expect(try await world.count("profiles") == 0)
    }

    @Test(arguments: ["ab", "a b", "naïve", "имя", "a/b", "a\u{0}b", String(repeating: "a", count: 31)])
    func aLoginNameIsShortAndPlain(name: String) {
        #expect(!Shape<PersonalDetails>().faults(texts: [("login_name", name)]).isEmpty, "\(name)")
    }

    @Test(arguments: ["abc", "A.b_c-9", "...", String(repeating: "z", count: 30)]) func otherLoginNamesAreTaken(name: String)
        async throws
    {
        let world = try World()
        #expect(try await world.set([("login_name", name)]).details.loginName == name)
    }

    @Test func namesOfEightyCharactersFit() async throws {
        let world = try World()
        let name = String(repeating: "ж", count: 80)
        #expect(!Shape<PersonalDetails>().faults(texts: [("last_name", name + "ж")]).isEmpty)
        #expect(try await world.set([("first_name", name), ("last_name", name)]).details.lastName == name)
    }

    @Test func aLoginNameIsOnePersons() async throws {
        let world = try World()
        try await world.set([("login_name", "Wren")])
        #expect(
            try await world.refusal { try await world.set([("login_name", "wREN")], of: Self.bob) }
                == "login-name-taken /login_name")
        try await world.set([("login_name", "wren")])
        try await world.set([("first_name", "Ann")])
        #expect(try await world.set([("login_name", "WREN")], of: Self.bob).details.loginName == "WREN")
    }

    /// Two people ask for one name at once: one of them gets it.
    @Test func ofTwoAtOnceOneGetsTheLoginName() async throws {
        let world = try World()
        for round in 0..<10 {
            let names = ["Wren\(round)", "wren\(round)"]
            async let first = world.refusal { try await world.set([("login_name", names[0])]) }
            async let second = world.refusal { try await world.set([("login_name", names[1])], of: Self.bob) }
            let refusals = [try await first, try await second].compactMap(\.self)
            #expect(refusals == ["login-name-taken /login_name"], "round \(round)")
        }
    }

    @Test func anothersProfileIsNotTheirs() async throws {
        let world = try World()
        try await world.set([("first_name", "Ann"), ("phone", "+393331234567")])
        try await world.setPicture([1])
        let before = try await world.show()
        try await world.set([("first_name", "Bob")], of: Self.bob)
        try await world.removePicture(of: Self.bob)
        #expect(try await world.refusal { try await world.picture(Self.bob) } == "no-picture ")
        #expect(try await world.show(Self.bob).details.phone == nil)
        #expect(try await world.show() == before)
        #expect(try await world.picture() == [1])
    }

    // MARK: Accounts

    @Test func anAccountHasTheAddress() async throws {
        let world = try World()
        try await world.set([("email", "old@example.com"), ("first_name", "Ann")])
        try await world.makeAccount("Ann@example.com", of: "ann")
        let profile = try await world.show()
        #expect(profile.hasAccount && profile.details.email == "Ann@example.com" && profile.details.firstName == "Ann")
        #expect(
            try await world.refusal { try await world.set([("email", "new@example.com")]) } == "email-of-account /email")
        #expect(try await world.set([("email", "ann@example.com")]).details.email == "Ann@example.com")
        #expect(try await world.store.reading { try $0.value("SELECT email FROM profiles", []) as String? } == nil)
    }

    /// A picture of earlier versions was a column of the account.
    @Test func theAccountsPictureIsTheProfiles() async throws {
        let world = try World(migrations: Migration.all.filter { $0.name != "people.profiles" })
        try await world.makeAccount("ann@example.com", of: "ann")
        try await world.store.execute("UPDATE people SET picture = x'0102'")
        try world.store.close()
        let store = try Store(world.scratch("test.db"))
        let person = try #require(try await store.readPeople { try $0.person(owner: "ann") })
        #expect(person.hasPicture)
        #expect(try await store.readPeople { try $0.picture(of: person.id) } == [1, 2])
        #expect(try await store.storageUse(of: "ann").pictureBytes == 2)
        try await store.change { try PersonalProfiles(.none).removePicture(&$0, Self.ann, Nothing()) }
        #expect(try await store.readPeople { try $0.person(owner: "ann") }?.hasPicture == false)
        try store.close()
    }

    // MARK: Picture, archive, erasure

    @Test func aPictureCountsTowardsTheQuota() async throws {
        let world = try World(quotas: StorageQuotas(pictureBytes: 1000))
        try await world.setPicture([UInt8](repeating: 1, count: 1000))
        try await world.setPicture([2])
        #expect(try await world.store.storageUse(of: "ann").pictureBytes == 1)
        await #expect(throws: QuotaExceeded(.pictureBytes, used: 0, limit: 1000)) {
            try await world.setPicture([UInt8](repeating: 1, count: 1001))
        }
        #expect(try await world.picture() == [2])
        for _ in 0..<2 { try await world.removePicture() }
        #expect(try await world.store.storageUse(of: "ann").pictureBytes == 0)
    }

    @Test func theArchiveHasTheProfile() async throws {
        let world = try World()
        try await world.set([("first_name", "Woodlark")])
        func file(_ owner: String) async throws -> String {
            let files = try await world.store.archive(of: owner).filter { $0.name == "profile.json" }
            return String(decoding: files.first?.bytes ?? [], as: UTF8.self)
        }
        #expect(try await file("ann").contains("Woodlark"))
        let other = try await file("bob")
        #expect(!other.isEmpty && !other.contains("Woodlark"))
    }

    @Test func aProfileGoesWithItsOwner() async throws {
        let world = try World()
        try await world.set([("login_name", "wren")])
        try await world.setPicture([1])
        try await world.store.execute("DELETE FROM owners WHERE id = 'ann'")
        #expect(try await world.count("profiles") == 0)
        #expect(try await world.count("profile_pictures") == 0)
        try await world.set([("login_name", "wren")], of: Self.bob)
    }
}
