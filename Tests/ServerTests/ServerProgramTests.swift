import ChildProcess
import Foundation
import Glibc
import HTTPTestSupport
import Keyrings
import Market
import People
import Platform
import Scratch
import Secrets
import ServerWorld
import Storage
import Testing
import closecast_server

/// The program as a whole: its start next to another one, its log, and the files it leaves behind.
@Suite(.serialized) struct ServerProgramTests {
    @Test func itLeavesNoConnectionOpenAndLogsToItsLastWord() async throws {
        let (log, left) = try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder, ["log-requests": "true"])
            for _ in 0..<50 { #expect(try server.send("GET", "/v1/assets?limit=1").status == 200) }
            server.child.kill(SIGTERM)
            #expect(try server.end(withinSeconds: 60) == .exited(0))
            return (server.log, try FileManager.default.contentsOfDirectory(atPath: folder))
        }
        let messages = log.split(separator: "\n").map { line in
            line.range(of: "\"message\":\"").map { line[$0.upperBound...].prefix { $0 != "\"" } } ?? "?"
        }
        #expect(messages.last == "stopped", "\(messages.suffix(5))")
        #expect(messages.filter { $0 == "request" }.count == 50)
        let times = log.split(separator: "\n").compactMap { line in
            line.range(of: "\"time\":\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
        }
        #expect(times == times.sorted(), "in the order in which they were logged")
        // The last connection to close writes the log into the file; one that only reads cannot.
        #expect(left.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") } == [])
    }

    @Test func theLineOfTheStartHidesNothing() async throws {
        let log = try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder)
            server.child.kill(SIGTERM)
            _ = try server.end(withinSeconds: 60)
            return server.log
        }
        let start = try #require(log.split(separator: "\n").first { $0.contains("\"message\":\"starting\"") })
        #expect(start.contains("\"authentication\":\"not needed on this machine\""))
        #expect(!start.contains("[hidden]"), "\(start)")
    }

    @Test func anAddressInUseIsAnError() async throws {
        try await ServerFolder.run { folder in
            let first = try ServerProcess.listening(in: folder)
            let second = try ServerProcess(in: folder, ["database": folder + "/other.db", "port": "\(first.port)"])
            #expect(try second.end(withinSeconds: 60) == .exited(69))
            #expect(second.log.contains("port \(first.port): Address already in use; give another --port"))
        }
    }

    @Test func behindAProxyATokenIsNeededOnThisMachineToo() async throws {
        try await ServerFolder.run { folder in
            // Other machines can connect, so people have accounts, which need the list.
            try Files.write(LeakedListFixture.bytes, to: folder + "/leaked")
            let server = try ServerProcess.listening(
                in: folder, ["behind-proxy": "true", "leaked-passwords": folder + "/leaked"])
            #expect(try server.send("GET", "/v1/assets?limit=1").status == 401)
        }
    }

    @Test func accountsDoNotStartWithoutTheListOfLeakedPasswords() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess(in: folder, ["accounts": "invite", "leaked-passwords": folder + "/none"])
            #expect(try server.end(withinSeconds: 60) == .exited(69))
            #expect(server.log.contains("no list of leaked passwords at \(folder)/none; accounts need it. Run: scripts/setup"))
        }
    }

    /// A new keyring, or one of another database, would make every password wrong.
    @Test func accountsNeedTheKeyringOfTheirDatabase() async throws {
        try await Scratch.with { folder in
            try Files.write(LeakedListFixture.bytes, to: folder + "/leaked")
            let keys = folder + "/closecast.db.keys"
            try await Self.makeAccount(database: folder + "/closecast.db", keyring: keys)
            try await EdgeThread.run {
                let settings = ["accounts": "invite", "leaked-passwords": folder + "/leaked"]
                let server = try ServerProcess.listening(in: folder, settings)
                server.child.kill(SIGTERM)
                _ = try server.end(withinSeconds: 60)
                rename(keys, folder + "/copy")
                let without = try ServerProcess(in: folder, settings)
                #expect(try without.end(withinSeconds: 60) == .exited(69))
                #expect(without.log.contains("no keyring at \(keys); restore it from your copy of the keys"), "\(without.log)")
                #expect(!Files.exists(keys))
                let other = try KeyringFile.create(folder + "/other", today: Day(iso: "2026-11-22")!)
                let foreign = try ServerProcess(in: folder, settings.merging(["keyring": folder + "/other"]) { $1 })
                #expect(try foreign.end(withinSeconds: 60) == .exited(69))
                #expect(
                    foreign.log.contains("\(folder)/other does not belong to this database: it lacks the key k"), "\(foreign.log)")
                #expect(!foreign.log.contains(other.keys[0].id))
            }
        }
    }

    private static func makeAccount(database: String, keyring: String) async throws {
        let store = try StoreFile.open(database)
        let keyring = try Keyring.open(path: keyring, creatingIfMissing: true, today: Day(iso: "2026-11-22")!)
        let hasher = PasswordHasher(parameters: Argon2(memoryKiB: 64, passes: 1), threads: 1, maximumWaiting: 1)
        let people = People(
            PeopleParts(store) { ProcessState.secondsSince1970 },
            AccountCryptography(keyring, hasher: hasher, lists: [], host: "localhost"), policy: .invite,
            duties: PeopleDuties(secondFactor: .operators))
        let (_, secret) = try await people.administration.makeInvitation(
            for: "ann@example.com", .person, takingOver: nil, .commandLine)
        let request = SignUps.Request(
            name: "Ann", email: nil, password: ServerUnderTest.password, acceptsTerms: true, language: .english,
            invitation: secret.text)
        _ = try await people.signUps.signUp(request, .commandLine)
        try store.close()
    }

    @Test(arguments: [
        ["smtp-url": "smtp://localhost:25"], ["smtp-user": "ann"], ["leaked-passwords": "/nowhere"],
        ["outbox": "x", "sendmail": "/usr/sbin/sendmail"],
    ])
    func theCheckOfSettingsRefusesWhatTheStartDoes(bad: [String: String]) async throws {
        try await ServerFolder.run { folder in
            try Files.write(LeakedListFixture.bytes, to: folder + "/leaked")
            let good = ["accounts": "invite", "leaked-passwords": folder + "/leaked", "models": ServerUnderTest.models]
            func check(_ settings: [String: String]) throws -> ChildProcess.End {
                let arguments = ["--check"] + settings.map { "--\($0)=\($1)" }
                return try ChildProcess(ServerProcess.program, arguments, folder: folder, errors: nil).wait()
            }
            #expect(try check(good) == .exited(0))
            #expect([.exited(64), .exited(69)].contains(try check(good.merging(bad) { $1 })))
        }
    }

    @Test func accountsCannotBeOffWhereOthersCanConnect() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess(in: folder, ["accounts": "off", "behind-proxy": "true"])
            #expect(try server.end(withinSeconds: 60) == .exited(64))
            #expect(server.log.contains("give invite, open or closed"))
        }
    }

    @Test func aSecondServerOnOneFileRefusesToStart() async throws {
        try await ServerFolder.run { folder in
            let first = try ServerProcess.listening(in: folder)
            // Another folder of jobs: these have a lock of their own.
            let second = try ServerProcess(in: folder, ["jobs": folder + "/other-jobs"])
            #expect(try second.end(withinSeconds: 60) == .exited(69))
            #expect(
                second.log.contains("closecast.db is already served by process \(first.child.processIdentifier);"), "\(second.log)")
            #expect(try first.send("GET", "/v1/assets?limit=1").status == 200)
            // The lock is released when the process ends.
            first.killAndWait()
            let third = try ServerProcess.listening(in: folder)
            // Programs other than servers may write meanwhile.
            try Store(folder + "/closecast.db").close()
            third.killAndWait()
        }
    }
}
