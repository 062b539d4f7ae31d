import Platform

/// A file with a password in one line, which only its owner can read.
struct PasswordFile {
    private static let largest = 512

    private let path: String
    private let isCredential: Bool

    /// - Parameter credentials: as in ``MailSettings/transport(credentials:)``.
    init(_ path: String, credentials: String?) {
        self.path = path
        isCredential = credentials.map { Files.areSame($0, Files.folder(of: path)) } ?? false
    }

    func read() throws(MailSettingsError) -> MailPassword {
        let (mode, bytes) = try modeAndBytes()
        // systemd lets a service read its credentials by an access list, which shows as permissions of the group.
        guard mode & (isCredential ? 0o007 : 0o077) == 0 else { throw .openPassword(path: path, mode: mode) }
        return try password(bytes)
    }

    private func modeAndBytes() throws(MailSettingsError) -> (mode: UInt32, bytes: [UInt8]) {
        do throws(FileError) {
            return (try Files.permissions(of: path), try Files.read(path))
        } catch {
            throw .unreadablePassword(error)
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
