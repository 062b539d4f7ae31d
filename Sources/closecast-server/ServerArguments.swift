import Access
import Market
import Platform
import Settings
import Text

/// The parsed command line: settings by name, and options that are not settings.
struct ServerArguments {
    /// The text of each setting given, by name.
    var settings: [String: String] = [:]
    /// The path of the configuration file.
    var configurationPath: String?
    /// Whether missing simulated markets are stored at startup.
    var storesSample = false
    /// Whether simulated prices of well-known coins continue up to the current minute.
    var simulatesPrices = false
    /// Whether to print the rules of the simulated accounts and exit.
    var printsTradingRules = false
    /// The rights of an assistant on standard input and output, which is served instead of a port; nil for a server.
    var assistant: AccessScope?
    /// Whether to check the settings and exit.
    var checksOnly = false
    var wantsHelp = false
    var wantsVersion = false

    /// - Parameter arguments: the arguments without the program's name.
    /// - Throws: ``UsageError``.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") || argument == "-h" else { throw UsageError("\"\(argument)\" is not an option") }
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
        case "practice": simulatesPrices = true
        case "print-trading-rules": printsTradingRules = true
        case "check": checksOnly = true
        case "assistant": assistant = try Self.assistantScope(Self.value(of: name, text, &rest))
        case "config": configurationPath = try Self.value(of: name, text, &rest)
        default:
            guard let setting = ServerSettings.all.first(where: { $0.name == name }) else {
                let near = NearName.of(name, among: ServerSettings.all.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
                throw UsageError("unknown option --\(name)\(near)")
            }
            guard settings[name] == nil else { throw UsageError("--\(name) is given twice") }
            settings[name] = try setting.isFlag && text == nil ? Self.flag(&rest) : Self.value(of: name, text, &rest)
        }
    }

    private static func assistantScope(_ text: String) throws(UsageError) -> AccessScope {
        guard let scope = AccessScope(rawValue: text), scope != .admin else {
            throw UsageError("--assistant \(text): expected read or write")
        }
        return scope
    }

    /// Returns the value of a flag; `--behind-proxy` without one means true.
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
        Serves forecasts, closes and wallets over HTTP; /docs describes all requests.

        EXAMPLES
          closecast serve                    on http://127.0.0.1:8080, for this machine
          closecast serve --sample           with simulated markets, to try it
          closecast serve --host 0.0.0.0 --tls-certificate chain.pem --tls-key key.pem
          closecast serve --behind-proxy --public-url https://closecast.example.com
          closecast serve --stateless        without a database: sent closes, networks
          closecast token create --scope read --owner local --expires 90d

        OPTIONS
          --config <file>     Lines of the form: name = value. Also: CLOSECAST_CONFIG.
          --sample            Store the simulated markets SIM01 to SIM12 first.
          --practice          Simulate prices of BTC, ETH, BNB, ADA and EUR up to this
                              minute, to try buying and selling without a network.
          --assistant <scope> Serve an assistant on standard input and output instead of
                              a port, as closecast mcp does: read or write.
          --check             Check the settings and end.
          --print-trading-rules
                              Print a file of the simulated accounts' rules.
          --help, --version

        SETTINGS
        Each is an option (--queue-capacity 100), an environment variable
        (CLOSECAST_QUEUE_CAPACITY=100) and a line of the file (queue-capacity = 100);
        options come before variables, variables before the file. At SIGHUP the file
        and the certificates are read again.

        \(ServerSettings.all.map(line).joined(separator: "\n"))

        """

    /// The width of the help text and of its column of option names, in characters.
    private static let (width, nameWidth) = (80, 30)

    private static func line(_ setting: Setting<ServerSettings>) -> String {
        let name = "  --\(setting.name)"
        let accepted =
            setting.accepted + (setting.defaultText.map { "; default: \($0)" } ?? "")
            + (setting.needsRestart ? "" : "; read again at SIGHUP")
        let lines = wrapped(setting.help, width - nameWidth) + wrapped(accepted, width - nameWidth - 2).map { "  " + $0 }
        let margin = String(repeating: " ", count: nameWidth)
        return name + margin.dropFirst(name.count) + lines.joined(separator: "\n" + margin)
    }

    /// Wraps text into lines of at most `width` characters; a longer word gets a line of its own.
    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].isEmpty {
                lines[lines.count - 1] = String(word)
            } else if lines[lines.count - 1].count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// An error in the command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) { description = problem + "; closecast serve --help lists the options" }
}
