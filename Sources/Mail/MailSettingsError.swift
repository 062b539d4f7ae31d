import Platform
import Settings

/// Why no mail can be sent with the settings.
package enum MailSettingsError: InvalidSettings, Equatable, Sendable {
    /// More than one of smtp-url, sendmail and outbox.
    case severalWays([String])
    /// A setting of the mail server without the server.
    case withoutServer(setting: String)
    /// A user without a password, or a password without a user.
    case halfALogin(hasUser: Bool)
    case noSender(setting: String)
    case unreadableCAFile(String)
    case unreadablePassword(FileError)
    /// The path is a folder, a pipe or a device.
    case passwordNotInAFile(path: String)
    /// Others can read the password.
    case openPassword(path: String, mode: UInt32)
    /// The file is empty, or has more than one line or too many bytes.
    case badPassword(path: String)
    case noProgram(String)
    case badOutbox(FileError)
    /// Others can read the mails.
    case openOutbox(path: String, mode: UInt32)

    package var description: String {
        switch self {
        case .severalWays(let settings):
            "\(settings.joined(separator: " and ")) are set; mails leave in one way only, so keep one of them"
        case .withoutServer(let setting): "\(setting) is set without smtp-url; name the mail server: --smtp-url smtps://HOST:465"
        case .halfALogin(let hasUser):
            "\(hasUser ? "smtp-user" : "smtp-password-file") is set without \(hasUser ? "smtp-password-file" : "smtp-user"); give both"
        case .noSender(let setting): "\(setting) is set without mail-from; give the sender: --mail-from closecast@example.org"
        case .unreadableCAFile(let path): "smtp-ca-file \(path) cannot be read; name a file of certificates in PEM"
        case .unreadablePassword(let error): "smtp-password-file: \(error)"
        case .passwordNotInAFile(let path): "smtp-password-file \(path) is not a regular file; name a file"
        case .openPassword(let path, let mode):
            "smtp-password-file \(path) has the mode \(Files.modeText(mode)), so others can read the password: \(Files.permissionCommand("600", path))"
        case .badPassword(let path): "smtp-password-file \(path) must hold the password in one line of 1 to 512 bytes"
        case .noProgram(let path): "sendmail \(path) is not a program; give its whole path, such as /usr/sbin/sendmail"
        case .badOutbox(let error): "outbox: \(error)"
        case .openOutbox(let path, let mode):
            "outbox \(path) has the mode \(Files.modeText(mode)), so others can read the mails: \(Files.permissionCommand("700", path))"
        }
    }
}
