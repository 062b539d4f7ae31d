/// One setting: its name in a config file (`address-rate`), on the command line (`--address-rate`) and in the environment
/// (`CLOSECAST_ADDRESS_RATE`), and how its text is read.
package struct Setting: Sendable {
    package let name: String
    /// A few words for the help.
    package let help: String
    /// What its text may be, for errors and help.
    package let accepted: String
    /// What holds where it is not set, as it would be written; nil where that depends on the machine.
    package let fallback: String?
    /// Whether its name alone means true on the command line.
    package var isFlag: Bool { accepted == Self.flagText }
    /// Whether a change takes effect only when the server starts anew.
    package let needsRestart: Bool
    let read: @Sendable (String, inout ServerSettings) -> Bool
    let isSame: @Sendable (ServerSettings, ServerSettings) -> Bool
    let copy: @Sendable (ServerSettings, inout ServerSettings) -> Void

    package var variable: String { "CLOSECAST_" + name.uppercased().replacing("-", with: "_") }

    /// - Parameters:
    ///   - shown: a value as it would be written.
    ///   - parse: nil for a text that is not accepted.
    init<Value: Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<ServerSettings, Value> & Sendable, _ accepted: String, _ help: String,
        live: Bool = false, shown: (Value) -> String? = { "\($0)" }, parse: @escaping @Sendable (String) -> Value?
    ) {
        (self.name, self.help, self.accepted, needsRestart) = (name, help, accepted, !live)
        fallback = shown(ServerSettings()[keyPath: path])
        read = { text, settings in
            guard let value = parse(text) else { return false }
            settings[keyPath: path] = value
            return true
        }
        isSame = { $0[keyPath: path] == $1[keyPath: path] }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
    }

    static func integer(
        _ name: String, _ path: WritableKeyPath<ServerSettings, Int> & Sendable, _ range: ClosedRange<Int>, _ help: String,
        live: Bool = false
    ) -> Setting {
        Setting(name, path, "a whole number from \(range.lowerBound) to \(range.upperBound)", help, live: live) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A number that may be `off`, `auto` or the like, which is nil.
    static func optional(
        _ name: String, _ path: WritableKeyPath<ServerSettings, Int?> & Sendable, _ range: ClosedRange<Int>, none: String,
        _ help: String
    ) -> Setting {
        Setting(
            name, path, "a whole number from \(range.lowerBound) to \(range.upperBound), or \(none)", help,
            shown: { $0.map { "\($0)" } ?? none }
        ) { text in
            if text == none { return .some(nil) }
            return Int(text).flatMap { range.contains($0) ? .some($0) : nil }
        }
    }

    static func seconds(
        _ name: String, _ path: WritableKeyPath<ServerSettings, Double> & Sendable, _ range: ClosedRange<Double>, _ help: String
    ) -> Setting {
        Setting(name, path, "seconds from \(range.lowerBound) to \(range.upperBound)", help) { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static let flagText = "true or false"

    static func flag(_ name: String, _ path: WritableKeyPath<ServerSettings, Bool> & Sendable, _ help: String, live: Bool = false)
        -> Setting
    {
        Setting(name, path, flagText, help, live: live) { text in
            switch text.lowercased() {
            case "true", "yes", "on", "1": true
            case "false", "no", "off", "0": false
            default: nil
            }
        }
    }

    static func path(_ name: String, _ path: WritableKeyPath<ServerSettings, String?> & Sendable, _ help: String) -> Setting {
        Setting(name, path, "a path", help, shown: { $0 }) { $0.isEmpty || $0.utf8.contains(0) ? nil : .some($0) }
    }

    /// `200/1000`: requests a second in the long run, and at once.
    static func rate(_ name: String, _ path: WritableKeyPath<ServerSettings, RequestRate> & Sendable, _ help: String) -> Setting {
        Setting(
            name, path, "requests per second/burst, such as 20/100", help, live: true,
            shown: { "\(Int($0.perSecond))/\($0.burst)" }
        ) { text in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let perSecond = Double(parts[0]), let burst = Int(parts[1]),
                (0.001...1e9).contains(perSecond), (1...1_000_000_000).contains(burst)
            else { return nil }
            return RequestRate(perSecond: perSecond, burst: burst)
        }
    }
}
