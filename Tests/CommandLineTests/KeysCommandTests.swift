import Foundation
import JSONText
import Storage
import Testing

/// The keyring, and the messages of backup, restore and doctor about it.
@Suite struct KeysCommandTests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    /// Writes a keyring beside the database.
    private func makeKeyring(_ home: Home, mode: Int = 0o600) throws -> String {
        let path = SignedUpPeople(home: home).database + ".keys"
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let text = #"{"closecast-keyring":1,"keys":[{"id":"k1","created":"2026-01-31","key":"\#(Self.digits)"}]}"#
        try Data(text.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test func keysAreListedWithoutTheirBytes() throws {
        let home = try Home()
        let path = try makeKeyring(home)
        let list = try home.done("keys", "list")
        #expect(list.lines.count == 2 && list.lines[1] == "k1    2026-01-31  new and stored values", "\(list.output)")
        let json = try home.done("keys", "list", "--json")
        #expect(try json.json["keyring"]?.string == path && json.json["keys"]?.array?.map { $0["id"]?.string } == ["k1"])
        for run in [list, json] { #expect(!(run.output + run.words).contains("0123456789abcdef")) }
        #expect(!FileManager.default.fileExists(atPath: SignedUpPeople(home: home).database), "no database is made")
    }

    @Test func aRotationAddsAKeyAndKeepsTheOlderOnes() throws {
        let home = try Home()
        let path = try makeKeyring(home)
        let run = try home.done("keys", "rotate")
        #expect(run.output == "key k2 added to \(path), which now has 2 keys\n")
        for note in ["at its next start", "until their owners have signed in again", "apart from backups"] {
            #expect(run.words.contains(note), "\(run.words)")
        }
        let keys = try #require(try home.done("keys", "list", "--json").json["keys"]?.array)
        #expect(keys.map { $0["id"]?.string } == ["k2", "k1"])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(Self.digits))
        for key in try #require(try JSONValue(parsing: Array(text.utf8))["keys"]?.array) {
            #expect(!(run.output + run.words).contains(try #require(key["key"]?.string)))
        }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func theKeyringIsThatOfOptionThenEnvironmentThenDatabase() throws {
        let home = try Home()
        let path = try makeKeyring(home)
        for words in [["--keyring", path, "--database", "other.db"], ["--database", String(path.dropLast(5))]] {
            #expect(try closecast(["keys", "list"] + words, folder: home.folder).status == 0)
        }
        let words = ["keys", "list", "--database", "other.db"]
        #expect(try closecast(words, folder: home.folder, environment: ["CLOSECAST_KEYRING": path]).status == 0)
        #expect(try closecast(words, folder: home.folder).words.contains("no keyring at other.db.keys"))
    }

    @Test(arguments: ["list", "rotate"]) func aKeyringThatIsMissingOrBadIsReported(command: String) throws {
        let home = try Home()
        let missing = try home.run("keys", command)
        #expect((missing.status, missing.output) == (66, ""))
        #expect(missing.words.contains("closecast.db.keys") && missing.words.contains("closecast serve --accounts invite"))
        #expect(!home.folder.exists("home"), "nothing is made")
        let path = try makeKeyring(home, mode: 0o640)
        let open = try home.run("keys", command)
        #expect(open.status == 65 && open.words.contains("(mode 0640); run: chmod 600 \(path)"), "\(open.words)")
        try home.folder.write("{}", to: "bad.keys")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.folder.path("bad.keys"))
        let bad = try home.run("keys", command, "--keyring", "bad.keys")
        #expect(bad.status == 65 && bad.words.contains("bad.keys is not a valid keyring"), "\(bad.words)")
    }

    // MARK: Backups

    @Test func aBackupNamesTheKeyringThatItDoesNotContain() throws {
        let home = try Home(["BTC": simulated(0)])
        #expect(try home.done("backup", "one.db").words == "")
        let path = try makeKeyring(home)
        let run = try home.done("backup", "two.db")
        #expect(run.words == "note: the keyring \(path) is not in the backup; accounts need it too, so copy it to another place\n")
        #expect(try Data(contentsOf: home.folder.url.appending(path: "two.db")).range(of: Data(Self.digits.utf8)) == nil)
    }

    @Test func aRestoreOfAccountsWarnsOfAMissingKeyring() async throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("backup", "before.db")
        try await SignedUpPeople(home: home).add("ann@example.com")
        try home.done("backup", "accounts.db")
        #expect(try home.done("restore", "before.db").words == "", "without accounts nothing is missing")
        let served = try ServerLock(database: SignedUpPeople(home: home).database)
        let refused = try home.run("restore", "accounts.db")
        #expect(refused.status == 75 && refused.words.contains("is already served by process"), "\(refused.words)")
        served.release()
        let warned = try home.done("restore", "accounts.db")
        #expect(warned.words.contains("sign-ins fail until you restore it from your copy of the keys"), "\(warned.words)")
        let path = try makeKeyring(home)
        let run = try home.done("restore", "accounts.db")
        #expect(run.words.contains("\(path) is unchanged"), "\(run.words)")
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(Self.digits))
    }

    // MARK: Doctor

    @Test func accountsWithoutAKeyringAreAnError() async throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        #expect(try home.run("doctor").status == 0, "without accounts no keyring is needed")
        try await SignedUpPeople(home: home).add("ann@example.com")
        let run = try home.run("doctor")
        let path = SignedUpPeople(home: home).database + ".keys"
        #expect(run.status == 1)
        #expect(
            run.output.contains("error: stored passwords need the keyring \(path), which does not exist; restore it"),
            "\(run.output)")
        _ = try makeKeyring(home)
        #expect(try home.run("doctor").status == 0)
    }

    @Test func aKeyringThatOthersCanReadIsAnError() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        let path = try makeKeyring(home, mode: 0o644)
        let run = try home.run("doctor", "--json")
        #expect(run.status == 1)
        let finding = try #require(try run.json["findings"]?.array?.first)
        #expect(finding["severity"]?.string == "error" && finding["remedy"]?.string == "chmod 600 \(path)")
        #expect(finding["what"]?.string?.contains("(mode 0644)") == true)
    }
}
