import Crypto
import Market
import Platform
import Scratch
import Secrets
import Testing

@Suite struct LeakedHashesTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("hashes.txt")
    }

    private func hash(_ password: String) -> String {
        String(Insecure.SHA1.hash(data: Array(password.utf8)).description.suffix(40)).uppercased()
    }

    @Test(arguments: 0..<16) func exactlyTheListedOnesAreFound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let listed = (0...Int.random(in: 0..<60, using: &random)).map { "leaked password \($0) \(seed)" }
        let end = seed % 2 == 0 ? "\n" : "\r\n"
        var text = listed.map { "\(hash($0)):\(Int.random(in: 1..<1_000_000_000, using: &random))" }.sorted().joined(separator: end)
        if seed % 3 == 0 { text += end }
        if seed % 5 == 0 { text = text.lowercased() }
        try Files.write(Array(text.utf8), to: path)
        let hashes = try LeakedHashes(path: path)
        for password in listed {
            #expect(try hashes.contains(password), "seed \(seed)")
            #expect(try hashes.contains(password.uppercased()), "seed \(seed): lower case is tried too")
            #expect(try !hashes.contains(password + "!"), "seed \(seed)")
        }
    }

    @Test func theFirstHashOfThePublishedListIsThatOfItsPassword() throws {
        try Files.write(Array("5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10434004\n".utf8), to: path)
        #expect(try LeakedHashes(path: path).contains("password"))
    }

    @Test(arguments: ["", "password\n", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD", String(repeating: "G", count: 40) + ":1\n"])
    func otherFilesAreRefused(text: String) throws {
        try Files.write(Array(text.utf8), to: path)
        let error = #expect(throws: LeakedPasswordsError.self) { try LeakedHashes(path: path) }
        #expect(error?.description.contains("is not a list of SHA-1 hashes") == true)
    }

    @Test func aDamagedLineIsAnErrorAndNoAnswer() throws {
        let lines = ["00", "77", "FF"].map { String(repeating: $0, count: 20) + ":1\n" }
        for middle in ["not a hash\n", String(repeating: "x", count: 300)] {
            try Files.write(Array((lines[0] + middle + lines[2]).utf8), to: path)
            let hashes = try LeakedHashes(path: path)
            #expect(throws: LeakedPasswordsError.self) { try hashes.contains("password") }
        }
    }

    @Test func aMissingFileIsReported() {
        #expect(throws: LeakedPasswordsError.self) { try LeakedHashes(path: path) }
        #expect(throws: LeakedPasswordsError.self) { try LeakedHashes(path: scratch.path) }
    }
}
