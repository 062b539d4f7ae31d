import Crypto
import Foundation
import LoopbackServer
import Market
import Notices
import Storage
import Testing
import Versions

/// Files that name the newest version: what is accepted, what is refused, and how often they are asked for.
@Suite struct VersionsTests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Tests 1 to 3 of RFC 8032, section 7.1.
    @Test(arguments: [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func signaturesAreThoseOfTheStandard(key: String, message: String, signature: String) throws {
        let (key, message, signature) = (bytes(key), bytes(message), bytes(signature))
        #expect(ReleaseSignature.isValid(signature, of: message, by: key))
        // swift-crypto is the second implementation.
        #expect(try Curve25519.Signing.PublicKey(rawRepresentation: key).isValidSignature(signature, for: message))
        #expect(!ReleaseSignature.isValid(signature, of: message + [0], by: key))
        for index in signature.indices {
            var changed = signature
            changed[index] ^= 1
            #expect(!ReleaseSignature.isValid(changed, of: message, by: key), "byte \(index)")
        }
        #expect(!ReleaseSignature.isValid(Array(signature.dropLast()), of: message, by: key))
        #expect(!ReleaseSignature.isValid(signature, of: message, by: Array(key.dropLast())))
    }

    @Test func numbersAreOrdered() throws {
        let texts = ["0.2.0", "0.2.1", "0.2.10", "0.10.0", "1.0.0"]
        let numbers = try texts.map { try #require(VersionNumber($0)) }
        #expect(numbers == numbers.shuffled().sorted() && numbers.map(\.description) == texts)
        for text in ["", "1", "1.2", "1.2.3.4", "1.2.x", "-1.2.3", "01.2.3", "1.2.3 ", "1..3", "1.2.1234567", "1.2.３"] {
            #expect(VersionNumber(text) == nil, "\(text)")
        }
        #expect(VersionNumber.running >= numbers[0])
    }

    @Test(arguments: [
        "http://example.com/v", "ftp://localhost/v", "http://127.0.0.2/", "http://localhost.example.com/", "", "https://a@b/",
        "http://localhost@example.com/",
    ])
    func addressesWithoutTLSAreRefused(address: String) {
        #expect(VersionSource(address: address, key: Data(repeating: 1, count: 32).base64EncodedString()) == nil)
    }

    // MARK: Files

    private func read(
        _ file: String, today: String = "2026-05-01", highest: String? = nil
    ) throws(VersionProblem) -> Release {
        try Release(
            file: Array(file.utf8), key: Array(VersionWorld.key.publicKey.rawRepresentation), today: Day(iso: today)!,
            highest: highest.flatMap(VersionNumber.init))
    }

    @Test func aSignedFileIsRead() throws {
        let file = try VersionWorld.file("0.3.0")
        let release = try read(file, today: "2026-12-31", highest: "0.3.0")
        #expect(release.version == VersionNumber("0.3.0") && release.notes == "https://example.com/n")
        #expect("\(release.date)" == "2026-04-30" && "\(release.expires)" == "2026-12-31")
    }

    @Test func aFileThatScriptsSignIsRead() throws {
        // Made by `scripts/sign-version` with the private key of test 1 of RFC 8032.
        let file = try String(contentsOf: filePathURL("signed.json"), encoding: .utf8)
        let key = bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        let release = try Release(file: Array(file.utf8), key: key, today: Day(iso: "2026-05-01")!, highest: nil)
        #expect(release.version == VersionNumber("9.0.0") && release.notes == "https://example.com/closecast/9.0.0")
    }

    @Test func everyChangedByteIsRefused() throws {
        let file = try VersionWorld.file("0.3.0")
        for index in file.utf8.indices {
            var changed = Array(file.utf8)
            changed[file.utf8.distance(from: file.utf8.startIndex, to: index)] ^= 1
            #expect(throws: VersionProblem.self, "\(index)") { try read(String(decoding: changed, as: UTF8.self)) }
        }
    }

    @Test func otherFilesAreRefused() throws {
        let other = Curve25519.Signing.PrivateKey()
        #expect(throws: VersionProblem.badSignature) { try read(try VersionWorld.file("0.3.0", by: other)) }
        #expect(throws: VersionProblem.badSignature) { try read(try VersionWorld.file("0.3.0", context: "other\n")) }
        #expect(throws: VersionProblem.expired) { try read(try VersionWorld.file("0.3.0"), today: "2027-01-01") }
        #expect(throws: VersionProblem.rollback) { try read(try VersionWorld.file("0.3.0"), highest: "0.3.1") }
        #expect(throws: VersionProblem.malformed) { try read(try VersionWorld.file("0.3")) }
        #expect(throws: VersionProblem.malformed) { try read(try VersionWorld.file("0.3.0", expires: "soon")) }
        for text in ["", "{", "[]", "null", "{}", #"{"payload":1,"signature":"AA=="}"#, #"{"payload":"{}","signature":"?"}"#] {
            #expect(throws: VersionProblem.malformed, "\(text)") { try read(text) }
        }
        let large = try VersionWorld.file("0.3.0") + String(repeating: " ", count: Release.sizeLimit)
        #expect(throws: VersionProblem.tooLarge) { try read(large) }
    }

    // MARK: Asking

    @Test func anAddressIsAskedOnceADay() async throws {
        let world = try VersionWorld()
        defer { world.server.stop() }
        try world.serve("0.3.0")
        let versions = try world.versions()
        #expect(try await versions.known().askedAt == nil && world.server.requests.isEmpty, "nothing is asked by itself")
        let report = try await versions.check()
        #expect(report.isNewer && report.problem == nil && report.release?.version == VersionNumber("0.3.0"))
        world.now += 86_399
        // Another program on the same database.
        #expect(try await world.versions().check() == report && world.server.requests.count == 1)
        world.now += 1
        try world.serve("0.4.0")
        #expect(try await versions.check().release?.version == VersionNumber("0.4.0") && world.server.requests.count == 2)
        #expect(try await !world.versions(running: "0.4.0").known().isNewer)
        #expect(world.server.requests.allSatisfy { $0.headers["user-agent"] == "closecast" && $0.query.isEmpty && $0.body.isEmpty })
    }

    @Test func severalAtOnceAskOnce() async throws {
        let world = try VersionWorld()
        defer { world.server.stop() }
        try world.serve("0.3.0")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await world.versions().check() } }
            try await group.waitForAll()
        }
        #expect(world.server.requests.count == 1)
    }

    @Test func aFileThatIsRefusedLeavesWhatIsKnown() async throws {
        let world = try VersionWorld()
        defer { world.server.stop() }
        try world.serve("0.3.0")
        let versions = try world.versions()
        _ = try await versions.check()
        let other = Curve25519.Signing.PrivateKey()
        var large = LoopbackServer.Reply(body: Array(repeating: 32, count: Release.sizeLimit + 1))
        large.hasLength = false
        let served: [(LoopbackServer.Reply, VersionProblem)] = [
            (.json(try VersionWorld.file("0.2.9")), .rollback), (.json(try VersionWorld.file("9.0.0", by: other)), .badSignature),
            (.json(try VersionWorld.file("9.0.0", expires: "2026-05-01")), .expired), (.json("{}"), .malformed), (large, .tooLarge),
            (LoopbackServer.Reply(status: 500), .unreachable),
            (LoopbackServer.Reply(status: 302, headers: ["Location": "http://127.0.0.1:1/"]), .unreachable),
        ]
        for (reply, problem) in served {
            world.now += 86_400
            world.served = reply
            let report = try await versions.check()
            #expect(report.problem == problem && report.release?.version == VersionNumber("0.3.0"), "\(problem)")
        }
        world.now += 86_400
        try world.serve("0.3.0", by: other)
        // With another key, nothing that was known before counts.
        let report = try await world.versions(other).check()
        #expect(report.problem == nil && report.release?.version == VersionNumber("0.3.0"))
    }

    @Test func aNewerVersionIsToldOnce() async throws {
        let world = try VersionWorld()
        defer { world.server.stop() }
        try world.serve("0.2.0")
        let versions = try world.versions()
        #expect(try await world.daily(versions).isEmpty)
        #expect(try await world.notices().isEmpty, "it is the running version")
        world.now += 86_400
        try world.serve("0.3.0")
        #expect(try await world.daily(versions, readers: []).isEmpty)
        #expect(try await world.notices().isEmpty, "there is no operator yet")
        for _ in 0..<4 {
            #expect(try await world.daily(versions).isEmpty)
            world.now += 86_400
        }
        let told = try await world.notices()
        #expect(told.map(\.owner) == ["ann", "bob"] && told.allSatisfy { $0.kind == .version && $0.link == "/about" })
        #expect(told.first?.text.contains("0.3.0") == true)
        try world.serve("0.3.1")
        #expect(try await world.daily(versions).isEmpty)
        #expect(try await world.notices().count == 4)
        world.now += 86_400
        world.served = LoopbackServer.Reply(status: 500)
        #expect(try await world.daily(versions) == [.unreachable])
        #expect(try await world.daily(versions).isEmpty, "it is reported once a day")
    }
}

private func filePathURL(_ name: String, _ file: String = #filePath) -> URL {
    URL(filePath: file).deletingLastPathComponent().appending(path: name)
}
