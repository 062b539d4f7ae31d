import Access
import Foundation
import People
import QRCodes
import Secrets

/// The cryptography of accounts: Argon2id by libsodium, the rest by swift-crypto, the keys from the keyring.
package struct AccountCryptography: CredentialCryptography {
    private let hasher: PasswordHasher
    private let vault: PasswordVault
    private let policy: PasswordPolicy
    private let sealed: SealedValues
    private let forms: FormToken
    private let leaked: any LeakedPasswordList
    /// Words that no password here may consist of, besides those of the person.
    private let words: [String]

    /// - Parameters:
    ///   - lists: lists of leaked passwords.
    ///   - host: the name of the server, which no password may consist of.
    package init(_ keyring: Keyring, hasher: PasswordHasher, lists: [any LeakedPasswordList], host: String) {
        self.hasher = hasher
        vault = PasswordVault(keyring, hasher: hasher)
        policy = PasswordPolicy(lists: lists)
        sealed = SealedValues(keyring, purpose: "totp")
        forms = FormToken(keyring)
        leaked = LeakedPasswordLists(lists: lists)
        words = [host]
    }

    // MARK: Passwords

    package var busyForSeconds: Int? { hasher.fullForSeconds }

    package func hash(password: String) async throws -> String { try await mapped { try await vault.hash(password: password) } }

    package func verify(password: String, against stored: String?) async throws -> PasswordVerdict {
        try await mapped { try await vault.verify(password: password, against: stored) }
    }

    package func hash(pin: String, deviceSecret: String) async throws -> String {
        try await mapped { try await vault.hash(pin: pin, deviceSecret: Array(deviceSecret.utf8)) }
    }

    package func verify(pin: String, deviceSecret: String, against stored: String) async throws -> Bool {
        try await mapped {
            try await vault.verify(pin: pin, deviceSecret: Array(deviceSecret.utf8), against: stored) != .wrong
        }
    }

    private func mapped<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch HashingError.busy(let seconds) {
            throw PeopleError.busy(retryAfterSeconds: seconds)
        } catch HashingError.cancelled {
            throw CancellationError()
        }
    }

    package func fault(ofPassword password: String, context: [String]) -> String? {
        do throws(PasswordFault) {
            try policy.check(password, context: context + words)
            return nil
        } catch {
            return "\(error)"
        }
    }

    package func isLeaked(_ password: String) -> Bool {
        // A list that cannot be read does not prevent sign-in; new passwords are refused then.
        (try? leaked.contains(password)) ?? false
    }

    // MARK: Second factor

    package func newSeed() -> [UInt8] { TOTP.newSeed() }

    package func seal(seed: [UInt8], of person: String) throws -> String {
        sealed.seal(seed, table: "people", row: person, column: "totp_seed")
    }

    package func open(seed: String, of person: String) throws -> [UInt8] {
        try sealed.open(seed, table: "people", row: person, column: "totp_seed")
    }

    package func needsSealing(seed: String) -> Bool { sealed.needsSealing(seed) }

    package func offer(seed: [UInt8], account: String) throws -> TOTPOffer {
        let enrolment = TOTPEnrolment(seed: seed, issuer: "Closecast", account: account)
        return TOTPOffer(
            secret: enrolment.typedSeed, uri: enrolment.uri,
            svg: try QRCode.svg(of: enrolment.uri, title: "The secret of the authenticator app as a QR code"))
    }

    package func step(ofCode code: String, seed: [UInt8], at time: Int, after lastStep: Int?) -> Int? {
        TOTP.step(matching: code, seed: seed, at: time, after: lastStep)
    }

    package func newRecoveryCodes() -> [(code: String, hash: String)] { RecoveryCodes.new().map { ($0.text, $0.hash) } }

    package func hash(recoveryCode: String) -> String? { RecoveryCode(parsing: recoveryCode)?.hash }

    // MARK: Forms

    package func formToken(of sessionHash: String) -> String { forms.make(for: sessionHash) }
    package func isFormToken(_ text: String, of sessionHash: String) -> Bool { forms.isValid(text, for: sessionHash) }
}

/// Several lists of leaked passwords as one.
private struct LeakedPasswordLists: LeakedPasswordList {
    let lists: [any LeakedPasswordList]

    func contains(_ password: String) throws(LeakedPasswordsError) -> Bool {
        for list in lists where try list.contains(password) { return true }
        return false
    }
}
