import Foundation
import Glibc
import HTTPTestSupport
import JSONText
import Market
import People
import Platform
import Storage
import Testing
import Waits

/// Two people work on one server at once while it is killed repeatedly: nothing of one person appears in the other's answers,
/// exports, repeated answers, job results or log lines.
@Suite struct TwoPeopleTests {
    private static let kills = 8

    @Test func nothingOfOneIsInTheOthersAnswers() async throws {
        let problems = try await ServerFolder.run { folder in try Self.problems(folder) }
        #expect(problems == [])
    }

    private static func problems(_ folder: String) throws -> [String] {
        let list = folder + "/leaked"
        try Files.write(LeakedListFixture.bytes, to: list)
        func start() throws -> ServerProcess {
            try ServerProcess.listening(in: folder, ["accounts": "open", "leaked-passwords": list, "log-requests": "true"])
        }
        var server = try start()
        let people = try ["nightingale", "kingfisher"].map { try WorkingPerson($0, on: server, folder: folder) }
        for _ in 0..<kills {
            let group = DispatchGroup()
            let port = server.port
            for person in people {
                group.enter()
                nonisolated(unsafe) let person = person  // only this thread has it until the group is left
                Thread.detachNewThread {
                    person.work(port: port)
                    group.leave()
                }
            }
            let wanted = people.map(\.progress.count).reduce(0, +) + 60
            try blockUntil("60 more answers") { people.map(\.progress.count).reduce(0, +) >= wanted }
            server.killAndWait()
            guard group.wait(timeout: .now() + 60) == .success else {
                throw ServerProcess.Failure(description: "somebody still waits a minute after the server's end")
            }
            server = try start()
        }
        for person in people { person.finish(port: server.port) }
        server.killAndWait()
        var problems = people.flatMap(\.problems)
        for person in people where person.answers < 100 { problems.append("\(person.name) got \(person.answers) answers only") }
        if people.allSatisfy({ $0.retries == 0 }) { problems.append("no kill met a write") }
        return problems
    }
}

/// A list of leaked passwords of one record.
enum LeakedListFixture {
    static var bytes: [UInt8] {
        func big(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
        }
        return Array("CCLEAKED".utf8) + big(1, 4) + big(8, 4) + big(1, 8) + big(0x0123_4567_89AB_CDEF, 8)
    }
}

/// A person who does everything that people do, with words that occur nowhere else. Used by one thread at a time.
private final class WorkingPerson {
    let name: String
    let progress = WritingClient.Progress()
    private(set) var answers = 0
    private(set) var retries = 0
    private(set) var problems: [String] = []
    private let token: String
    private let foreign: String
    private var count = 0
    private var pending: (method: String, path: String, body: String?, key: String)?

    init(_ name: String, on server: ServerProcess, folder: String) throws {
        self.name = name
        foreign = name == "nightingale" ? "kingfisher" : "nightingale"
        let password = "a good long phrase of \(name.reversed().map(String.init).joined())"
        let email = "\(name)@example.com"
        _ = try server.send(
            "POST", "/v1/accounts", #"{"name":"\#(name)","email":"\#(email)","password":"\#(password)","accept_terms":true}"#)
        var link: String?
        try blockUntil("the mail to \(email) is in the outbox") {
            link = try Self.link(in: folder + "/closecast.db.outbox", to: email)
            return link != nil
        }
        let verified = try server.send(
            "POST", "/v1/accounts/verification", #"{"token":"\#(link ?? "")","password":"\#(password)"}"#)
        guard verified.status == 201 else { throw ServerProcess.Failure(description: verified.text) }
        let signedIn = try server.send("POST", "/v1/sessions", #"{"email":"\#(email)","password":"\#(password)"}"#)
        guard let token = try JSONValue(parsing: signedIn.body)["token"]?.string else {
            throw ServerProcess.Failure(description: signedIn.text)
        }
        self.token = token
        let wallet = try server.send(
            "POST", "/v1/wallets", #"{"name":"\#(name)"}"#, headers: [("Authorization", "Bearer \(token)")])
        guard wallet.status == 201 else { throw ServerProcess.Failure(description: wallet.text) }
    }

    private static func link(in outbox: String, to email: String) throws -> String? {
        for file in (try? Files.names(in: outbox)) ?? [] where file.contains("verification") && file.hasSuffix(".eml") {
            let text = String(decoding: try Files.read("\(outbox)/\(file)"), as: UTF8.self)
                .replacingOccurrences(of: "=\r\n", with: "").replacingOccurrences(of: "=\n", with: "")
            guard text.contains(email), let start = text.range(of: "closecast_link_") else { continue }
            return String(text[start.lowerBound...].prefix("closecast_link_".count + 64))
        }
        return nil
    }

    /// Works until the server is gone.
    func work(port: Int) {
        guard let client = try? EdgeClient(port: port, timeoutSeconds: 30) else { return }
        if pending != nil { retries += 1 }
        while problems.count < 5 {
            let request = pending ?? next()
            pending = request
            guard step(request, client) else { return }
        }
    }

    /// Sends the unanswered request again, and checks everything once more.
    func finish(port: Int) {
        guard let client = try? EdgeClient(port: port, timeoutSeconds: 60) else { return problems.append("\(name): no connection") }
        if let pending { _ = step(pending, client) }
        for path in Self.reads { _ = step(("GET", path, nil, ""), client) }
        _ = step(("POST", "/v1/account/export", nil, ""), client)
    }

    private static let reads = [
        "/v1/wallets", "/v1/transactions/export", "/v1/favourites", "/v1/investments", "/v1/jobs", "/v1/account",
        "/v1/account/events", "/v1/sessions", "/v1/account/devices",
    ]

    private func next() -> (method: String, path: String, body: String?, key: String) {
        defer { count += 1 }
        // The same keys for both: each owner's keys are separate.
        let key = "key-\(count)"
        switch count % 6 {
        case 0: return ("POST", "/v1/wallets/\(name)/transactions", deposit(key), key)
        case 1: return ("GET", Self.reads[count / 6 % Self.reads.count], nil, "")
        case 2: return ("POST", "/v1/wallets", #"{"name":"\#(name) \#(count)"}"#, key)
        case 3: return ("GET", "/v1/wallets/\(foreign)", nil, "")
        case 4: return (count % 4 == 0 ? "PUT" : "DELETE", "/v1/favourites/bitcoin", nil, key)
        default: return ("PATCH", "/v1/account", #"{"name":"\#(name) \#(count)"}"#, "")
        }
    }

    private func deposit(_ key: String) -> String {
        #"{"kind":"deposit","asset":"USD","quantity":"1","note":"\#(name) \#(key)"}"#
    }

    /// - Returns: false if the server is gone.
    private func step(_ request: (method: String, path: String, body: String?, key: String), _ client: EdgeClient) -> Bool {
        var headers = [("Authorization", "Bearer \(token)")]
        if request.body != nil { headers.append(("Content-Type", "application/json")) }
        if !request.key.isEmpty { headers.append(("Idempotency-Key", request.key)) }
        client.send(EdgeClient.request(request.method, request.path, headers: headers, body: request.body.map { Array($0.utf8) }))
        guard let answer = try? client.answer() else { return false }
        let place = "\(name): \(request.method) \(request.path) \(request.key)"
        if answer.text.contains(foreign), !request.path.contains(foreign) {
            problems.append("\(place): \(answer.text.prefix(300))")
        }
        switch answer.status {
        case 409 where answer.text.contains("\"in-progress\""), 503:
            // Pause: a client that is asked to come again.
            usleep(20_000)
            return true
        case 404 where request.path.contains(foreign), 200...299: break
        case 429 where request.path.hasSuffix("export"): break
        default: problems.append("\(place): \(answer.status) \(answer.text.prefix(300))")
        }
        answers += 1
        pending = nil
        progress.advance()
        return true
    }
}
