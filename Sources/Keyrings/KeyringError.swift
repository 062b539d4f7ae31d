import Platform

/// The reasons why a keyring cannot be used. No message contains key material.
package enum KeyringError: Error, Equatable, Sendable {
    /// No keyring is at the path.
    case missing(path: String)
    /// A new keyring would replace one.
    case exists(path: String)
    /// The group or others have rights on the file. Holds the mode's last nine bits.
    case openToOthers(path: String, mode: Int)
    /// The path is a folder, a pipe or a device.
    case notAFile(path: String)
    /// The content is not a keyring.
    case malformed(path: String, problem: String)
    /// The file lacks a key that stored passwords need.
    case lacks(key: String, path: String)
    /// The system refused to read, write or lock the file.
    case file(FileError)
}

extension KeyringError: CustomStringConvertible {
    /// A sentence with the file and what to do.
    package var description: String {
        switch self {
        case .missing(let path):
            "no keyring at \(path); restore it from your copy of the keys. Without it, sign-ins fail, and encrypted values "
                + "cannot be read"
        case .exists(let path): "\(path) exists; to add a new key to it: closecast keys rotate"
        case .openToOthers(let path, let mode):
            "other users can read the keyring \(path) (mode \(Files.modeText(mode))); run: \(Files.permissionCommand("600", path))"
        case .notAFile(let path): "the keyring \(path) is not a regular file; name a file"
        case .malformed(let path, let problem):
            "\(path) is not a valid keyring: \(problem); restore it from your copy of the keys"
        case .lacks(let key, let path):
            "the keyring \(path) does not belong to this database: it lacks the key \(key), which stored passwords need; restore the "
                + "right one from your copy of the keys"
        case .file(let error): "the keyring cannot be used: \(error)"
        }
    }
}
