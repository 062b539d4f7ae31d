import ChildProcess
import Foundation
import Glibc
import Market
import Platform
import Scratch
import Secrets
import Testing

@Suite struct LeakedPasswordsTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch("leaked.bin")
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    private static func header(version: UInt32 = 1, width: UInt32 = 8, count: Int) -> [UInt8] {
        Array("CCLEAKED".utf8) + bytes(version) + bytes(width) + bytes(UInt64(bitPattern: Int64(count)))
    }

    private static func file(_ records: [UInt64]) -> [UInt8] { header(count: records.count) + records.flatMap { bytes($0) } }

    @Test(arguments: 0..<8) func exactlyTheListedOnesAreFound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let listed = (0...Int.random(in: 0..<40, using: &random)).map { "leaked password \($0) \(seed)" }
        try Files.write(Self.file(listed.map(LeakedPasswords.record).sorted()), to: path)
        let list = try LeakedPasswords(path: path)
        #expect(list.count == listed.count)
        for password in listed {
            #expect(list.contains(password) && list.contains(password.uppercased()), "seed \(seed)")
            #expect(!list.contains(password + "!") && !list.contains("another " + password), "seed \(seed)")
        }
    }

    @Test func bothSpellingsAndCasesOfALetterAreFound() throws {
        try Files.write(Self.file([LeakedPasswords.record(of: "ЧАЙНЫЙ КУСТ \u{419}")]), to: path)
        let list = try LeakedPasswords(path: path)
        #expect(list.contains("чайный куст \u{439}") && list.contains("чайный куст \u{438}\u{306}"))
    }

    @Test(
        arguments: [
            ([], "it has 0 bytes"), (Array("CCLEAKED".utf8), "it has 8 bytes"),
            (Array(repeating: 65, count: 32), "it does not start with CCLEAKED"),
            (header(version: 2, count: 1) + bytes(UInt64(1)), "version 2 with 8 bytes a record; expected version 1 with 8"),
            (header(width: 16, count: 1) + bytes(UInt64(1)), "version 1 with 16 bytes a record; expected version 1 with 8"),
            (header(count: 2) + bytes(UInt64(1)), "it should have 2 records and has 1"),
            (header(count: -1) + bytes(UInt64(1)), "it should have 18446744073709551615 records and has 1"),
            (header(count: 1) + bytes(UInt64(1)) + [0], "it should have 1 records and has 1"),
            (header(count: 0), "it has no records"),
            (file([1, 3, 2]), "record 3 is out of order"), (file([1, 1]), "record 2 is out of order"),
        ] as [([UInt8], String)])
    func aDamagedFileIsRefused(bytes: [UInt8], problem: String) throws {
        try Files.write(bytes, to: path)
        #expect(throws: LeakedPasswordsError.malformed(path: path, problem: problem)) { try LeakedPasswords(path: path) }
    }

    @Test func aMissingFileIsReportedWithItsRemedy() {
        let error = #expect(throws: LeakedPasswordsError.missing(path: path)) { try LeakedPasswords(path: path) }
        #expect(error?.description == "no list of leaked passwords at \(path); accounts need it. Run: scripts/setup")
        #expect(throws: LeakedPasswordsError.malformed(path: scratch.path, problem: "it is not a regular file")) {
            try LeakedPasswords(path: scratch.path)
        }
    }

    @Test(.enabled(if: Locations.leakedPasswords != nil, "scripts/setup makes the list")) func theRealListHasWhatEverybodyKnows()
        throws
    {
        let list = try LeakedPasswords(path: try #require(Locations.leakedPasswords))
        #expect(list.count > 300_000)
        for password in ["correcthorsebatterystaple", "CorrectHorseBatteryStaple", "passwordpassword", "1q2w3e4r5t6y7u8i"] {
            #expect(list.contains(password), "\(password)")
        }
        #expect(!list.contains("correct horse battery staple lamp"))
        // Every record is found: the first, the last and one in the middle are enough for a binary search.
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1000 { #expect(!list.contains(RandomID.hexadecimal(digits: Int.random(in: 15...40, using: &random)))) }
    }

    // MARK: scripts/leaked-passwords

    private static let script = Files.folder(of: Files.folder(of: Files.folder(of: #filePath))) + "/scripts/leaked-passwords"
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(where: Files.isFile)

    /// The records of lines, as the script makes them.
    private func recordsOfScript(_ lines: [String]) throws -> [UInt64] {
        try Files.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: scratch("lines"))
        let input = try Files.open(scratch("lines"), O_RDONLY, action: "read")
        let output = try Files.open(scratch("records"), O_WRONLY | O_CREAT, action: "write")
        defer { for descriptor in [input, output] { close(descriptor) } }
        let python = try #require(Self.python)
        let process = try ChildProcess(python, [Self.script, "--prefixes"], input: input, output: output)
        #expect(process.wait() == .exited(0))
        return String(decoding: try Files.read(scratch("records")), as: UTF8.self).split(separator: "\n")
            .compactMap { UInt64($0, radix: 16) }
    }

    /// Every letter of Unicode 13, which the oldest Python knows, alone, and next to characters that matter elsewhere.
    @Test(.enabled(if: python != nil, "python3 is not installed")) func theScriptFoldsLettersAsThisProgramDoes() throws {
        let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
            .filter { $0 != "\n" && $0.properties.age.map { $0.major <= 13 } ?? false }
        #expect(scalars.count > 140_000)
        // Beyond U+FFFF, Foundation composes letters of Deseret with an acute, which Unicode does not.
        let changing = scalars.filter { (scalar: Unicode.Scalar) -> Bool in
            guard scalar.value < 0x10000, !scalar.isASCII, scalar.properties.isAlphabetic else { return false }
            return scalar.properties.lowercaseMapping != String(scalar)
        }
        let packed = stride(from: 0, to: scalars.count, by: 16).map { (start: Int) -> String in
            scalars[start..<min(start + 16, scalars.count)].map { String($0) }.joined(separator: "x")
        }
        let lines: [String] =
            [
                "ΟΔΥΣΣΕΥΣ", "İSTANBUL", "I\u{307}", "\u{212A}\u{212B}", "Straße ẞ", "Ǆ ǅ ǆ", "\u{1E9B}\u{323}",
                "한\u{1112}\u{1161}\u{11AB}", "👨‍👩‍👧",
            ]
            + changing.map { "a\($0)\u{301}\u{345} Σ" } + packed
        let records = try recordsOfScript(lines)
        #expect(records.count == lines.count)
        for (line, record) in zip(lines, records) where LeakedPasswords.record(of: line) != record {
            Issue.record("\(line.unicodeScalars.map { String($0.value, radix: 16) })")
        }
    }
}
