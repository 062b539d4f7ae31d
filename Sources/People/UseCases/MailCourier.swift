import Access

/// A mail ready to be sent, with its link.
package struct OutgoingMail: Equatable, Sendable {
    package let mail: QueuedMail
    /// The full URL.
    package let link: String?
    /// How long the link works, in seconds; nil for a mail without a link that expires.
    package let linkSeconds: Int?
}

/// The outcome of an attempt to send a mail.
package enum MailOutcome: Equatable, Sendable {
    case sent
    /// - Parameter isPermanent: whether another attempt is pointless.
    case failed(reason: String, isPermanent: Bool)
}

/// Sends the mails in the queue, and makes their links at that moment.
package struct MailCourier: Sendable {
    let parts: PeopleParts
    let publicURL: PublicURL
    let send: @Sendable (OutgoingMail) async -> MailOutcome
    /// Receives the reason why a mail was not sent, and whether it was given up.
    let reportFailure: @Sendable (_ mail: QueuedMail, _ reason: String, _ isGivenUp: Bool) -> Void

    package init(
        _ parts: PeopleParts, publicURL: PublicURL, reportFailure: @escaping @Sendable (QueuedMail, String, Bool) -> Void,
        send: @escaping @Sendable (OutgoingMail) async -> MailOutcome
    ) {
        (self.parts, self.publicURL, self.reportFailure, self.send) = (parts, publicURL, reportFailure, send)
    }

    /// Sends the mails that are due, one after another.
    ///
    /// - Returns: the number of mails sent.
    @discardableResult package func sendDue() async throws -> Int {
        var count = 0
        let due = try await parts.read { [now = parts.now()] in try $0.dueMails(at: now, limit: 50) }
        for mail in due where !Task.isCancelled {
            guard try await isStillWanted(mail) else {
                try await parts.change(.clock) { try $0.records.removeMail(id: mail.id) }
                continue
            }
            let outcome = await send(try await outgoing(mail))
            try await settle(mail, outcome)
            if outcome == .sent { count += 1 }
        }
        return count
    }

    /// Whether the link may still be sent to the mail's address: the account's address may have changed since.
    private func isStillWanted(_ mail: QueuedMail) async throws -> Bool {
        switch mail.kind {
        case .passwordReset, .secondFactorRemoval, .secondFactorRemovalPending:
            try await parts.read { try $0.person(id: mail.subject)?.email == mail.recipient }
        case .emailChange: try await parts.read { try $0.person(id: mail.subject) != nil }
        case .verification: try await parts.read { try $0.signUp(id: mail.subject) != nil }
        case .invitation:
            try await parts.read { [now = parts.now()] in try $0.invitation(id: mail.subject)?.isOpen(at: now) ?? false }
        default: true
        }
    }

    /// Returns a mail with its link, which is stored now.
    private func outgoing(_ mail: QueuedMail) async throws -> OutgoingMail {
        switch mail.kind.link {
        case nil: return OutgoingMail(mail: mail, link: nil, linkSeconds: nil)
        case .page(let page): return OutgoingMail(mail: mail, link: publicURL.link(to: page, nil), linkSeconds: nil)
        case .invitation:
            let seconds = parts.rules.invitationSeconds
            let secret = try await parts.change(.clock) { try $0.makeInvitationLink(of: mail.subject) }
            return OutgoingMail(mail: mail, link: publicURL.link(to: .invitation, secret), linkSeconds: seconds)
        case .secret(let purpose):
            let email = purpose == .emailChange ? mail.recipient.text : nil
            let secret = try await parts.change(.clock) { try $0.makeLink(purpose, of: mail.subject, email: email) }
            return OutgoingMail(
                mail: mail, link: publicURL.link(to: purpose.page, secret), linkSeconds: purpose.seconds(parts.rules))
        }
    }

    private func settle(_ mail: QueuedMail, _ outcome: MailOutcome) async throws {
        guard case .failed(let reason, let isPermanent) = outcome else {
            return try await parts.change(.clock) { try $0.records.removeMail(id: mail.id) }
        }
        var mail = mail
        mail.attempts += 1
        let isGivenUp = isPermanent || mail.attempts >= parts.rules.mailAttempts
        mail.dueAt = parts.now() + parts.rules.mailWaitSeconds << (mail.attempts - 1)
        let later = mail
        try await parts.change(.clock) { change in
            if isGivenUp { try change.records.removeMail(id: later.id) } else { try change.records.update(later) }
        }
        reportFailure(mail, reason, isGivenUp)
    }
}

extension QueuedMail.Kind {
    /// The content of a mail's link.
    fileprivate enum LinkContent {
        case page(LinkPage)
        case invitation
        case secret(Link.Purpose)
    }

    /// Whether its mail has a link.
    package var hasLink: Bool { link != nil }

    fileprivate var link: LinkContent? {
        switch self {
        case .addressInUse: .page(.signIn)
        case .invitation: .invitation
        case .verification: .secret(.verification)
        case .passwordReset: .secret(.passwordReset)
        case .emailChange: .secret(.emailChange)
        case .secondFactorRemoval: .secret(.secondFactorRemoval)
        case .secondFactorRemovalPending: .secret(.secondFactorStop)
        case .passwordChanged, .emailChanging, .emailChanged, .newDevice, .secondFactorFailed, .secondFactorOn, .secondFactorOff,
            .recoveryCodesRenewed, .pinSet, .pinRemoved, .tokenCreated, .accountLocked, .accountUnlocked, .deletionScheduled,
            .accountDeleted, .identityDecided:
            nil
        }
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
