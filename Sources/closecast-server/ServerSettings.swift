import HTTPEdge
import Inference
import InferenceGRPC
import Jobs
import Mail
import MarketData
import Platform
import Settings
import Versions

/// All settings of the server: its modules' and its own.
package struct ServerSettings: SettingValues {
    package var edge = EdgeSettings()
    package var grpc = GRPCPortSettings()
    package var inference = InferenceSettings()
    package var jobs = JobFolderSettings()
    package var refresh = DailyRefreshSettings()
    package var accounts = AccountSettings()
    package var quotas = QuotaSettings()
    package var mail = MailSettings()
    package var trading = TradingSettings()
    package var icons = IconSettings()
    package var contact = ContactSettings()
    package var noticeSending = NoticeSendingSettings()
    package var versions = VersionSettings()
    package var news = NewsSettings()
    var stateless = StatelessSettings()

    /// The path of the database; nil for the default in the user's data folder.
    package var database: String?
    /// The folder of the pages' files; nil for the nearest one.
    package var web: String?
    /// How long connections are accepted after SIGTERM, in seconds, while the server reports that it is not ready.
    package var drainSeconds = 1.5
    package var logLevel = "info"
    package var logForm = LogForm.automatic

    package enum LogForm: String, Sendable, CaseIterable {
        /// Text at a terminal, otherwise JSON.
        case automatic = "auto"
        case json, text
    }

    package init() {}

    /// Reads all settings and checks that they are consistent.
    ///
    /// - Throws: `InvalidSettings`.
    package static func read(
        flags: [String: String] = [:], environment: (String) -> String? = ProcessState.environment, file: String? = nil
    ) throws -> ServerSettings {
        var settings = try reader.read(flags: flags, environment: environment, file: file)
        settings.edge.hasNoCredentials = settings.stateless.isWithoutTokens
        try settings.validate()
        return settings
    }

    package static let reader = SettingsReader(all, help: "closecast-server --help")

    private func validate() throws {
        if let port = grpc.port, port == edge.port, port != 0 { throw ServerSettingsError.samePort(port) }
        #if !GRPC
            if grpc.port != nil { throw ServerSettingsError.builtWithoutGRPC }
        #endif
        try validateStateless()
        try edge.validate()
        if versions.isIncomplete { throw ServerSettingsError.versionIncomplete }
        if stateless.isOn { return }
        _ = try accounts.policy(isExposed: edge.requiresCredentials)
    }

    private func validateStateless() throws(ServerSettingsError) {
        guard stateless.isOn else {
            if stateless.tokens != nil { throw .onlyStateless("tokens") }
            if stateless.isWithoutTokens { throw .onlyStateless("without-tokens") }
            return
        }
        if stateless.tokens != nil, stateless.isWithoutTokens { throw .tokensOrNone }
        if edge.requiresCredentials, stateless.tokens == nil { throw .tokensNeeded }
    }
}

// MARK: The list

extension ServerSettings {
    /// All settings, in the order of the help text.
    package static let all: [Setting<ServerSettings>] = listening + people + storing + withoutStore + limiting + reporting

    private static let listening =
        EdgeSettings.address.lifted(to: \ServerSettings.edge) + GRPCPortSettings.all.lifted(to: \.grpc)
        + EdgeSettings.connections.lifted(to: \.edge) + draining

    private static let people =
        AccountSettings.all.lifted(to: \ServerSettings.accounts) + QuotaSettings.all.lifted(to: \.quotas)
        + ContactSettings.all.lifted(to: \.contact) + MailSettings.all.lifted(to: \.mail)
        + NoticeSendingSettings.all.lifted(to: \.noticeSending) + VersionSettings.all.lifted(to: \.versions)
        + NewsSettings.all.lifted(to: \.news)
        + TradingSettings.all.lifted(to: \.trading)

    private static let storing =
        InferenceSettings.folders.lifted(to: \ServerSettings.inference) + databases + JobFolderSettings.all.lifted(to: \.jobs)
        + DailyRefreshSettings.all.lifted(to: \.refresh) + IconSettings.all.lifted(to: \.icons)
        + InferenceSettings.queue.lifted(to: \.inference)

    private static let withoutStore = StatelessSettings.all.lifted(to: \ServerSettings.stateless)

    private static let limiting = EdgeSettings.limits.lifted(to: \ServerSettings.edge)

    private static let reporting =
        EdgeSettings.compression.lifted(to: \ServerSettings.edge) + logging + EdgeSettings.accessLog.lifted(to: \.edge)

    private static let draining: [Setting<ServerSettings>] = [
        .seconds(
            "drain-seconds", \.drainSeconds, 0...3600,
            "how long after SIGTERM connections are still accepted, while the server reports that it is not ready")
    ]

    private static let databases: [Setting<ServerSettings>] = [
        .path("database", \.database, "database file"),
        .path("web", \.web, "folder with the files of the pages; default: beside the program"),
    ]

    private static let logging: [Setting<ServerSettings>] = [
        Setting("log-level", \.logLevel, levels.joined(separator: ", "), "least severe level that is logged", live: true) {
            levels.contains($0) ? $0 : nil
        },
        Setting(
            "log-form", \.logForm, "auto, json or text", "format of log lines; auto: text at a terminal", shown: { $0.rawValue }
        ) {
            LogForm(rawValue: $0)
        },
    ]

    private static let levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
}

/// Why the server cannot start with its settings.
package enum ServerSettingsError: InvalidSettings, Equatable, Sendable {
    case samePort(Int)
    /// The trait GRPC of the package was off.
    case builtWithoutGRPC
    case noModelsFolder(searched: [String])
    case noSample(searched: [String])
    case notAFolder(String)
    case noDataFolder
    case noWebFolder
    /// Clients other than programs on this machine can connect.
    case accountsNeeded
    case publicURLNeeded
    case mailNeeded
    case outboxBeyondLoopback
    /// The setting is only for servers without a store.
    case onlyStateless(String)
    /// The setting is only for servers with a store.
    case storesNothing(String)
    case tokensOrNone
    case tokensNeeded
    case versionIncomplete

    package var description: String {
        switch self {
        case .samePort(let port): "port and grpc-port are both \(port); give two"
        case .builtWithoutGRPC:
            "this server was built without gRPC; leave out --grpc-port, or build it again: CLOSECAST_GRPC=1 scripts/build closecast-server"
        case .noModelsFolder(let searched):
            "no folder with models found; give --models FOLDER or set CLOSECAST_MODELS. Searched:\n" + Self.lines(searched)
        case .noSample(let searched):
            "--sample: the simulated markets are not installed; no such folder:\n" + Self.lines(searched)
        case .noWebFolder: "no folder with the files of the pages found; give --web FOLDER, that of the repository is web"
        case .notAFolder(let path): "\(path) is not a folder; give --models, or set CLOSECAST_MODELS to, a folder of model folders"
        case .accountsNeeded:
            "accounts = off is for one person's machine, and this server can be reached from elsewhere; give invite, open or closed"
        case .publicURLNeeded:
            "mailed links need the address under which people reach this server: --public-url https://closecast.example.com"
        case .mailNeeded:
            "accounts = open needs mail, to verify addresses; give --smtp-url or --sendmail"
        case .outboxBeyondLoopback:
            "outbox collects mails with links as files, which is for one person's machine; give --smtp-url or --sendmail"
        case .onlyStateless(let name): "\(name) is for a server without a database; give --stateless too, or leave it out"
        case .storesNothing(let name): "stateless keeps no data, so \(name) would have no effect; leave one of the two out"
        case .tokensOrNone: "tokens and without-tokens contradict each other; give one"
        case .tokensNeeded:
            "this server can be reached from elsewhere; give --tokens FILE, or --without-tokens if only your own programs reach it"
        case .versionIncomplete: "newer versions need both --version-address and --version-key, which its publisher names"
        case .noDataFolder: "neither HOME nor XDG_DATA_HOME is set; say where to keep data: --database FILE"
        }
    }

    private static func lines(_ folders: [String]) -> String { folders.map { "  \($0)" }.joined(separator: "\n") }
}
