import HTTPEdge
import Settings
import Testing

@Suite struct EdgeSettingsTests {
    private static let reader = SettingsReader(
        EdgeSettings.address + EdgeSettings.connections + EdgeSettings.limits + EdgeSettings.compression + EdgeSettings.accessLog,
        help: "a-program --help")

    private func read(flags: [String: String] = [:]) throws -> EdgeSettings {
        let settings = try Self.reader.read(flags: flags, environment: { _ in nil })
        try settings.validate()
        return settings
    }

    private func error(flags: [String: String]) -> EdgeSettingsError? {
        do {
            _ = try read(flags: flags)
            return nil
        } catch { return error as? EdgeSettingsError }
    }

    @Test func theDefaultsAreThoseOfTheValues() throws { #expect(try read() == EdgeSettings()) }

    @Test func settingsOfOtherModulesAreUnknown() {
        for name in ["models", "database", "workers", "jobs", "feed-hour", "grpc-port"] {
            #expect(throws: SettingsError.unknown(name: name, origin: .flag, help: "a-program --help")) {
                try read(flags: [name: "1"])
            }
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.2", "example.org", "2001:db8::1"]) func beyondThisMachineOnlyWithTLS(
        host: String
    ) throws {
        #expect(error(flags: ["host": host]) == .unencrypted(host: host))
        #expect(error(flags: ["host": host, "behind-proxy": "true"]) == .unencryptedProxy(host: host))
        for proxy in ["true", "false"] {
            let flags = ["host": host, "tls-certificate": "/c", "tls-key": "/k", "behind-proxy": proxy]
            #expect(try read(flags: flags).listensBeyondLoopback)
        }
        #expect(try read(flags: ["behind-proxy": "true"]).requiresCredentials)
    }

    @Test(arguments: ["127.0.0.1", "127.1.2.3", "::1", "localhost", "[::1]"]) func onThisMachineNothingElseIsNeeded(host: String)
        throws
    {
        #expect(try !read(flags: ["host": host]).listensBeyondLoopback)
    }

    @Test func contradictionsAreRefused() {
        #expect(error(flags: ["tls-key": "/k"]) == .halfACertificate(hasCertificate: false))
        #expect(error(flags: ["tls-certificate": "/c"]) == .halfACertificate(hasCertificate: true))
        #expect(
            error(flags: ["maximum-body-bytes": "2000", "maximum-unpacked-bytes": "1999"])
                == .bodyLargerThanUnpacked(
                    bodyBytes: 2000, unpackedBytes: 1999))
    }
}
