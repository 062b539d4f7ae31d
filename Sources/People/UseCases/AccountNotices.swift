import Notices

extension Notice.Kind {
    package static let verification = Self("verification")
    package static let addressInUse = Self("address-in-use")
    package static let invitation = Self("invitation")
    package static let passwordReset = Self("password-reset")
    package static let passwordChanged = Self("password-changed")
    package static let emailChange = Self("email-change")
    package static let emailChanging = Self("email-changing")
    package static let emailChanged = Self("email-changed")
    package static let newDevice = Self("new-device")
    package static let secondFactorFailed = Self("second-factor-failed")
    package static let secondFactorOn = Self("second-factor-on")
    package static let secondFactorOff = Self("second-factor-off")
    package static let recoveryCodesRenewed = Self("recovery-codes-renewed")
    package static let pinSet = Self("pin-set")
    package static let pinRemoved = Self("pin-removed")
    package static let secondFactorRemoval = Self("second-factor-removal")
    package static let secondFactorRemovalPending = Self("second-factor-removal-pending")
    package static let tokenCreated = Self("token-created")
    package static let accountLocked = Self("account-locked")
    package static let accountUnlocked = Self("account-unlocked")
    package static let deletionScheduled = Self("deletion-scheduled")
    package static let accountDeleted = Self("account-deleted")
}

/// The notices about accounts. Their links are stored at the moment of sending.
package struct AccountNotices: Sendable {
    let parts: PeopleParts
    let publicURL: PublicURL

    package init(_ parts: PeopleParts, publicURL: PublicURL) { (self.parts, self.publicURL) = (parts, publicURL) }

    package var registrations: [Notice.Registration] {
        let withLink = [
            registration(.verification, .verification) { try $0.signUp(id: $1.subject) != nil },
            registration(.passwordReset, .passwordReset, isStillWanted: Self.isStillTheAddress),
            registration(.emailChange, .emailChange) { try $0.person(id: $1.subject) != nil },
            registration(.secondFactorRemoval, .secondFactorRemoval, isStillWanted: Self.isStillTheAddress),
            registration(.secondFactorRemovalPending, .secondFactorStop, isStillWanted: Self.isStillTheAddress),
            invitation, addressInUse, alsoInTheApp(.notice), alsoInTheApp(.digest),
        ]
        let withoutLink: [Notice.Kind] = [
            .passwordChanged, .emailChanging, .emailChanged, .newDevice, .secondFactorFailed, .secondFactorOn, .secondFactorOff,
            .recoveryCodesRenewed, .pinSet, .pinRemoved, .tokenCreated, .accountLocked, .accountUnlocked, .deletionScheduled,
            .accountDeleted,
        ]
        return withLink + withoutLink.map { Notice.Registration($0) }
    }

    private func registration(
        _ kind: Notice.Kind, _ purpose: Link.Purpose,
        isStillWanted: @escaping @Sendable (PeopleRecords, Notice) throws -> Bool
    ) -> Notice.Registration {
        Notice.Registration(kind, isAwaited: true) { notice in
            try await parts.read { try isStillWanted($0, notice) }
        } link: { notice in
            let email = purpose == .emailChange ? notice.recipient : nil
            let secret = try await parts.change(.clock) { try $0.makeLink(purpose, of: notice.subject, email: email) }
            return Notice.Link(url: publicURL.link(to: purpose.page, secret), seconds: purpose.seconds(parts.rules))
        }
    }

    private var invitation: Notice.Registration {
        Notice.Registration(.invitation, isAwaited: true) { notice in
            try await parts.read { [now = parts.now()] in try $0.invitation(id: notice.subject)?.isOpen(at: now) ?? false }
        } link: { notice in
            let secret = try await parts.change(.clock) { try $0.makeInvitationLink(of: notice.subject) }
            return Notice.Link(url: publicURL.link(to: .invitation, secret), seconds: parts.rules.invitationSeconds)
        }
    }

    private var addressInUse: Notice.Registration {
        Notice.Registration(.addressInUse, isAwaited: true, link: { _ in Notice.Link(url: publicURL.link(to: .signIn, nil)) })
    }

    /// What the person reads in the app too; the link leads to the page that it is about.
    private func alsoInTheApp(_ kind: Notice.Kind) -> Notice.Registration {
        Notice.Registration(
            // A mail server may be down for a day.
            kind, days: 3,
            link: { notice in notice.fields[Notice.pathField].map { Notice.Link(url: publicURL.text + $0) } })
    }

    /// Whether the notice's address is still that of the account.
    private static let isStillTheAddress: @Sendable (PeopleRecords, Notice) throws -> Bool = { records, notice in
        try records.person(id: notice.subject)?.email.key == notice.recipient.lowercased()
    }
}

extension PeopleChange {
    /// Makes a link, which replaces earlier ones of its purpose: the newest mail is the one that works.
    func makeLink(_ purpose: Link.Purpose, of subject: String, email: String? = nil) throws -> Secret {
        let secret = Secret(.link)
        try records.removeLinks(purpose, of: subject)
        try records.insert(
            Link(
                hash: secret.hash, purpose: purpose, subject: subject, email: email, createdAt: now,
                expiresAt: now + purpose.seconds(rules)))
        return secret
    }

    /// Gives an invitation a new secret; returns nil if the invitation no longer exists.
    fileprivate func makeInvitationLink(of id: String) throws -> Secret? {
        guard var invitation = try records.invitation(id: id) else { return nil }
        let secret = Secret(.invitation)
        (invitation.hash, invitation.expiresAt) = (secret.hash, now + rules.invitationSeconds)
        try records.save(invitation)
        return secret
    }
}
