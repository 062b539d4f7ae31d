import Settings

/// How notices leave the server.
package struct NoticeSendingSettings: SettingValues {
    /// Whether people may have notices sent to addresses of the server's own network.
    package var allowsPrivateAddresses = false

    package init() {}

    package static let all: [Setting<NoticeSendingSettings>] = [
        .flag(
            "notice-private-addresses", \.allowsPrivateAddresses,
            "people may have notices sent to private, loopback and link-local addresses, such as a Gotify server at home")
    ]
}
