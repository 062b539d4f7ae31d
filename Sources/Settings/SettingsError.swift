/// An error in the settings that a program was started with. The exit status is that of a usage error.
package protocol InvalidSettings: Error, CustomStringConvertible {}

/// Why a setting is refused.
package enum SettingsError: InvalidSettings, Equatable, Sendable {
    /// - Parameter help: the command that lists the settings.
    case unknown(name: String, origin: SettingOrigin, help: String)
    case badValue(name: String, value: String, accepted: String, origin: SettingOrigin)
    case malformedLine(path: String, line: Int, text: String)
    case repeated(name: String, path: String, line: Int)
    case unreadable(path: String, reason: String)

    package var description: String {
        switch self {
        case .unknown(let name, let origin, let help): "\(origin): unknown setting \(name); \(help) lists all settings"
        case .badValue(let name, let value, let accepted, let origin): "\(origin): \(name) cannot be \"\(value)\"; give \(accepted)"
        case .malformedLine(let path, let line, let text): "\(path):\(line): \"\(text)\" is not of the form: name = value"
        case .repeated(let name, let path, let line): "\(path):\(line): \(name) is set a second time; keep one of both"
        case .unreadable(let path, let reason): "the settings cannot be read from \(path): \(reason)"
        }
    }
}

/// Where a setting was read from.
package enum SettingOrigin: Equatable, Sendable, CustomStringConvertible {
    case flag, environment(String), file(path: String, line: Int)

    package var description: String {
        switch self {
        case .flag: "command line"
        case .environment(let name): "environment variable \(name)"
        case .file(let path, let line): "\(path):\(line)"
        }
    }
}
