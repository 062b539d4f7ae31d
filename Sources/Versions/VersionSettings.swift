import Settings

/// How a server learns of newer versions. Nothing is asked unless somebody asks for it, or turns the daily check on.
package struct VersionSettings: SettingValues {
    /// The address of the signed file; nil for none.
    package var address: String?
    /// The base64 of the publisher's public key.
    package var key: String?
    package var isDaily = false

    package init() {}

    package static let all: [Setting<VersionSettings>] = [
        Setting(
            "version-address", \.address, VersionSource.addressText,
            "signed file that names the newest version; the page About can ask for it, at most once a day", shown: { $0 }
        ) { VersionSource.checked(address: $0).map(Optional.some) },
        Setting(
            "version-key", \.key, VersionSource.keyText, "Ed25519 public key of the file's publisher", shown: { $0 }
        ) { text in VersionSource.bytes(key: text) == nil ? nil : .some(text) },
        .flag("version-check", \.isDaily, "ask for the file once a day, and tell operators of a newer version"),
    ]

    /// Nil unless both the address and the key are set.
    package var source: VersionSource? {
        guard let address, let key else { return nil }
        return VersionSource(address: address, key: key)
    }

    /// Whether one of the settings needs another that is not set.
    package var isIncomplete: Bool { (address == nil) != (key == nil) || isDaily && address == nil }
}
