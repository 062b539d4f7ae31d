/// Detects values that must not appear in log lines.
enum Secrets {
    static let replacement = "[hidden]"

    /// Words in a key's name that indicate a secret, as in `api_key`, `Set-Cookie`, `accessToken`, `tls.key`.
    private static let words: Set<String> = [
        "authorization", "token", "tokens", "key", "keys", "apikey", "cookie", "cookies", "password", "passwd", "passphrase",
        "secret",
        "secrets", "credential", "credentials", "bearer",
    ]

    static func isSecret(key: String) -> Bool {
        var word: [UInt8] = []
        var previousIsLower = false
        for byte in key.utf8 {
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            let lower = isUpper ? byte | 0x20 : byte
            let isLetter = lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
            if !isLetter || isUpper && previousIsLower {
                if isSecret(word: word) { return true }
                word.removeAll(keepingCapacity: true)
            }
            if isLetter { word.append(lower) }
            previousIsLower = isLetter && !isUpper
        }
        return isSecret(word: word)
    }

    /// Returns true for credentials of an Authorization header, under any key.
    static func isSecret(value: String) -> Bool {
        let start = value.prefix(7).lowercased()
        return start == "bearer " || start.hasPrefix("basic ")
    }

    private static func isSecret(word: [UInt8]) -> Bool {
        word.count >= 3 && words.contains(String(decoding: word, as: UTF8.self))
    }
}
