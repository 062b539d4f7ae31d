/// The result of comparing a password with a stored hash.
package enum PasswordVerdict: Equatable, Sendable {
    case wrong
    /// - Parameter needsRehash: whether the stored hash uses an older key or a lower cost than new ones.
    case right(needsRehash: Bool)
}

/// The cryptography of accounts. The command line, which changes no credential, runs without it.
package protocol CredentialCryptography: Sendable {
    /// How long to wait, in seconds, if no password can be hashed now; nil if one can. It is asked before anything is written, so
    /// that refusing many clients at once costs almost nothing.
    var busyForSeconds: Int? { get }
    /// Hashes a password for storage. Takes about 0.1 s on a thread of its own.
    ///
    /// - Throws: ``PeopleError/busy(retryAfterSeconds:)``.
    func hash(password: String) async throws -> String
    /// Compares a password with a stored hash. Without a hash, for an unknown account, it takes equally long and returns "wrong".
    func verify(password: String, against stored: String?) async throws -> PasswordVerdict
    func hash(pin: String, deviceSecret: String) async throws -> String
    func verify(pin: String, deviceSecret: String, against stored: String) async throws -> Bool
    /// Why a new password is refused; nil if it is accepted.
    ///
    /// - Parameter context: the person's own words, which the password must not be made of.
    func fault(ofPassword password: String, context: [String]) -> String?
    /// Whether a password is on the list of leaked ones.
    func isLeaked(_ password: String) -> Bool

    /// A new seed of one-time codes.
    func newSeed() -> [UInt8]
    func seal(seed: [UInt8], of person: String) throws -> String
    func open(seed: String, of person: String) throws -> [UInt8]
    /// Whether a sealed seed uses an older key than new ones.
    func needsSealing(seed: String) -> Bool
    /// The secret that a person types or scans to set up the codes.
    func offer(seed: [UInt8], account: String) throws -> TOTPOffer
    /// Returns the time step of a code; nil for a wrong code, and for one of a step up to `lastStep`.
    func step(ofCode code: String, seed: [UInt8], at time: Int, after lastStep: Int?) -> Int?
    /// New recovery codes in the form shown to the person, and the hashes to store.
    func newRecoveryCodes() -> [(code: String, hash: String)]
    /// The hash of a typed recovery code; nil if the text cannot be one.
    func hash(recoveryCode: String) -> String?

    /// The token that a page or program sends with each change made under a session's cookie.
    func formToken(of sessionHash: String) -> String
    func isFormToken(_ text: String, of sessionHash: String) -> Bool
}

/// A seed in the form that an authenticator app reads.
package struct TOTPOffer: Equatable, Sendable {
    /// Base 32, in groups of four.
    package let secret: String
    /// The `otpauth:` URI.
    package let uri: String
    /// The URI as a QR code.
    package let svg: String

    package init(secret: String, uri: String, svg: String) { (self.secret, self.uri, self.svg) = (secret, uri, svg) }
}
