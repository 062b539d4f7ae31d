import Access

/// A mail as it goes out, with its link.
package struct OutgoingMail: Equatable, Sendable {
    package let mail: QueuedMail
    /// The whole URL; its secret stands after the `#`, which no server, log or Referer header sees.
    package let link: String?
}

/// What came of an attempt at sending.
package enum MailOutcome: Equatable, Sendable {
    case sent
    /// - Parameter isPermanent: whether another attempt is pointless.
    case failed(reason: String, isPermanent: Bool)
}

/// Sends the mails in the queue, and makes their links at that moment.
package struct MailCourier: Sendable {
    let parts: PeopleParts
    /// Where people reach the server, without a slash at the end.
    let publicURL: String
    let send: @Sendable (OutgoingMail) async -> MailOutcome
    /// Told why a mail was not sent, and whether it was given up.
    let reportFailure: @Sendable (_ mail: QueuedMail, _ reason: String, _ isGivenUp: Bool) -> Void

    package init(
        _ parts: PeopleParts, publicURL: String, reportFailure: @escaping @Sendable (QueuedMail, String, Bool) -> Void,
        send: @escaping @Sendable (OutgoingMail) async -> MailOutcome
    ) {
        (self.parts, self.publicURL, self.reportFailure, self.send) = (parts, publicURL, reportFailure, send)
    }

    /// Sends what is due, one after another.
    ///
    /// - Returns: how many were sent.
    @discardableResult package func sendDue() async throws -> Int {
        var count = 0
        let due = try await parts.read { [now = parts.now()] in try $0.dueMails(at: now, limit: 50) }
        for mail in due where !Task.isCancelled {
            guard try await isStillWanted(mail) else {
                try await parts.change(.clock) { try $0.records.removeMail(id: mail.id) }
                continue
            }
            let secret = try await makeLink(for: mail)
            let outcome = await send(
                OutgoingMail(mail: mail, link: secret.map { "\(publicURL)\(Self.page(of: mail.kind))#\($0.text)" }))
            try await settle(mail, outcome)
            if outcome == .sent { count += 1 }
        }
        return count
    }

    /// Whether a link may still go to a mail's address: the account may have another one since.
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

    /// Stores the link of a mail; nil for a mail without one.
    private func makeLink(for mail: QueuedMail) async throws -> Secret? {
        let rules = parts.rules
        if mail.kind == .invitation {
            let secret = Secret(.invitation)
            return try await parts.change(.clock) { change in
                guard var invitation = try change.records.invitation(id: mail.subject) else { return nil }
                (invitation.hash, invitation.expiresAt) = (secret.hash, change.now + rules.invitationSeconds)
                try change.records.save(invitation)
                return secret
            }
        }
        let (purpose, seconds): (Link.Purpose, Int)
        switch mail.kind {
        case .verification: (purpose, seconds) = (.verification, rules.verificationSeconds)
        case .passwordReset: (purpose, seconds) = (.passwordReset, rules.resetSeconds)
        case .emailChange: (purpose, seconds) = (.emailChange, rules.emailChangeSeconds)
        case .secondFactorRemoval: (purpose, seconds) = (.secondFactorRemoval, PeopleRules.day)
        case .secondFactorRemovalPending: (purpose, seconds) = (.secondFactorStop, rules.factorRemovalSeconds)
        default: return nil
        }
        let secret = Secret(.link)
        return try await parts.change(.clock) { change in
            // One link at a time: the newest mail is the one that works.
            try change.records.removeLinks(purpose, of: mail.subject)
            try change.records.insert(
                Link(
                    hash: secret.hash, purpose: purpose, subject: mail.subject,
                    email: purpose == .emailChange ? mail.recipient.text : nil, createdAt: change.now,
                    expiresAt: change.now + seconds))
            return secret
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

    /// The page that a link opens. It asks for a click, so that whatever follows links in mails does nothing.
    private static func page(of kind: QueuedMail.Kind) -> String {
        switch kind {
        case .verification: "/verify"
        case .passwordReset: "/reset"
        case .emailChange: "/address"
        case .invitation: "/invitation"
        case .secondFactorRemoval: "/second-factor/removal"
        case .secondFactorRemovalPending: "/second-factor/stop"
        default: "/"
        }
    }
}

extension QueuedMail.Kind {
    /// How long the link of a mail works by default, in seconds; nil for a mail without one.
    package var linkSeconds: Int? {
        let rules = PeopleRules()
        return switch self {
        case .verification: rules.verificationSeconds
        case .passwordReset: rules.resetSeconds
        case .emailChange: rules.emailChangeSeconds
        case .invitation: rules.invitationSeconds
        case .secondFactorRemoval, .secondFactorRemovalPending: rules.factorRemovalSeconds
        default: nil
        }
    }
}
