import HTTPEdge
import Scratch
import Settings
import Testing
import closecast_server

@Suite struct ServerSettingsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func read(
        flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) throws -> ServerSettings {
        let path = try file.map { try scratch.write($0.utf8, to: "closecast.conf") }
        return try ServerSettings.read(flags: flags, environment: { environment[$0] }, file: path)
    }

    private func error(flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil) -> SettingsError? {
        do {
            _ = try read(flags: flags, environment: environment, file: file)
            return nil
        } catch { return error as? SettingsError }
    }

    @Test func theDefaultsListenOnThisMachineOnlyAndAreValid() throws {
        let settings = try read()
        #expect(settings == ServerSettings())
        #expect(settings.edge.host == "127.0.0.1")
        #expect(!settings.edge.listensBeyondLoopback)
    }

    @Test func aFlagOverridesTheEnvironmentWhichOverridesTheFile() throws {
        let file = "# comment\n\n port = 1 \r\nworkers=3\nfeed-hour = off\ntls-certificate = /a=b.pem\ntls-key = /k\n"
        let settings = try read(flags: ["port": "3"], environment: ["CLOSECAST_PORT": "2", "CLOSECAST_WORKERS": "4"], file: file)
        #expect(settings.edge.port == 3)
        #expect(settings.inference.workers == 4)
        #expect(settings.refresh.hour == nil)
        #expect(settings.edge.tlsCertificate == "/a=b.pem")
    }

    @Test func everySettingHasAnAcceptedTextAndRefusesNonsense() throws {
        let texts = [
            "host": "localhost", "models": "/m", "database": "/d", "jobs": "/j", "trusted-proxies": "10.0.0.0/8, ::1",
            "address-rate": "5/10", "token-rate": "0.5/1", "log-level": "debug", "log-form": "json", "behind-proxy": "yes",
            "limit-loopback": "true", "compress": "off", "log-requests": "false", "maximum-unpacked-bytes": "999999999",
            "maximum-body-bytes": "99999", "feed-hour": "23", "maximum-header-bytes": "2048", "grpc-port": "9000", "workers": "7",
            "hsts-subdomains": "false", "stateless": "true", "notice-private-addresses": "true", "accounts": "closed",
            "public-url": "https://closecast.example.com",
            "second-factor": "everyone", "proxy-header": "forwarded", "icon-provider": "coingecko", "contact": "help@example.com",
            "security-contact": "https://example.com/security", "source-url": "https://example.com/closecast",
            "smtp-url": "smtps://mail.example.com:465", "mail-from": "closecast@example.com",
        ]
        let freeTexts = [
            "host", "models", "database", "jobs", "keyring", "leaked-passwords", "leaked-hashes", "smtp-user", "smtp-password-file",
            "smtp-ca-file", "sendmail", "outbox", "web", "trading-rules", "icons", "news-feeds",
        ]
        // These settings have no meaning alone.
        var dependent = [
            "tls-certificate", "tls-key", "tokens", "without-tokens", "version-address", "version-key", "version-check",
        ]
        #if !GRPC
            dependent.append("grpc-port")
        #endif
        for setting in ServerSettings.all where !dependent.contains(setting.name) {
            let settings = try read(flags: [setting.name: texts[setting.name] ?? "300"])
            #expect(settings != ServerSettings() || setting.name == "host", "\(setting.name) changes something")
            guard !freeTexts.contains(setting.name) else { continue }
            for text in ["", "what", "-1", "1e99", "\u{0}", "99999999999999999999"] {
                let expected = SettingsError.badValue(name: setting.name, value: text, accepted: setting.accepted, origin: .flag)
                #expect(error(flags: [setting.name: text]) == expected, "\(setting.name) = \(text)")
            }
        }
        #expect(Set(ServerSettings.all.map(\.name)).count == ServerSettings.all.count)
    }

    @Test func anErrorNamesItsPlace() {
        #expect(error(environment: ["CLOSECAST_PORT": "x"])?.description.contains("CLOSECAST_PORT") == true)
        #expect(error(flags: ["prot": "1"]) == .unknown(name: "prot", origin: .flag, help: "closecast-server --help"))
        let unknown = error(file: "port = 1\nwhat = 2\n")?.description ?? ""
        #expect(unknown.contains(".conf:2") && unknown.contains("what"), "\(unknown)")
        let line = error(file: "port 1\n")?.description ?? ""
        #expect(line.contains(".conf:1") && line.contains("name = value"), "\(line)")
        let twice = error(file: "port = 1\nport = 1\n")?.description ?? ""
        #expect(twice.contains(".conf:2") && twice.contains("second time"), "\(twice)")
        #expect(throws: SettingsError.self) { try ServerSettings.read(environment: { _ in nil }, file: "/nowhere.conf") }
    }

    @Test func settingsOfSeveralModulesAreCheckedTogether() {
        #expect(throws: ServerSettingsError.samePort(9000)) { try read(flags: ["port": "9000", "grpc-port": "9000"]) }
        #expect(throws: EdgeSettingsError.unencrypted(host: "::")) { try read(flags: ["host": "::"]) }
    }

    /// Who has only the programs learns where the other files belong.
    @Test func missingFoldersAreNamedWithTheSearchedPlaces() {
        let searched = ["/opt/bin/models", "/opt/models"]
        let models = ServerSettingsError.noModelsFolder(searched: searched).description
        let sample = ServerSettingsError.noSample(searched: ["/opt/data/simulated"]).description
        #expect(models.contains("--models FOLDER or set CLOSECAST_MODELS"), "\(models)")
        #expect(ServerSettingsError.notAFolder("/none").description.contains("--models, or set CLOSECAST_MODELS to, a folder"))
        #expect(searched.allSatisfy { models.contains($0) }, "\(models)")
        #expect(sample.contains("--sample") && sample.contains("/opt/data/simulated"), "\(sample)")
    }

    @Test func newerVersionsNeedAnAddressAndAKey() throws {
        let address = ["version-address": "https://example.com/version.json"]
        let key = ["version-key": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]
        for flags in [address, key, ["version-check": "true"], key.merging(["version-check": "true"]) { $1 }] {
            #expect(throws: ServerSettingsError.versionIncomplete) { try read(flags: flags) }
        }
        let settings = try read(flags: address.merging(key) { $1 }).versions
        #expect(settings.source?.text == "https://example.com/version.json" && !settings.isDaily)
        for bad in ["http://example.com/v", "https://", "ftp://a/b", ""] {
            #expect(error(flags: ["version-address": bad]) != nil, "\(bad)")
        }
        for bad in ["", "AAAA", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHUR"] {
            #expect(error(flags: ["version-key": bad]) != nil, "\(bad)")
        }
    }

    #if !GRPC
        @Test func aPortOfGRPCIsRefusedWhereItWasNotBuilt() {
            #expect(throws: ServerSettingsError.builtWithoutGRPC) { try read(flags: ["grpc-port": "0"]) }
        }
    #endif

    @Test func reloadingReportsWhatTookEffectAndWhatNeedsARestart() throws {
        let old = try read()
        let new = try read(flags: ["port": "9", "address-rate": "7/8", "log-level": "debug", "workers": "2"])
        let change = ServerSettings.reader.change(from: old, to: new)
        #expect(change.applied == ["address-rate", "log-level"])
        #expect(change.needRestart == ["port", "workers"])
        #expect(change.settings.edge.port == old.edge.port)
        #expect(change.settings.edge.addressRate == RequestRate(perSecond: 7, burst: 8))
        #expect(change.settings.logLevel == "debug")
        let same = ServerSettings.reader.change(from: old, to: old)
        #expect(same.settings == old)
        #expect(same.applied.isEmpty && same.needRestart.isEmpty)
    }
}
