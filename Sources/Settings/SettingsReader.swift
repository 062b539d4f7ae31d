import Platform

/// Reads a program's settings. Precedence: flag, environment, configuration file, default.
package struct SettingsReader<Values: SettingValues>: Sendable {
    private let settings: [Setting<Values>]
    private let help: String

    /// - Parameters:
    ///   - settings: all settings of the program.
    ///   - help: the command that lists them, for errors.
    package init(_ settings: [Setting<Values>], help: String) { (self.settings, self.help) = (settings, help) }

    /// Reads all settings. The caller checks that they are consistent.
    ///
    /// - Parameters:
    ///   - flags: text by setting name, such as `["port": "8443"]`.
    ///   - environment: returns a variable's text, or nil.
    ///   - file: path of the configuration file, with lines `name = value`; a line that starts with `#` is a comment.
    /// - Throws: ``SettingsError`` for an unknown or repeated name, a value that is not accepted, or a file that cannot be read
    ///   or parsed.
    package func read(
        flags: [String: String] = [:], environment: (String) -> String? = ProcessState.environment, file: String? = nil
    ) throws(SettingsError) -> Values {
        var values = Values()
        if let file { try apply(linesOf: file, to: &values) }
        for setting in settings {
            guard let text = environment(setting.variable) else { continue }
            try apply(setting, text, .environment(setting.variable), to: &values)
        }
        for (name, text) in flags.sorted(by: { $0.key < $1.key }) { try apply(named: name, text, .flag, to: &values) }
        return values
    }

    private func apply(linesOf path: String, to values: inout Values) throws(SettingsError) {
        let text: String
        do {
            text = String(decoding: try Files.read(path), as: UTF8.self)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
        var seen: Set<String> = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let equals = line.firstIndex(of: "=") else {
                throw .malformedLine(path: path, line: index + 1, text: String(line))
            }
            let (name, value) = (line[..<equals].trimmed, line[line.index(after: equals)...].trimmed)
            guard seen.insert(String(name)).inserted else { throw .repeated(name: String(name), path: path, line: index + 1) }
            try apply(named: String(name), String(value), .file(path: path, line: index + 1), to: &values)
        }
    }

    private func apply(
        named name: String, _ text: String, _ origin: SettingOrigin, to values: inout Values
    ) throws(SettingsError) {
        guard let setting = settings.first(where: { $0.name == name }) else {
            throw .unknown(name: name, origin: origin, help: help)
        }
        try apply(setting, text, origin, to: &values)
    }

    private func apply(
        _ setting: Setting<Values>, _ text: String, _ origin: SettingOrigin, to values: inout Values
    ) throws(SettingsError) {
        guard setting.parse(text, &values) else {
            throw .badValue(name: setting.name, value: text, accepted: setting.accepted, origin: origin)
        }
    }

    /// Compares the settings in use with newly read ones, and applies those that can change while the program runs.
    package func change(from old: Values, to new: Values) -> SettingsChange<Values> {
        var result = old
        let changed = settings.filter { !$0.isEqual(old, new) }
        for setting in changed where !setting.needsRestart { setting.copy(new, &result) }
        return SettingsChange(
            settings: result, applied: changed.filter { !$0.needsRestart }.map(\.name),
            needRestart: changed.filter(\.needsRestart).map(\.name))
    }
}

/// The result of reading the settings again.
package struct SettingsChange<Values: SettingValues>: Sendable, Equatable {
    /// The settings from now on: the old ones, with the new values of those that can change while the program runs.
    package let settings: Values
    /// Names of settings that have taken effect.
    package let applied: [String]
    /// Names of settings that take effect when the program restarts.
    package let needRestart: [String]
}
