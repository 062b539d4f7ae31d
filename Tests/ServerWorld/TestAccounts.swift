import Access
import Banking
import Foundation
import Identity
import JSONText
import Mail
import Market
import Notices
import People
import Platform
import Secrets
import Services
import Storage
import Synchronization
import Testing
import Trading
import closecast_server

/// Accounts of a server under test: the real use cases and cryptography, with a hash that costs almost nothing, collected mails,
/// and a list of one leaked password.
package final class TestAccounts: Sendable {
    package static let leaked = "correcthorsebatterystaple"
    package let policy: SignUpPolicy
    package let duties: PeopleDuties
    package let publicURL: PublicURL?
    package let hasher: PasswordHasher
    package let rules: PeopleRules
    /// Whether simulated accounts have the highest level from the start, so that tests of other things need no verification.
    package let startsVerified: Bool
    package let codes = TestCodes()
    /// All people of a test have the same address.
    package static let rulesOfOneMachine: PeopleRules = {
        var rules = PeopleRules()
        rules.hashesAtOnce = 1000
        return rules
    }()
    private let state = Mutex<State>(State())

    private struct State {
        package var mails: [OutgoingNotice] = []
        package var courier: NoticeCourier?
        package var people: People?
        package var events: [SecurityEvent] = []
        package var isPictureBusy = false
    }

    package init(
        _ policy: SignUpPolicy = .open, secondFactor: PeopleDuties.SecondFactor = .operators, publicURL: PublicURL? = nil,
        hasher: PasswordHasher = PasswordHasher(parameters: Argon2(memoryKiB: 64, passes: 1), threads: 1, maximumWaiting: 1000),
        rules: PeopleRules = rulesOfOneMachine, startsVerified: Bool = true
    ) {
        self.startsVerified = startsVerified
        (self.policy, duties, self.publicURL) = (policy, PeopleDuties(secondFactor: secondFactor), publicURL)
        (self.hasher, self.rules) = (hasher, rules)
    }

    private struct Leaks: LeakedPasswordList {
        package func contains(_ password: String) -> Bool { password.lowercased() == TestAccounts.leaked }
    }

    package func parts(on store: Store, folder: String, now: @escaping @Sendable () -> Int) throws -> AccountParts {
        let keyring = try Keyring.open(path: folder + "/keys", creatingIfMissing: true, today: Day(secondsSince1970: now()))
        let cryptography = AccountCryptography(keyring, hasher: hasher, lists: [Leaks()], host: "closecast.example.com")
        let people = People(peopleParts(store, now: now), cryptography, policy: policy, duties: duties)
        let postman = Postman(
            transport: OutboxTransport(folder: folder), sender: try MailAddress("closecast@example.com"),
            serviceURL: "https://closecast.example.com")
        let mail = NoticeWay { [self] mail in
            state.withLock { $0.mails.append(mail) }
            // As the server formats it.
            #expect(throws: Never.self) { try postman.message(for: try #require(MailRequest(mail))) }
            return .delivered
        }
        let notices = Notice.Registration.all(people.parts, publicURL: PublicURL("https://closecast.example.com")!)
        let courier = NoticeCourier(store, notices, by: mail, now: now, reportFailure: { _, _, _ in })
        state.withLock { ($0.people, $0.courier) = (people, courier) }
        return AccountParts(people, publicURL: publicURL)
    }

    private func peopleParts(_ store: Store, now: @escaping @Sendable () -> Int) -> PeopleParts {
        PeopleParts(store, rules: rules, now: now) { [self] event in state.withLock { $0.events.append(event) } }
    }

    /// The simulated accounts, with verifications whose codes are collected.
    package func trading(
        on store: Store, folder: String, _ instantDeposits: Int, now: @escaping @Sendable () -> Int
    ) throws -> TradingParts {
        let keyring = try Keyring.open(path: folder + "/keys", creatingIfMissing: true, today: Day(secondsSince1970: now()))
        let identity = IdentityServices(vault: IdentityCryptography(keyring), sender: codes, people: peopleParts(store, now: now))
        var rules = TradingRules()
        rules.instantDeposits = instantDeposits
        return TradingParts(
            store, rules: rules, clock: BankClock(realAnchor: now(), bankAnchor: now(), speed: 1), startsVerified: startsVerified,
            identity: identity, now: now)
    }

    var arePicturesBusy: Bool { state.withLock { $0.isPictureBusy } }

    /// Refuses pictures like a server whose queue of pictures is full.
    package func setPicturesBusy(_ isBusy: Bool) { state.withLock { $0.isPictureBusy = isBusy } }

    package var people: People {
        guard let people = state.withLock({ $0.people }) else { preconditionFailure("the server does not run") }
        return people
    }

    /// The reported events, in order.
    package var events: [SecurityEvent] { state.withLock { $0.events } }

    /// Sends the queued mails, and returns all mails that were sent to an address, in order.
    package func mails(to address: String) async throws -> [OutgoingNotice] {
        try await state.withLock { $0.courier }?.deliverDue()
        return state.withLock { $0.mails }.filter { $0.notice.recipient.lowercased() == address.lowercased() }
    }

    /// The token of the last mailed link.
    package func token(_ kind: Notice.Kind, to address: String) async throws -> String {
        let mail = try #require(try await mails(to: address).last { $0.notice.kind == kind }, "no mail \(kind) to \(address)")
        let link = try #require(mail.link?.url)
        return String(link[link.index(after: try #require(link.firstIndex(of: "#")))...])
    }
}

/// Collects the messages for telephones.
package final class TestCodes: CodeSender {
    private let sent = Mutex<[CodeMessage]>([])

    package func send(_ message: CodeMessage) async throws { sent.withLock { $0.append(message) } }

    package var messages: [CodeMessage] { sent.withLock { $0 } }

    /// The last code.
    package func last() throws -> String { try #require(messages.last, "no code was sent").code }
}

extension ServerUnderTest {
    package static let password = "grey otters nap at noon"

    /// A signed-in person.
    package struct SignedInPerson: Sendable {
        package let id: String
        package let token: String
        package let device: String
        package var headers: [String: String] { ["Authorization": "Bearer \(token)"] }
    }

    /// Signs a person up and in.
    package func person(_ email: String, _ accounts: TestAccounts, name: String = "Ann") async throws -> SignedInPerson {
        let signUp = #"{"name":"\#(name)","email":"\#(email)","password":"\#(Self.password)","accept_terms":true}"#
        #expect(try await post("/v1/accounts", json: signUp).status == 202)
        let token = try await accounts.token(.verification, to: email)
        let verified = try await post(
            "/v1/accounts/verification", json: #"{"token":"\#(token)","password":"\#(Self.password)"}"#)
        #expect(verified.status == 201, "\(verified.text)")
        return try await signIn(email)
    }

    /// Makes an operator, as the command line does, who has set up the second factor.
    package func makeOperator(
        _ email: String, _ accounts: TestAccounts, takingOver owner: String? = nil
    ) async throws -> (person: SignedInPerson, seed: [UInt8]) {
        let (_, secret) = try await accounts.people.administration.makeInvitation(
            for: email, .operator, takingOver: owner, .commandLine)
        let accepted = try await post(
            "/v1/accounts",
            json: #"{"name":"Op","password":"\#(Self.password)","accept_terms":true,"invitation":"\#(secret.text)"}"#)
        #expect(accepted.status == 201, "\(accepted.text)")
        let person = try await signIn(email)
        return (person, try await setUpSecondFactor(person).seed)
    }

    package func signIn(_ email: String, password: String = password) async throws -> SignedInPerson {
        let answer = try await post("/v1/sessions", json: #"{"email":"\#(email)","password":"\#(password)"}"#)
        #expect(answer.status == 201, "\(answer.text)")
        return try Self.person(answer)
    }

    package static func person(_ answer: Answer) throws -> SignedInPerson {
        SignedInPerson(
            id: try #require(answer.json["account"]?["id"]?.string), token: try #require(answer.json["token"]?.string),
            device: answer.json["device_token"]?.string ?? "")
    }

    /// Sets up the second factor.
    package func setUpSecondFactor(_ person: SignedInPerson) async throws -> (seed: [UInt8], recoveryCodes: [String]) {
        let offer = try await send("POST", "/v1/account/second-factor", headers: person.headers)
        #expect(offer.status == 201, "\(offer.text)")
        let seed = try #require(Self.base32(offer.json["secret"]?.string ?? ""))
        let code = TOTP.code(seed: seed, step: TOTP.step(at: clock.now))
        let on = try await send("PUT", "/v1/account/second-factor", body: #"{"code":"\#(code)"}"#, headers: person.headers)
        #expect(on.status == 200, "\(on.text)")
        return (seed, on.json["recovery_codes"]?.array?.compactMap(\.string) ?? [])
    }

    package static func base32(_ text: String) -> [UInt8]? {
        var (bits, count, bytes) = (0, 0, [UInt8]())
        for letter in text where letter != " " {
            guard let value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".firstIndex(of: letter) else { return nil }
            bits =
                bits << 5
                | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".distance(from: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".startIndex, to: value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return bytes
    }
}
