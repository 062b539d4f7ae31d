import Access

/// Accounts: sign-up and sign-in, sessions, credentials, profiles, and the work of operators. Each is a use case of its own.
package final class People: Sendable {
    package let signUps: SignUps
    package let signIns: SignIns
    package let sessions: Sessions
    package let passwords: Passwords
    package let pins: PINs
    package let secondFactors: SecondFactors
    package let profiles: Profiles
    package let tokens: PersonalTokens
    package let deletions: Deletions
    package let administration: Administration
    package let cryptography: any CredentialCryptography
    package let parts: PeopleParts

    package init(
        _ parts: PeopleParts, _ cryptography: any CredentialCryptography, policy: SignUpPolicy, duties: PeopleDuties
    ) {
        (self.parts, self.cryptography) = (parts, cryptography)
        sessions = Sessions(parts: parts, cryptography: cryptography, duties: duties)
        signUps = SignUps(parts: parts, cryptography: cryptography, policy: policy)
        signIns = SignIns(parts: parts, cryptography: cryptography, duties: duties)
        passwords = Passwords(parts: parts, cryptography: cryptography, sessions: sessions)
        pins = PINs(parts: parts, cryptography: cryptography)
        secondFactors = SecondFactors(parts: parts, cryptography: cryptography, sessions: sessions)
        profiles = Profiles(parts: parts)
        tokens = PersonalTokens(parts: parts, duties: duties)
        deletions = Deletions(parts: parts, sessions: sessions)
        administration = Administration(parts)
    }

    /// Does the scheduled work: removes expired records, and deletes accounts.
    ///
    /// - Parameter removeFiles: deletes the files of an owner that are not in the store; called before the account is deleted.
    package func tidy(removingFiles removeFiles: (_ owner: String) async -> Void) async throws {
        try await parts.change(.clock) { change in
            let (records, now, rules) = (change.records, change.now, change.rules)
            try records.removeLinks(expiredAt: now)
            try records.removeSignUps(before: now - rules.signUpSeconds)
            try records.removeSessions(expiredAt: now)
            try records.removePendingSignIns(expiredAt: now)
            // Longer than any wait, so that no count is removed during its wait.
            try records.removeAttempts(before: now - 7 * PeopleRules.day)
            try records.removeEvents(before: now - rules.eventDays * PeopleRules.day)
        }
        try await secondFactors.removeDue()
        try await deletions.eraseDue(removingFiles: removeFiles)
    }
}
