import Glibc
import Platform

/// A file with a password in one line, which only its owner can read.
struct PasswordFile {
    private static let largest = 512

    private let path: String
    private let credentials: String?

    /// - Parameter credentials: as in ``MailSettings/transport(credentials:)``.
    init(_ path: String, credentials: String?) { (self.path, self.credentials) = (path, credentials) }

    func read() throws(MailSettingsError) -> MailPassword { try password(bytes()) }

    private func bytes() throws(MailSettingsError) -> [UInt8] {
        do throws(SecretFileError) {
            // With the line's end.
            return try SecretFile.read(path, credentialsFolder: credentials, largest: Self.largest + 2)
        } catch {
            switch error {
            case .missing: throw .unreadablePassword(FileError(path: path, action: "read", code: ENOENT))
            case .notAFile: throw .passwordNotInAFile(path: path)
            case .openToOthers(let mode): throw .openPassword(path: path, mode: mode)
            case .tooLarge: throw .badPassword(path: path)
            case .file(let error): throw .unreadablePassword(error)
            }
        }
    }

    private func password(_ bytes: [UInt8]) throws(MailSettingsError) -> MailPassword {
        var line = bytes[...]
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        guard (1...Self.largest).contains(line.count), !line.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            let text = String(validating: line, as: UTF8.self)
        else { throw .badPassword(path: path) }
        return MailPassword(text)
    }
}
