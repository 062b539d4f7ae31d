import Glibc
import Mail
import Platform
import Scratch
import Testing

@Suite struct OutboxTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func aMailBecomesAFileThatOthersCannotRead() async throws {
        let folder = scratch("deep/outbox")
        var settings = MailSettings()
        settings.outbox = folder
        let transport = try #require(try settings.transport())
        let mail = try MailWorld.message(MailWorld.request(.verification))
        try await transport.send(mail)
        #expect(try Files.names(in: folder) == ["20260102T030405Z-verification-0123abcd.eml"])
        let path = "\(folder)/20260102T030405Z-verification-0123abcd.eml"
        #expect(try Files.read(path) == mail.bytes)
        #expect(try Files.permissions(of: path) == 0o600)
        #expect(try Files.permissions(of: folder) == 0o700)
        try await transport.send(mail)
        #expect(try Files.names(in: folder).count == 1)
    }

    @Test func anIDCannotLeaveTheFolder() async throws {
        var request = MailWorld.request(.pinSet)
        request.id = "../../etc/passwd\0"
        try await OutboxTransport(folder: scratch.path).send(try MailWorld.message(request))
        #expect(try Files.names(in: scratch.path) == ["20260102T030405Z-pinSet-=2e=2e=2f=2e=2e=2fetc=2fpasswd=00.eml"])
    }

    @Test func aFullDiskIsATemporaryErrorAndLeavesNoFile() async throws {
        var disk = Disk.system
        disk.write = { _, _ in
            errno = ENOSPC
            return -1
        }
        let transport = OutboxTransport(folder: scratch.path, disk: disk)
        let mail = try MailWorld.message(MailWorld.request(.verification))
        let error = try await #require(throws: MailError.self) { try await transport.send(mail) }
        guard case .outbox(let cause) = error else { throw error }
        #expect(cause.code == ENOSPC)
        #expect(!error.isPermanent)
        #expect(try scratch.names.isEmpty)
    }
}
