import Services
import Settings

/// Whom people can ask about this server.
package struct ContactSettings: SettingValues {
    package var contacts = ServiceContacts()

    package init() {}

    package static let all: [Setting<ContactSettings>] = [
        address("contact", \.contacts.general, "how people reach the operator of this server; the page About shows it"),
        address("security-contact", \.contacts.security, "where to report security problems; the page About shows it"),
        address("source-url", \.contacts.source, "where the source code of this server is; the page About shows it"),
    ]

    private static func address(
        _ name: String, _ path: WritableKeyPath<ContactSettings, ContactAddress?> & Sendable, _ help: String
    ) -> Setting<ContactSettings> {
        Setting(name, path, "an email address or an address such as https://example.org", help, shown: { $0?.text }) {
            ContactAddress($0).map(Optional.some)
        }
    }
}
