import HTTPEdge
import People
import Settings

/// Whether people have accounts, and the location of their keys and lists.
package struct AccountSettings: SettingValues {
    package enum Mode: String, Sendable, CaseIterable { case off, invite, open, closed }

    /// Nil: off if only this machine can connect, otherwise by invitation.
    package var mode: Mode?
    /// The address under which people reach the server; links in mails begin with it.
    package var publicURL: PublicURL?
    package var secondFactor = PeopleDuties.SecondFactor.operators
    /// Nil: beside the database.
    package var keyring: String?
    /// Nil: the list that `scripts/setup` made.
    package var leakedPasswords: String?
    /// A further list, of SHA-1 hashes; nil for none.
    package var leakedHashes: String?

    package init() {}

    package static let all: [Setting<AccountSettings>] = [
        Setting(
            "accounts", \.mode, "invite, open, closed, off or auto",
            "who can sign up: people with an invitation, anyone, or no one (closecast account creates accounts); off: no accounts, for "
                + "one person's machine; auto: off on a loopback address, else invite",
            shown: { $0?.rawValue ?? "auto" }
        ) { text in text == "auto" ? .some(nil) : Mode(rawValue: text).map(Optional.some) },
        Setting(
            "public-url", \.publicURL, "a URL such as https://closecast.example.com or https://example.com/closecast/",
            "where people reach the server; mailed links begin with it; if it has a path, all addresses of the server begin with that path",
            shown: { $0?.text }
        ) { PublicURL($0).map(Optional.some) },
        Setting(
            "second-factor", \.secondFactor, "operators or everyone", "who must set up a second factor", shown: { $0.rawValue }
        ) { PeopleDuties.SecondFactor(rawValue: $0) },
        .path("keyring", \.keyring, "file with the keys of passwords and second factors; default: beside the database"),
        .path("leaked-passwords", \.leakedPasswords, "list of leaked passwords; default: the one that scripts/setup makes"),
        .path("leaked-hashes", \.leakedHashes, "further list of leaked passwords: SHA-1 hashes with counts, sorted"),
    ]

    /// The policy for sign-ups; nil without accounts.
    ///
    /// - Parameter isExposed: whether clients other than programs on this machine can connect.
    /// - Throws: ``ServerSettingsError/accountsNeeded``.
    func policy(isExposed: Bool) throws(ServerSettingsError) -> SignUpPolicy? {
        switch mode {
        case nil: return isExposed ? .invite : nil
        case .off:
            guard !isExposed else { throw .accountsNeeded }
            return nil
        case .invite: return .invite
        case .open: return .open
        case .closed: return .closed
        }
    }
}
