/// One setting: its name in a config file (`address-rate`), on the command line (`--address-rate`) and in the environment
/// (`CLOSECAST_ADDRESS_RATE`), and how its text is parsed.
///
/// Each module declares its own settings; a program lifts them into one value and reads them with a ``SettingsReader``:
///
/// ```swift
/// struct ProgramSettings: SettingValues {
///     var edge = EdgeSettings()
///     static let all = EdgeSettings.address.lifted(to: \ProgramSettings.edge) + …
/// }
/// ```
package struct Setting<Values: SettingValues>: Sendable {
    package let name: String
    /// A short description for the help.
    package let help: String
    /// The accepted texts, for errors and help.
    package let accepted: String
    /// The default as a user would write it; nil if it depends on the machine.
    package let defaultText: String?
    /// Whether a change takes effect only when the program restarts.
    package let needsRestart: Bool
    /// Parses a text and sets the value. Returns false if the text is not accepted.
    let parse: @Sendable (_ text: String, _ values: inout Values) -> Bool
    let isEqual: @Sendable (Values, Values) -> Bool
    let copy: @Sendable (_ source: Values, _ target: inout Values) -> Void

    /// Whether the name alone means true on the command line.
    package var isFlag: Bool { accepted == Self.flagText }
    package var variable: String { "CLOSECAST_" + name.uppercased().replacing("-", with: "_") }

    static var flagText: String { "true or false" }

    /// - Parameters:
    ///   - live: whether a running program applies a change.
    ///   - shown: returns a value as a user would write it.
    ///   - parse: returns nil for a text that is not accepted.
    package init<Value: Equatable & Sendable>(
        _ name: String, _ path: WritableKeyPath<Values, Value> & Sendable, _ accepted: String, _ help: String,
        live: Bool = false, shown: (Value) -> String? = { "\($0)" }, parse: @escaping @Sendable (String) -> Value?
    ) {
        (self.name, self.help, self.accepted, needsRestart) = (name, help, accepted, !live)
        defaultText = shown(Values()[keyPath: path])
        self.parse = { text, values in
            guard let value = parse(text) else { return false }
            values[keyPath: path] = value
            return true
        }
        isEqual = { $0[keyPath: path] == $1[keyPath: path] }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
    }
}

// MARK: Composition

extension Setting {
    fileprivate init<Part>(_ part: Setting<Part>, _ path: WritableKeyPath<Values, Part> & Sendable) {
        (name, help, accepted) = (part.name, part.help, part.accepted)
        (defaultText, needsRestart) = (part.defaultText, part.needsRestart)
        parse = { part.parse($0, &$1[keyPath: path]) }
        isEqual = { part.isEqual($0[keyPath: path], $1[keyPath: path]) }
        copy = { part.copy($0[keyPath: path], &$1[keyPath: path]) }
    }
}

extension Array {
    /// Returns the same settings as part of a whole program's settings.
    package func lifted<Part, Whole>(to path: WritableKeyPath<Whole, Part> & Sendable) -> [Setting<Whole>]
    where Element == Setting<Part> {
        map { Setting<Whole>($0, path) }
    }
}
