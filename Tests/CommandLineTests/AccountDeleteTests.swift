import Foundation
import Glibc
import JSONText
import People
import Testing

@Suite struct AccountDeleteTests {
    private static let address = "bob@example.com"

    private func home() async throws -> (Home, SignedUpPeople, Person) {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        return (home, people, try await people.add(Self.address, name: "Bob"))
    }

    @Test(arguments: ["", "\n", "yes\n", "bob@example.co\n"]) func nothingIsDeletedUntilTheAddressIsTyped(typed: String)
        async throws
    {
        let (home, _, _) = try await home()
        let run = try closecast("account", "delete", Self.address, input: typed, folder: home.folder)
        #expect((run.status, run.output) == (65, ""))
        #expect(run.words.contains("Type the address to confirm: ") && run.words.contains("nothing was deleted"), "\(run.words)")
        #expect(try home.done("account", "list").lines.count == 2)
    }

    @Test func theTypedAddressDeletesTheAccountAndItsTracesInTheFile() async throws {
        let (home, people, bob) = try await home()
        let run = try closecast("account", "delete", bob.id, input: "BOB@example.com\n", folder: home.folder)
        #expect((run.status, run.output) == (0, "bob@example.com is deleted, with all its data\n"), "\(run.words)")
        #expect(run.words.contains("and all its wallets, for good") && run.words.contains("backups from before still contain"))
        #expect(try home.done("account", "list", "--json").json["accounts"]?.array == [])
        #expect(try home.done("account", "invitations", "--json").json["invitations"]?.array == [])
        #expect(try !people.databaseContains(bob.id) && !people.databaseContains(String(SignedUpPeople.password.reversed())))
        #expect(try home.run("account", "delete", Self.address, "--yes").status == 66)
    }

    @Test func theAccountOfTheCommandLineTakesItsWalletsWithIt() async throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        try await SignedUpPeople(home: home).add("ann@example.com", "--operator", "--take-over", "local")
        let run = try closecast("account", "delete", "ann@example.com", input: "ann@example.com\n", folder: home.folder)
        #expect(run.status == 0 && run.words.contains("and all wallets of the command line, for good"), "\(run.words)")
        #expect(try !home.done("wallet", "list", "--json").output.contains("Main"))
        // The command line can be used and taken over again.
        try home.done("wallet", "create", "Main")
        try home.done("account", "create", "ann@example.com", "--operator", "--take-over", "local")
    }

    // MARK: Batch jobs

    /// Makes folders of jobs as the server does.
    private func makeJobs(_ owners: [String: String], in folder: URL) throws {
        for (name, owner) in owners {
            let job = folder.appending(path: name)
            try FileManager.default.createDirectory(at: job, withIntermediateDirectories: true)
            try Data(#"{"format":1,"owner":"\#(owner)"}"#.utf8).write(to: job.appending(path: "job.json"))
            try Data("{}\n".utf8).write(to: job.appending(path: "result.ndjson"))
        }
    }

    @Test func theBatchJobsOfTheAccountAreRemovedAndNoOthers() async throws {
        let (home, people, bob) = try await home()
        let jobs = URL(filePath: people.database + ".jobs")
        try makeJobs(["a1": bob.owner, "a2": bob.owner, "b1": "local"], in: jobs)
        try Data("no job".utf8).write(to: jobs.appending(path: "notes"))
        let run = try home.done("account", "delete", Self.address, "--yes")
        #expect(!run.words.contains("batch job"), "\(run.words)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: jobs.path).sorted().filter { $0 != ".lock" } == ["b1", "notes"])
    }

    @Test func jobsOfARunningServerStayAndAreReported() async throws {
        let (home, people, bob) = try await home()
        let jobs = URL(filePath: people.database + ".jobs")
        try makeJobs(["a1": bob.owner, "b1": "local"], in: jobs)
        let lock = open(jobs.appending(path: ".lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        let run = try home.done("account", "delete", Self.address, "--yes")
        #expect(run.words.contains("so 1 batch job of the account"), "\(run.words)")
        #expect(run.words.contains("rm -r '\(jobs.path)/a1'\n"), "\(run.words)")
        #expect(FileManager.default.fileExists(atPath: jobs.appending(path: "a1/job.json").path))
    }
}
