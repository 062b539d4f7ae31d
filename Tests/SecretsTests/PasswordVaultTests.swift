import Scratch
import Secrets
import Testing

@Suite struct PasswordVaultTests {
    private let scratch: Scratch
    private let hasher = Cheap.hasher()

    init() throws { scratch = try Scratch() }

    private func vault(rotations: Int = 0, hasher: PasswordHasher? = nil) throws -> PasswordVault {
        PasswordVault(try scratch.keyring(rotations: rotations), hasher: hasher ?? self.hasher)
    }

    @Test func onlyThePasswordIsRight() async throws {
        let vault = try vault()
        let stored = try await vault.hash(password: "four random words here")
        #expect(stored.hasPrefix("k1:$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try await vault.verify(password: "four random words here", against: stored) == .right(needsRehash: false))
        for wrong in ["Four random words here", "four random words here ", " four random words here", "four random words her", ""] {
            #expect(try await vault.verify(password: wrong, against: stored) == .wrong, "\(wrong)")
        }
    }

    @Test func storedTextsOfOnePasswordDiffer() async throws {
        let vault = try vault()
        var texts: Set<String> = []
        for _ in 0..<20 { texts.insert(try await vault.hash(password: "the same password")) }
        #expect(texts.count == 20)
    }

    /// "й" is one code point or two.
    @Test func bothSpellingsOfALetterAreOnePassword() async throws {
        let vault = try vault()
        let stored = try await vault.hash(password: "чайный куст \u{439}")
        #expect(try await vault.verify(password: "чайный куст \u{438}\u{306}", against: stored) == .right(needsRehash: false))
        #expect(try await vault.verify(password: "чайный куст \u{438}", against: stored) == .wrong)
    }

    /// The database alone is not enough: the same text fails with another keyring.
    @Test func withoutTheKeyringNoPasswordIsRight() async throws {
        let stored = try await vault().hash(password: "the right password")
        let other = PasswordVault(try scratch.keyring("other.json"), hasher: hasher)
        #expect(try await other.verify(password: "the right password", against: stored) == .wrong)
        #expect(try await !hasher.verify(Array("the right password".utf8), against: String(stored.dropFirst(3))))
    }

    @Test func afterARotationOldHashesAreRightAndReplaced() async throws {
        let old = try await vault().hash(password: "the right password")
        let vault = try vault(rotations: 1)
        #expect(try await vault.verify(password: "the right password", against: old) == .right(needsRehash: true))
        let new = try await vault.hash(password: "the right password")
        #expect(new.hasPrefix("k2:"))
        #expect(try await vault.verify(password: "the right password", against: new) == .right(needsRehash: false))
        // The key id in the text cannot be changed.
        #expect(try await vault.verify(password: "the right password", against: "k1" + new.dropFirst(2)) == .wrong)
    }

    @Test func raisedParametersReplaceHashesAtLogIn() async throws {
        let old = try await vault().hash(password: "the right password")
        let raised = try vault(hasher: PasswordHasher(parameters: Argon2(memoryKiB: 16, passes: 1), threads: 1))
        #expect(try await raised.verify(password: "the right password", against: old) == .right(needsRehash: true))
        #expect(try await raised.verify(password: "another password", against: old) == .wrong)
        let new = try await raised.hash(password: "the right password")
        #expect(try await raised.verify(password: "the right password", against: new) == .right(needsRehash: false))
    }

    /// So that a sign-in takes as long for an unknown account.
    @Test func everyVerificationCostsOneHash() async throws {
        let vault = try vault()
        let stored = try await vault.hash(password: "the right password")
        for (number, text) in [stored, nil, stored, nil].enumerated() {
            let before = hasher.hashCount
            let password = number < 2 ? "the right password" : "wrong"
            let verdict = try await vault.verify(password: password, against: text)
            #expect(hasher.hashCount == before + 1)
            #expect((verdict == .wrong) == (number > 0))
        }
    }

    @Test func anUnknownKeyIsAnErrorOfTheInstallation() async throws {
        let vault = try vault()
        let stored = try await vault.hash(password: "the right password")
        await #expect(throws: HashingError.unknownKey(id: "k7")) {
            try await vault.verify(password: "the right password", against: "k7" + stored.dropFirst(2))
        }
        for damaged in ["", "k1", "k1:", "k1:$argon2id$v=19$m=8,t=1,p=1$x"] {
            await #expect(throws: HashingError.malformedHash) { try await vault.verify(password: "x", against: damaged) }
        }
    }

    @Test func aPINIsWorthNothingWithoutItsDevice() async throws {
        let vault = try vault()
        let (device, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let stored = try await vault.hash(pin: "830174", deviceSecret: device)
        #expect(try await vault.verify(pin: "830174", deviceSecret: device, against: stored) == .right(needsRehash: false))
        #expect(try await vault.verify(pin: "830174", deviceSecret: other, against: stored) == .wrong)
        #expect(try await vault.verify(pin: "830175", deviceSecret: device, against: stored) == .wrong)
        let before = hasher.hashCount
        #expect(try await vault.verify(pin: "830174", deviceSecret: device, against: nil) == .wrong)
        #expect(hasher.hashCount == before + 1)
    }
}
