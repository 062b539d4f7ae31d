import Glibc
import Keyrings
import Market
import Platform
import Scratch
import Testing

@Suite struct KeyringFileTests {
    private let scratch: Scratch
    private let path: String
    private let today = Day(iso: "2026-11-22")!

    init() throws {
        scratch = try Scratch()
        path = scratch("keyring.json")
    }

    @Test func aNewKeyringHasOneKeyThatOnlyItsOwnerReads() throws {
        let made = try KeyringFile.create(path, today: today)
        #expect(made.keys.count == 1 && made.keys[0].createdOn == today && made.keys[0].bytes.count == 32)
        #expect(try Files.permissions(of: path) == 0o600)
        #expect(try KeyringFile.read(path) == made)
        #expect(try Files.names(in: scratch.path) == ["keyring.json"])
        #expect(try KeyringFile.create(scratch("other"), today: today).keys[0].bytes != made.keys[0].bytes)
    }

    @Test func aKeyringIsNeverReplacedByANewOne() throws {
        let made = try KeyringFile.create(path, today: today)
        #expect(throws: KeyringError.exists(path: path)) { try KeyringFile.create(path, today: today) }
        #expect(try KeyringFile.readOrCreate(path, today: today + 1) == made)
    }

    @Test func foldersOfANewKeyringAreForTheOwnerOnly() throws {
        let made = try KeyringFile.readOrCreate(scratch("private/keyring.json"), today: today)
        #expect(try Files.permissions(of: scratch("private")) & 0o777 == 0o700)
        #expect(try KeyringFile.read(scratch("private/keyring.json")) == made)
    }

    /// The second process reads the file that the first one created.
    @Test func processesThatCreateAtOnceGetTheSameKeyring() async throws {
        let (path, today) = (path, today)
        let keys = try await withThrowingTaskGroup(of: KeyringFile.self) { group in
            for _ in 0..<8 { group.addTask { try KeyringFile.readOrCreate(path, today: today) } }
            return try await group.reduce(into: []) { $0.append($1.keys[0].bytes) }
        }
        #expect(Set(keys).count == 1)
    }

    @Test func aRotationAddsAFirstKeyAndKeepsTheOthers() throws {
        let first = try KeyringFile.create(path, today: today, number: 1)
        let second = try KeyringFile.rotate(path, today: today + 365)
        #expect(second.keys.map(\.id) == ["k2", "k1"] && second.keys[0].createdOn == today + 365)
        #expect(second.keys[1] == first.keys[0] && second.keys[0].bytes != first.keys[0].bytes)
        #expect(try KeyringFile.rotate(path, today: today + 730).keys.map(\.id) == ["k3", "k2", "k1"])
        #expect(try Files.permissions(of: path) == 0o600)
        #expect(try Files.names(in: scratch.path) == ["keyring.json"])
    }

    @Test func rotationsAtOnceLoseNoKey() async throws {
        _ = try KeyringFile.create(path, today: today)
        let (path, today) = (path, today)
        let made = try await withThrowingTaskGroup(of: KeyringFile.self) { group in
            for _ in 0..<8 { group.addTask { try KeyringFile.rotate(path, today: today) } }
            return try await group.reduce(into: []) { $0.append($1.keys[0]) }
        }
        let stored = try KeyringFile.read(path).keys
        #expect(stored.count == 9 && made.allSatisfy(stored.contains))
    }

    @Test func aLinkIsFollowedByARotation() throws {
        _ = try KeyringFile.create(path, today: today)
        symlink(path, scratch("link"))
        _ = try KeyringFile.rotate(scratch("link"), today: today)
        #expect(try KeyringFile.read(path).keys.count == 2)
    }

    /// Root may rotate the keyring of a service, which must still be able to read it.
    @Test(.enabled(if: geteuid() == 0, "only root can give files away")) func aRotationKeepsTheOwner() throws {
        _ = try KeyringFile.create(path, today: today)
        #expect(chown(path, 1234, 2345) == 0)
        _ = try KeyringFile.rotate(path, today: today)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_uid == 1234 && status.st_gid == 2345 && status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o610] as [mode_t]) func aFileThatOthersCanUseIsRefused(mode: mode_t) throws {
        _ = try KeyringFile.create(path, today: today)
        chmod(path, mode)
        let expected = KeyringError.openToOthers(path: path, mode: Int(mode))
        #expect(throws: expected) { try KeyringFile.read(path) }
        #expect(throws: expected) { try KeyringFile.rotate(path, today: today) }
        #expect(throws: expected) { try KeyringFile.readOrCreate(path, today: today) }
        #expect(expected.description.hasSuffix("(mode 0\(String(mode, radix: 8))); run: chmod 600 \(path)"))
    }

    /// systemd grants the service access with an access control list, which appears as a permission of the group: mode 0440.
    @Test func aCredentialOfSystemdMayHaveAGroup() throws {
        let made = try KeyringFile.create(path, today: today)
        chmod(path, 0o440)
        #expect(try KeyringFile.read(path, credentialsFolder: scratch.path) == made)
        #expect(throws: KeyringError.openToOthers(path: path, mode: 0o440)) {
            try KeyringFile.read(path, credentialsFolder: "/run")
        }
        chmod(path, 0o444)
        #expect(throws: KeyringError.openToOthers(path: path, mode: 0o444)) {
            try KeyringFile.read(path, credentialsFolder: scratch.path)
        }
    }

    @Test func aMissingKeyringIsReported() {
        #expect(throws: KeyringError.missing(path: path)) { try KeyringFile.read(path) }
        #expect(throws: KeyringError.missing(path: path)) { try KeyringFile.rotate(path, today: today) }
    }

    @Test func foldersAndPipesAreNoKeyrings() throws {
        #expect(throws: KeyringError.notAFile(path: scratch.path)) { try KeyringFile.read(scratch.path) }
        mkfifo(scratch("pipe"), 0o600)
        #expect(throws: KeyringError.notAFile(path: scratch("pipe"))) { try KeyringFile.read(scratch("pipe")) }
    }

    private static let key = String(repeating: "0f", count: 32)

    @Test(arguments: [
        ("", "expected a value"), ("{}", "expected \"closecast-keyring\": 1"), ("[]", "expected an object"),
        (#"{"closecast-keyring":2,"keys":[]}"#, "expected \"closecast-keyring\": 1"),
        (#"{"closecast-keyring":1}"#, "it contains no key"), (#"{"closecast-keyring":1,"keys":[]}"#, "it contains no key"),
        (#"{"closecast-keyring":1,"keys":[],"more":1}"#, "unknown member \"more\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k0","created":"2026-01-31","key":"KEY"}]}"#, "key 1 has no \"id\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k01","created":"2026-01-31","key":"KEY"}]}"#, "key 1 has no \"id\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k1:","created":"2026-01-31","key":"KEY"}]}"#, "key 1 has no \"id\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k1","created":"2026-02-31","key":"KEY"}]}"#, "key 1 has no \"created\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k1","created":"2026-01-31","key":"0fKEY"}]}"#, "key 1 has no \"key\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k1","created":"2026-01-31","key":"zz"}]}"#, "key 1 has no \"key\""),
        (#"{"closecast-keyring":1,"keys":[{"id":"k1","created":"2026-01-31","KEY":1}]}"#, "unknown member"),
        (
            #"{"closecast-keyring":1,"keys":[{"id":"k1","created":"2026-01-31","key":"KEY"},"#
                + #"{"id":"k1","created":"2026-01-31","key":"KEY"}]}"#, "two keys have the same id"
        ),
    ])
    func aDamagedFileIsRefused(text: String, problem: String) throws {
        try Files.write(Array(text.replacing("KEY", with: Self.key).utf8), to: path)
        chmod(path, 0o600)
        let error = try #require(throws: KeyringError.self) { try KeyringFile.read(path) }
        guard case .malformed(path, let found) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(found.hasPrefix(problem), "\(found)")
        #expect(error.description.contains("restore it from your copy"))
    }

    @Test func endlessFilesAreNotRead() {
        #expect(throws: KeyringError.self) { try KeyringFile.read("/dev/zero") }
    }

    /// A full disk leaves the old keys, and no new file.
    @Test func aFullDiskChangesNothing() throws {
        var full = Disk.system
        full.write = { _, _ in
            errno = ENOSPC
            return -1
        }
        let error = KeyringError.file(FileError(path: path, action: "write", code: ENOSPC))
        #expect(throws: error) { try KeyringFile.create(path, today: today, disk: full) }
        #expect(try Files.names(in: scratch.path).isEmpty)
        let made = try KeyringFile.create(path, today: today)
        #expect(throws: error) { try KeyringFile.rotate(path, today: today, disk: full) }
        #expect(try KeyringFile.read(path) == made)
        #expect(try Files.names(in: scratch.path) == ["keyring.json"])
    }

    @Test func printedKeysShowNoBytes() throws {
        let keyring = try KeyringFile.create(path, today: today, number: 1)
        var dumped = ""
        dump(keyring, to: &dumped)
        let digits = String(keyring.keys[0].bytes[0])
        #expect("\(keyring.keys[0])" == "key k1 of 2026-11-22")
        #expect("\(keyring)".contains("key k1 of 2026-11-22") && !dumped.contains("bytes"), "\(dumped) \(digits)")
    }
}
