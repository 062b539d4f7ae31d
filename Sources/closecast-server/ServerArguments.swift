import Platform
import Server

/// What the command line says: settings by name, and what is no setting.
struct ServerArguments {
    /// Text by setting name.
    var settings: [String: String] = [:]
    /// The file with settings.
    var configurationPath: String?
    /// Whether the simulated markets are stored at the start, where they are not.
    var storesSample = false
    /// Whether settings are checked only.
    var checksOnly = false
    var wantsHelp = false
    var wantsVersion = false

    /// - Parameter arguments: without the program's name.
    /// - Throws: ``UsageError``.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") || argument == "-h" else { throw UsageError("\"\(argument)\" is no option") }
            let parts = argument.drop { $0 == "-" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            try read(String(parts[0]), parts.count > 1 ? String(parts[1]) : nil, &rest)
        }
        if configurationPath == nil { configurationPath = ProcessState.environment("CLOSECAST_CONFIG") }
    }

    private mutating func read(_ name: String, _ text: String?, _ rest: inout ArraySlice<String>) throws(UsageError) {
        switch name {
        case "help", "h": wantsHelp = true
        case "version": wantsVersion = true
        case "sample": storesSample = true
        case "check": checksOnly = true
        case "config": configurationPath = try Self.value(of: name, text, &rest)
        default:
            guard let setting = Setting.all.first(where: { $0.name == name }) else {
                throw UsageError("there is no option --\(name)")
            }
            guard settings[name] == nil else { throw UsageError("--\(name) is given twice") }
            settings[name] = try setting.isFlag && text == nil ? Self.flag(&rest) : Self.value(of: name, text, &rest)
        }
    }

    /// `--behind-proxy` alone means true.
    private static func flag(_ rest: inout ArraySlice<String>) -> String {
        guard let next = rest.first, ["true", "false"].contains(next) else { return "true" }
        rest = rest.dropFirst()
        return next
    }

    private static func value(of name: String, _ text: String?, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = text ?? rest.popFirst() else { throw UsageError("--\(name) needs a value") }
        return value
    }

    static let help = """
        Answers other programs over HTTP: forecasts, history, wallets; described at /docs.

        EXAMPLES
          closecast serve                           on http://127.0.0.1:8080, for this machine
          closecast serve --sample                  with simulated markets, to try it
          closecast serve --host 0.0.0.0 --tls-certificate chain.pem --tls-key key.pem
          closecast serve --host 0.0.0.0 --behind-proxy
          closecast token create --scope read --owner local --expires 90d

        OPTIONS
          --config <file>     Lines of the form: name = value. Also: CLOSECAST_CONFIG.
          --sample            Store the simulated markets SIM01 to SIM12 first.
          --check             Check the settings and end.
          --help, --version

        SETTINGS
        Each is an option, a variable (--queue-capacity is CLOSECAST_QUEUE_CAPACITY) and a name in
        the file; the first of these counts. SIGHUP reads file and certificates again.

        \(Setting.all.map(line).joined(separator: "\n"))

        """

    private static func line(_ setting: Setting) -> String {
        let name = "  --\(setting.name)"
        let padding = String(repeating: " ", count: max(1, 30 - name.count))
        return name + padding + setting.help + "\n" + String(repeating: " ", count: 32) + setting.accepted
            + (setting.fallback.map { "; \($0) where it is not set" } ?? "")
            + (setting.needsRestart ? "" : "; read again at SIGHUP")
    }
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) { description = problem + "; closecast serve --help lists the options" }
}
