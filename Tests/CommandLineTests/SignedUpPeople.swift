import Foundation
import Notices
import People
import Platform
import Storage
import Testing

/// The accounts in the database of a home, used as the server uses them, with stand-ins for its cryptography.
struct SignedUpPeople {
    let home: Home

    static let password = "grey otters nap at noon"

    var database: String { home.folder.path("home/.local/share/closecast/closecast.db") }

    /// Opens the store for one change, since the commands are other processes.
    private func using<Value>(_ body: (Store, People) async throws -> Value) async throws -> Value {
        let store = try StoreFile.open(database)
        let people = People(
            PeopleParts(store) { ProcessState.secondsSince1970 }, StandInCryptography(), policy: .closed,
            duties: PeopleDuties(secondFactor: .operators))
        let value = try await body(store, people)
        try store.close()
        return value
    }

    /// Signs a person up with the link that a command printed.
    @discardableResult func accept(_ link: String, name: String = "Ann") async throws -> Person {
        let secret = link.split(separator: "#").last.map { $0.trimmingCharacters(in: .newlines) }
        let request = SignUps.Request(
            name: name, email: nil, password: Self.password, acceptsTerms: true, language: .english, invitation: secret)
        let outcome = try await using { try await $1.signUps.signUp(request, Self.client) }
        guard case .created(let person) = outcome else { throw PeopleError.invitationNeeded }
        return person
    }

    /// Makes an account by command and link.
    @discardableResult func add(_ address: String, _ options: String..., name: String = "Ann") async throws -> Person {
        let run = try closecast(["account", "create", address] + options, folder: home.folder)
        try #require(run.status == 0, "\(run.words)")
        return try await accept(run.output, name: name)
    }

    /// Opens a session.
    func openSession(of person: Person) async throws {
        let now = ProcessState.secondsSince1970
        let session = Session(
            id: "s_" + RandomID.hexadecimal(digits: 20), hash: RandomID.hexadecimal(digits: 64), person: person.id, device: nil,
            carrier: .bearer, place: Self.client.place, createdAt: now, lastUsedAt: now, endsAt: now + 3600, idleSeconds: 3600,
            provedAt: now)
        try await using { store, _ in try await store.changePeople { try $0.insert(session) } }
    }

    func setSecondFactor(of person: Person) async throws {
        try await using { store, _ in
            try await store.changePeople { records in
                var person = try #require(try records.person(id: person.id))
                (person.totpSeed, person.totpLastStep) = ("k1:seed", 1)
                try records.update(person)
            }
        }
    }

    /// Locks a person with any reason, as an operator may over HTTP.
    func lock(_ person: Person, reason: String) async throws {
        _ = try await using { try await $1.administration.lock(person.id, reason: reason, Self.client) }
    }

    /// The person to whom a reset link belongs; nil if it does not work.
    func owner(ofResetLink link: String) async throws -> String? {
        let text = link.split(separator: "#").last.map { $0.trimmingCharacters(in: .newlines) } ?? ""
        let secret = try #require(Secret(.link, parsing: text), "\(link)")
        return try await using { store, _ in try await store.readPeople { try $0.link(hash: secret.hash)?.subject } }
    }

    /// The kinds of queued mails to an address.
    func mails(to address: String) async throws -> [Notice.Kind] {
        try await using { store, _ in
            try await store.readPeople { try $0.dueNotices(at: ProcessState.secondsSince1970 + 1, limit: 100) }
                .filter { $0.recipient == address }.map(\.kind)
        }
    }

    /// Whether the bytes of the database, with its log, contain a text.
    func databaseContains(_ text: String) throws -> Bool {
        try [database, database + "-wal"].filter(Files.exists).contains { path in
            try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
        }
    }

    private static let client = Client(
        networks: ["192.0.2.7"], place: Place(device: "Firefox on Linux", network: "192.0.2"), requestID: "r1")
}

/// Stand-ins: the command line checks and changes no credential.
private struct StandInCryptography: CredentialCryptography {
    func hash(password: String) -> String { "k1:$argon2id$" + String(password.reversed()) }
    func verify(password: String, against stored: String?) -> PasswordVerdict {
        stored == hash(password: password) ? .right(needsRehash: false) : .wrong
    }
    func hash(pin: String, deviceSecret: String) -> String { pin }
    func verify(pin: String, deviceSecret: String, against stored: String) -> Bool { pin == stored }
    func fault(ofPassword password: String, context: [String]) -> String? { nil }
    func isLeaked(_ password: String) -> Bool { false }
    func newSeed() -> [UInt8] { [] }
    func seal(seed: [UInt8], of person: String) -> String { "k1:seed" }
    func open(seed: String, of person: String) -> [UInt8] { [] }
    func needsSealing(seed: String) -> Bool { false }
    var busyForSeconds: Int? { nil }
    func offer(seed: [UInt8], account: String) -> TOTPOffer { TOTPOffer(secret: "", uri: "", svg: "") }
    func step(ofCode code: String, seed: [UInt8], at time: Int, after lastStep: Int?) -> Int? { nil }
    func newRecoveryCodes() -> [(code: String, hash: String)] { [] }
    func hash(recoveryCode: String) -> String? { nil }
    func formToken(of sessionHash: String) -> String { "" }
    func isFormToken(_ text: String, of sessionHash: String) -> Bool { false }
}
