import Platform

extension ServerSettings {
    /// Reads all settings: a flag goes before the environment, that before the config file, that before the default.
    ///
    /// - Parameters:
    ///   - flags: text by setting name, such as `["port": "8443"]`.
    ///   - environment: a variable's text, or nil.
    ///   - file: path of the config file: lines `name = value`; `#` begins a comment line.
    /// - Throws: ``SettingsError``, also where the settings contradict each other.
    package static func read(
        flags: [String: String] = [:], environment: (String) -> String? = ProcessState.environment, file: String? = nil
    ) throws(SettingsError) -> ServerSettings {
        var settings = ServerSettings()
        if let file { try settings.apply(linesOf: file) }
        for setting in Setting.all {
            guard let text = environment(setting.variable) else { continue }
            try settings.apply(setting, text, .environment(setting.variable))
        }
        for (name, text) in flags.sorted(by: { $0.key < $1.key }) { try settings.apply(named: name, text, .flag) }
        try settings.validate()
        return settings
    }

    private mutating func apply(linesOf path: String) throws(SettingsError) {
        let text: String
        do {
            text = String(decoding: try Files.read(path), as: UTF8.self)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
        var seen: Set<String> = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = Self.trimmed(line)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let equals = line.firstIndex(of: "=") else {
                throw .malformedLine(path: path, line: index + 1, text: String(line))
            }
            let (name, value) = (Self.trimmed(line[..<equals]), Self.trimmed(line[line.index(after: equals)...]))
            guard seen.insert(String(name)).inserted else { throw .repeated(name: String(name), path: path, line: index + 1) }
            try apply(named: String(name), String(value), .file(path: path, line: index + 1))
        }
    }

    private mutating func apply(named name: String, _ text: String, _ origin: SettingOrigin) throws(SettingsError) {
        guard let setting = Setting.all.first(where: { $0.name == name }) else { throw .unknown(name: name, origin: origin) }
        try apply(setting, text, origin)
    }

    private mutating func apply(_ setting: Setting, _ text: String, _ origin: SettingOrigin) throws(SettingsError) {
        guard setting.read(text, &self) else {
            throw .badValue(name: setting.name, value: text, accepted: setting.accepted, origin: origin)
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return text
    }
}

/// What reading the settings again has brought.
package struct SettingsChange: Sendable, Equatable {
    /// The settings from now on: those at hand, with what can change while the server runs.
    package let settings: ServerSettings
    /// Names of settings that have taken effect.
    package let applied: [String]
    /// Names of settings that take effect when the server starts anew.
    package let needRestart: [String]
}

extension ServerSettings {
    /// What of `new`, read again at SIGHUP, takes effect in a running server.
    package func reloaded(_ new: ServerSettings) -> SettingsChange {
        var result = self
        let changed = Setting.all.filter { !$0.isSame(self, new) }
        for setting in changed where !setting.needsRestart { setting.copy(new, &result) }
        return SettingsChange(
            settings: result, applied: changed.filter { !$0.needsRestart }.map(\.name),
            needRestart: changed.filter(\.needsRestart).map(\.name))
    }
}
