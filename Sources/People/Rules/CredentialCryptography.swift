/// What is known about a password.
package enum PasswordVerdict: Equatable, Sendable {
    case wrong
    /// - Parameter needsRehash: whether the stored text is of an older key or of lower cost than new ones.
    case right(needsRehash: Bool)
}

/// The cryptography of accounts. The command line, which changes no credential, runs without it.
package protocol CredentialCryptography: Sendable {
    /// How long to wait, in seconds, if no password can be hashed now; nil if one can. Asked before anything is written, so that
    /// refusing a crowd costs next to nothing.
    var busyForSeconds: Int? { get }
    /// Hashes a password for storage. Takes about 0.1 s on a thread of its own.
    ///
    /// - Throws: ``PeopleError/busy(retryAfterSeconds:)``.
    func hash(password: String) async throws -> String
    /// Compares a password with a stored hash. Without one, for an unknown account, it takes as long and says wrong.
    func verify(password: String, against stored: String?) async throws -> PasswordVerdict
    func hash(pin: String, deviceSecret: String) async throws -> String
    func verify(pin: String, deviceSecret: String, against stored: String) async throws -> Bool
    /// Why a new password is refused; nil if it is accepted.
    ///
    /// - Parameter context: words of the person that it must not be made of.
    func fault(ofPassword password: String, context: [String]) -> String?
    /// Whether a password is among the leaked ones.
    func isLeaked(_ password: String) -> Bool

    /// A new seed of one-time codes.
    func newSeed() -> [UInt8]
    func seal(seed: [UInt8], of person: String) throws -> String
    func open(seed: String, of person: String) throws -> [UInt8]
    /// Whether a sealed seed is of an older key than new ones.
    func needsSealing(seed: String) -> Bool
    /// What a person types or scans to set up the codes.
    func offer(seed: [UInt8], account: String) throws -> TOTPOffer
    /// The time step of a code; nil for a wrong one and for one of a step up to `lastStep`.
    func step(ofCode code: String, seed: [UInt8], at time: Int, after lastStep: Int?) -> Int?
    /// New recovery codes, as they are shown, and the hashes that are stored.
    func newRecoveryCodes() -> [(code: String, hash: String)]
    /// The hash of a typed recovery code; nil if the text cannot be one.
    func hash(recoveryCode: String) -> String?

    /// The text that a page or program sends along with changes made under a session's cookie.
    func formToken(of sessionHash: String) -> String
    func isFormToken(_ text: String, of sessionHash: String) -> Bool
}

/// A seed as an authenticator app takes it.
package struct TOTPOffer: Equatable, Sendable {
    /// Base 32, in groups of four.
    package let secret: String
    /// The `otpauth:` URI.
    package let uri: String
    /// The URI as a QR code.
    package let svg: String

    package init(secret: String, uri: String, svg: String) { (self.secret, self.uri, self.svg) = (secret, uri, svg) }
}
