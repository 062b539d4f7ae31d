import Glibc
import Platform
import Scratch
import Testing

@Suite struct SecretFileTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("secret")
    }

    private func write(_ text: String, mode: mode_t) throws {
        try Files.write(bytes(text), to: path)
        chmod(path, mode)
    }

    private func read(folder: String? = nil, largest: Int = 100) throws(SecretFileError) -> [UInt8] {
        try SecretFile.read(path, credentialsFolder: folder, largest: largest)
    }

    @Test(arguments: [0, 1, 99, 100] as [Int]) func aFileOfItsOwnerIsRead(count: Int) throws {
        let text = String(repeating: "x", count: count)
        try write(text, mode: 0o600)
        #expect(try read() == bytes(text))
    }

    @Test func moreBytesThanTheLimitAreRefused() throws {
        try write(String(repeating: "x", count: 101), mode: 0o600)
        #expect(throws: SecretFileError.tooLarge) { try read() }
        #expect(try read(largest: 1 << 20).count == 101)
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o601] as [mode_t]) func aFileThatOthersCanUseIsRefused(mode: mode_t) throws {
        try write("x", mode: mode)
        #expect(throws: SecretFileError.openToOthers(mode: mode)) { try read() }
        #expect(throws: SecretFileError.openToOthers(mode: mode)) { try read(folder: "/") }
    }

    @Test func aCredentialMayShowAGroupAndNobodyElse() throws {
        try write("x", mode: 0o440)
        #expect(try read(folder: scratch.path) == bytes("x"))
        chmod(path, 0o444)
        #expect(throws: SecretFileError.openToOthers(mode: 0o444)) { try read(folder: scratch.path) }
    }

    /// A relative folder would name whatever the process was started in.
    @Test(arguments: [".", "", "./"]) func aRelativeFolderOfCredentialsCountsForNothing(folder: String) throws {
        let name = "closecast-secret-\(RandomID.hexadecimal(digits: 16))"
        try Files.write(bytes("x"), to: name)
        defer { unlink(name) }
        chmod(name, 0o440)
        #expect(throws: SecretFileError.openToOthers(mode: 0o440)) {
            try SecretFile.read(name, credentialsFolder: folder, largest: 100)
        }
    }

    @Test(.timeLimit(.minutes(1))) func foldersPipesAndDevicesAreNotRead() throws {
        mkfifo(path, 0o600)
        #expect(throws: SecretFileError.notAFile) { try read() }
        for other in [scratch.path, "/dev/zero"] {
            #expect(throws: SecretFileError.notAFile) { try SecretFile.read(other, credentialsFolder: nil, largest: 100) }
        }
    }

    @Test func aMissingFileIsReported() { #expect(throws: SecretFileError.missing) { try read() } }
}
