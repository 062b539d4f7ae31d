import Platform

/// Puts mails into a folder, one file each, for machines without mail. Only the folder's owner can read them.
package final class OutboxTransport: MailTransport {
    private let folder: String
    private let disk: Disk
    private let thread = DeliveryThread(name: "outbox")

    /// - Parameter folder: an existing folder that others cannot read, as ``MailSettings`` makes it.
    package init(folder: String, disk: Disk = .system) { (self.folder, self.disk) = (folder, disk) }

    package func send(_ mail: MailMessage) async throws(MailError) {
        let path = "\(folder)/\(Self.name(of: mail))"
        let error = await thread.run { [disk] () -> FileError? in
            do throws(FileError) {
                try disk.replace(path, with: mail.bytes, mode: 0o600)
                return nil
            } catch {
                return error
            }
        }
        if let error { throw .outbox(error) }
    }

    /// `20260102T030405Z-verification-ID.eml`: in the order of time. A repeated delivery in another second is another file.
    static func name(of mail: MailMessage) -> String { "\(MailDate.compact(mail.writtenAt))-\(mail.kind.rawValue)-\(mail.id).eml" }
}
