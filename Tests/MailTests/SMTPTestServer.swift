import ChildProcess
import Foundation
import HTTPTestSupport
import JSONText
import Platform

/// `scripts/interop/smtp_server.py`, a separate mail server for each test.
final class SMTPTestServer {
    /// Its environment is installed from PyPI, so tests with it run if it is installed or requested:
    /// `CLOSECAST_SMTP=1 scripts/test --filter MailTests`.
    static let isWanted =
        ProcessState.environment("CLOSECAST_SMTP") != nil
        || Files.isFile(root + "/.venv/smtp/installed-from.sha256")
    private static let root = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) }

    let port: Int
    /// Open as long as the server: it may still write.
    private let output: Pipe
    private let folder: String
    private let process: ChildProcess
    private let certificates: TestCertificates

    /// A file of certificates that makes clients trust its own certificate.
    var caFile: String { certificates.path("mail.pem") }

    /// - Parameters:
    ///   - fault: one of the script's faults.
    ///   - options: further ones of the script.
    init(_ fault: String = "none", _ options: [String] = []) async throws {
        let certificates = try TestCertificates()
        try await EdgeThread.run { try certificates.make("mail", commonName: "mail") }
        let folder = certificates.path("mails")
        try Files.makeFolder(folder)
        let output = Pipe()
        self.output = output
        process = try ChildProcess(
            "/usr/bin/env",
            [
                "python3", Self.root + "/scripts/interop/smtp_server.py", "--certificate", certificates.path("mail.pem"), "--key",
                certificates.path("mail.key"), "--folder", folder, "--fault", fault,
            ] + options, input: Self.input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        let line = try await EdgeThread.run { output.fileHandleForReading.availableData }
        guard let port = Int(String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw NoPort()
        }
        (self.port, self.folder, self.certificates) = (port, folder, certificates)
    }

    /// A pipe that ends with this process, and with it all servers.
    private static let input = Pipe()

    /// The mails that it accepted, in order.
    func mails() throws -> [JSONValue] {
        let names = try Files.names(in: folder).filter { $0.hasSuffix(".json") }
        return try names.map { try JSONValue(parsing: try Files.read("\(folder)/\($0)")) }
    }

    /// Whether it has begun to delay a client.
    var isSlowNow: Bool { Files.isFile("\(folder)/slow") }

    private struct NoPort: Error {}
}
