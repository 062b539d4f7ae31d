import Dispatch
import JSONText
import Mail
import Notices
import People
import Secrets
import ServerWorld
import Synchronization
import Testing
import Waits
import closecast_server

/// Attacks by strangers, and by people who know another person's password, that once worked.
@Suite struct AccountAttackTests {
    // MARK: PINs

    private func setPIN(_ person: ServerUnderTest.SignedInPerson, on server: ServerUnderTest) async throws {
        let body = #"{"pin":"730418","pin_again":"730418","device_token":"\#(person.device)"}"#
        #expect(try await server.send("PUT", "/v1/account/pin", body: body, headers: person.headers).status == 204)
    }

    private func pinStatus(_ person: ServerUnderTest.SignedInPerson, on server: ServerUnderTest) async throws -> Int {
        try await server.post("/v1/sessions/pin", json: #"{"pin":"730418","device_token":"\#(person.device)"}"#).status
    }

    /// An attacker who knew the password must not keep a way in.
    @Test func aPINEndsWithTheSessionsOfItsDevice() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let next = "seven green bicycles rusting"
            func ended(by change: (ServerUnderTest.SignedInPerson) async throws -> ServerUnderTest.Answer) async throws -> Bool {
                let thief = try await server.signIn("ann@example.com")
                try await setPIN(thief, on: server)
                try await setPIN(ann, on: server)
                #expect(try await pinStatus(thief, on: server) == 201)
                let answer = try await change(thief)
                #expect(answer.status < 300, "\(answer.text)")
                return try await pinStatus(thief, on: server) == 401
            }
            #expect(try await ended { _ in try await server.send("DELETE", "/v1/sessions", headers: ann.headers) })
            #expect(try await pinStatus(ann, on: server) == 201, "the caller's own device keeps its PIN")
            #expect(
                try await ended { thief in
                    let list = try await server.get("/v1/sessions", headers: thief.headers).json
                    let id = try #require(list["data"]?.array?.first { $0["current"] == .boolean(true) }?["id"]?.string)
                    return try await server.send("DELETE", "/v1/sessions/\(id)", headers: ann.headers)
                })
            #expect(
                try await ended { _ in
                    _ = try await accounts.people.administration.endSessions(of: "ann@example.com", .commandLine)
                    return try await server.get("/v2/health/live")
                })
            let again = try await server.signIn("ann@example.com")
            let thief = try await server.signIn("ann@example.com")
            try await setPIN(thief, on: server)
            let changed = try await server.send(
                "PUT", "/v1/account/password",
                body: #"{"current_password":"\#(ServerUnderTest.password)","password":"\#(next)","password_again":"\#(next)"}"#,
                headers: again.headers)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await pinStatus(thief, on: server) == 401)
            let last = try await server.signIn("ann@example.com", password: next)
            try await setPIN(last, on: server)
            let owner = try await server.signIn("ann@example.com", password: next)
            _ = try await server.setUpSecondFactor(owner)
            #expect(try await pinStatus(last, on: server) == 401, "a PIN from before must not get round the second factor")
        }
    }

    @Test func rightPINsOfALockedAccountUseUpNoTries() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.makeOperator("boss@example.com", accounts)
            let ann = try await server.person("ann@example.com", accounts)
            let device = try await server.signIn("ann@example.com")
            try await setPIN(device, on: server)
            _ = try await server.database.changePeople { records in
                var person = try #require(try records.person(id: ann.id))
                person.lock = Person.Lock(since: 0, reason: "test")
                try records.update(person)
            }
            for _ in 0..<6 { #expect(try await pinStatus(device, on: server) == 403) }
            _ = try await accounts.people.administration.unlock("ann@example.com", .commandLine)
            #expect(try await pinStatus(device, on: server) == 201)
        }
    }

    // MARK: Codes and links

    /// An attacker who knows the password and guesses codes must not prevent the owner from changing it.
    @Test func guessedCodesLeaveTheOwnersOtherWays() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let (_, recoveryCodes) = try await server.setUpSecondFactor(ann)
            func begin(_ device: String? = nil) async throws -> String {
                let known = device.map { #","device_token":"\#($0)""# } ?? ""
                let answer = try await server.post(
                    "/v1/sessions", json: #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)"\#(known)}"#)
                return try #require(answer.json["sign_in"]?.string, "\(answer.text)")
            }
            func complete(_ signIn: String, _ factor: String) async throws -> Int {
                try await server.post("/v1/sessions/second-factor", json: #"{"sign_in":"\#(signIn)",\#(factor)}"#).status
            }
            for _ in 0..<3 {
                let signIn = try await begin()
                for _ in 0..<5 { _ = try await complete(signIn, #""code":"000000""#) }
            }
            #expect(try await complete(try await begin(), #""code":"000000""#) == 429)
            #expect(try await complete(try await begin(ann.device), #""code":"000000""#) == 401, "a known device is counted apart")
            #expect(try await complete(try await begin(), #""recovery_code":"\#(recoveryCodes[0])""#) == 201)
            let next = "seven green bicycles rusting"
            let changed = try await server.send(
                "PUT", "/v1/account/password",
                body: #"{"current_password":"\#(ServerUnderTest.password)","password":"\#(next)","password_again":"\#(next)","#
                    + #""recovery_code":"\#(recoveryCodes[1])"}"#, headers: ann.headers)
            #expect(changed.status == 200, "\(changed.text)")
        }
    }

    @Test func aChangedPasswordEndsTheLinksOfResets() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            _ = try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#)
            let token = try await accounts.token(.passwordReset, to: "ann@example.com")
            let next = "seven green bicycles rusting"
            let changed = try await server.send(
                "PUT", "/v1/account/password",
                body: #"{"current_password":"\#(ServerUnderTest.password)","password":"\#(next)","password_again":"\#(next)"}"#,
                headers: ann.headers)
            #expect(changed.status == 200, "\(changed.text)")
            let old = "blue lanterns above the quay"
            let reset = try await server.post(
                "/v1/password-resets/completion",
                json: #"{"token":"\#(token)","password":"\#(old)","password_again":"\#(old)"}"#)
            #expect(reset.json["code"]?.string == "unknown-link", "\(reset.text)")
        }
    }

    /// An earlier link of the caller's own must not show whether the address requested later has an account.
    @Test func whatIsLeftOfAnAddressChangeTellsNothing() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let eve = try await server.person("eve@example.com", accounts)
            _ = try await server.person("ann@example.com", accounts)
            for target in ["ann@example.com", "nobody@example.com"] {
                func ask(_ email: String) async throws -> Int {
                    try await server.send("PUT", "/v1/account/email", body: #"{"email":"\#(email)"}"#, headers: eve.headers).status
                }
                #expect(try await ask("eve2@example.com") == 202)
                let link = try await accounts.token(.emailChange, to: "eve2@example.com")
                #expect(try await ask(target) == 202)
                _ = try await accounts.mails(to: target)
                let used = try await server.post(
                    "/v1/account/email/verification", json: #"{"token":"\#(link)"}"#, headers: eve.headers)
                #expect(used.json["code"]?.string == "unknown-link", "\(target): \(used.text)")
            }
        }
    }

    @Test(arguments: ["zoe.smith@example.com", "Zoe Smith example com"])
    func onesOwnAddressIsNoPassword(password: String) async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let answer = try await server.post(
                "/v1/accounts",
                json: #"{"name":"Zoe","email":"zoe.smith@example.com","password":"\#(password)","accept_terms":true}"#)
            #expect(answer.json["code"]?.string == "bad-password", "\(answer.text)")
        }
    }

    // MARK: Mails and limits

    /// A mail that lacks what its text needs is never sent.
    @Test func everyMailToAPersonHasWhatItsTextNeeds() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let all = Notice.Registration.all(accounts.people.parts, publicURL: .local).map(\.kind)
            let texts = all.compactMap { MailKind(notice: $0.name) }
            #expect(texts.count == all.count && Set(texts) == Set(MailKind.allCases), "a text for each kind")
            let kinds = all.filter { ![.verification, .invitation].contains($0) }
            try await server.database.changePeople { records in
                for (number, kind) in kinds.enumerated() {
                    let fields = ["address", "date", "token", "scope", "reason", "time", "device", "place", "text"]
                    try records.post(
                        Notice(
                            id: "mail\(number)", kind: kind, subject: ann.id, recipient: "ann@example.com", recipientName: "Ann",
                            language: "it", fields: Dictionary(fields.map { ($0, "x") }) { $1 }, createdAt: 0))
                }
            }
            let sent = try await accounts.mails(to: "ann@example.com").map(\.notice.kind)
            #expect(kinds.allSatisfy(sent.contains))
        }
    }

    @Test func tokensAndPicturesHaveLimits() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            var statuses: [Int] = []
            for _ in 0..<31 {
                let made = try await server.post(
                    "/v1/account/tokens", json: #"{"name":"t","scope":"read","days":1}"#, headers: ann.headers)
                statuses.append(made.status)
                if let id = made.json["id"]?.string {
                    #expect(try await server.send("DELETE", "/v1/account/tokens/\(id)", headers: ann.headers).status == 204)
                }
            }
            #expect(statuses.dropLast().allSatisfy { $0 == 201 } && statuses.last == 429, "\(statuses)")
            let mails = try await accounts.mails(to: "ann@example.com").count { $0.notice.kind == .tokenCreated }
            #expect(mails == 10, "one kind of notice comes ten times an hour at most")
            func sendPicture() async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "PUT", "/v1/account/picture", body: "no picture",
                    headers: ann.headers.merging(["Content-Type": "image/png"]) { $1 })
            }
            accounts.setPicturesBusy(true)
            for _ in 0..<30 { #expect(try await sendPicture().status == 503, "what the server does not look at does not count") }
            accounts.setPicturesBusy(false)
            for number in 0...20 {
                let answer = try await sendPicture()
                #expect(answer.status == (number < 20 ? 422 : 429), "\(number): \(answer.text)")
            }
        }
    }

    /// Otherwise one client could keep all others from signing in.
    @Test func oneNetworkWaitsForFourHashes() async throws {
        let queue = HashingQueue(threads: 1, maximumWaiting: 1000, niceness: 0)
        let hasher = PasswordHasher(parameters: Argon2(memoryKiB: 64, passes: 1), queue: queue)
        let accounts = TestAccounts(hasher: hasher, rules: PeopleRules())
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            func attempt(_ networks: [String]) async throws -> Bool {
                let client = Client(networks: networks, place: Place(device: "test", network: networks[0]), requestID: "")
                do {
                    _ = try await accounts.people.signIns.signIn(
                        email: "\(networks[0])@example.com", password: "wrong", SignIns.Wish(carrier: .bearer), client)
                    return true
                } catch PeopleError.busy { return false } catch { return true }
            }
            /// Returns how many clients are served of those that arrive while the only thread is busy.
            func servedCount(_ callers: [[String]]) async throws -> Int {
                let (isBusy, refused) = (Count(), Count())
                let mayEnd = DispatchSemaphore(value: 0)
                defer { mayEnd.signal() }
                Task {
                    try await queue.run { () throws(HashingError) in
                        isBusy.add()
                        mayEnd.wait()
                    }
                }
                try await until("the thread is busy") { isBusy.count == 1 }
                return try await withThrowingTaskGroup(of: Bool.self) { group in
                    for networks in callers {
                        group.addTask {
                            let isServed = try await attempt(networks)
                            if !isServed { refused.add() }
                            return isServed
                        }
                    }
                    try await until("each waits or is refused") { queue.waitingCount + refused.count == callers.count }
                    mayEnd.signal()
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
            }
            #expect(try await servedCount(Array(repeating: ["203.0.113.7"], count: 10)) == 4)
            #expect(try await attempt(["203.0.113.7"]), "turns end")
            // A provider gives many /64 to one line.
            let ofLine = (0..<30).map { ["2001:db8:0:\($0)::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"] }
            #expect(try await servedCount(ofLine) == 8)
            #expect(try await servedCount((0..<30).map { ["198.51.100.\($0)"] }) == 12)
        }
    }
}

/// A number that grows on any thread.
private final class Count: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .sequentiallyConsistent) }
    func add() { number.add(1, ordering: .sequentiallyConsistent) }
}
