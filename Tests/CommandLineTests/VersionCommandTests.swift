import Foundation
import JSONText
import LoopbackServer
import Platform
import Testing

/// The version, and a newer one that a signed file names.
@Suite struct VersionCommandTests {
    /// Test 1 of RFC 8032: the private key that signed `VersionsTests/signed.json`.
    private static let key = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="

    private static func publisher(_ change: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }) throws -> LoopbackServer {
        let file = Array(try Data(contentsOf: packageRoot.appending(path: "Tests/VersionsTests/signed.json")))
        return LoopbackServer { _, _ in LoopbackServer.Reply(body: change(file)) }
    }

    @Test func withoutCheckNothingIsAsked() throws {
        let home = try Home()
        #expect(try home.done("version").output == "closecast \(Locations.version)\n")
        #expect(try home.done("version", "--json").json["version"]?.string == Locations.version)
        let unset = try home.run("version", "--check")
        #expect(unset.status == 64 && unset.words.contains("no address and no key are set; give --address or CLOSECAST_VERSION_AD"))
        #expect(unset.words.contains("and --key or CLOSECAST_VERSION_KEY"), "\(unset.words)")
        let keyless = try home.run("version", "--check", "--address", "https://example.com/v")
        #expect(keyless.status == 64 && keyless.words.contains("no key is set; give --key or"), "\(keyless.words)")
        #expect(try home.run("version", "--check", "--address", "http://example.com/", "--key", Self.key).status == 64)
    }

    @Test func aNewerVersionIsPrintedAndAskedForOnce() throws {
        let (home, server) = (try Home(), try Self.publisher())
        defer { server.stop() }
        let settings = ["CLOSECAST_VERSION_ADDRESS": "http://127.0.0.1:\(server.port)/v", "CLOSECAST_VERSION_KEY": Self.key]
        let expected = "closecast \(Locations.version); 9.0.0 of 2026-04-30 is available: https://example.com/closecast/9.0.0\n"
        let first = try home.run("version", "--check", environment: settings)
        #expect(first.status == 0 && first.output == expected && first.words == "", "\(first.words)")
        let second = try home.run("version", "--check", environment: settings)
        #expect(second.status == 0 && second.output == expected && second.words.contains("not asked again before"))
        let json = try home.run("version", "--check", "--json", environment: settings).json
        #expect(json["newest"]?.string == "9.0.0" && json["is_newer"] == .boolean(true))
        #expect(server.requests.count == 1)
    }

    @Test func aChangedFileIsRefused() throws {
        let server = try Self.publisher { Array(String(decoding: $0, as: UTF8.self).replacing("9.0.0", with: "9.0.1").utf8) }
        defer { server.stop() }
        let home = try Home()
        let run = try home.run("version", "--check", "--address", "http://localhost:\(server.port)/v", "--key", Self.key)
        #expect(run.status == 65 && run.words.contains("signed with another key"), "\(run.words)")
        #expect(run.output == "closecast \(Locations.version)\n")
    }

    @Test func anAddressWithoutAnAnswerIsUnavailable() throws {
        let run = try Home().run("version", "--check", "--address", "http://127.0.0.1:1/v", "--key", Self.key)
        #expect(run.status == 69, "\(run.words)")
    }
}
