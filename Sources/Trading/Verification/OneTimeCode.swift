/// A code of six digits that proves that somebody has a telephone.
///
/// It is stored as a digest under a secret key with a salt of its own: a hash without a key would be found out by trying a million codes.
struct OneTimeCode {
    static let digits = 6
    /// How long a code works.
    static let seconds = 600
    /// How many wrong tries end it.
    static let mostFailures = 5

    let text: String

    /// Makes a code from the system's random numbers.
    init() {
        var random = SystemRandomNumberGenerator()
        let number = String(Int.random(in: 0..<1_000_000, using: &random))
        text = String(repeating: "0", count: Self.digits - number.utf8.count) + number
    }

    /// What is stored of it.
    ///
    /// - Parameter salt: another one for each code.
    func stored(salt: String, _ vault: any IdentityVault) -> String { salt + ":" + vault.digest(of: "code \(salt) \(text)") }

    /// Whether somebody typed the code that a stored text is of.
    static func isRight(_ typed: String, _ stored: String, _ vault: any IdentityVault) -> Bool {
        let parts = stored.split(separator: ":", maxSplits: 1)
        let digits = typed.filter { !$0.isWhitespace }
        guard parts.count == 2 else { return false }
        return vault.isDigest(String(parts[1]), of: "code \(parts[0]) \(digits)")
    }
}
