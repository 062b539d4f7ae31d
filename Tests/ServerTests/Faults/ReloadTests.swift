import ChildProcess
import Foundation
import Glibc
import HTTPTestSupport
import Platform
import Testing
import Waits

/// SIGHUP: settings that cannot be reloaded stay as they were, and the health reports them until they can.
@Suite struct ReloadTests {
    @Test func aBadCertificateOrSettingIsDegradedUntilFixed() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "localhost")
        try await ServerFolder.run { folder in
            let configuration = folder + "/server.conf"
            try Files.write(Array("log-level = info\n".utf8), to: configuration)
            let server = try ServerProcess.listening(
                in: folder,
                ["tls-certificate": certificates.path("a.pem"), "tls-key": certificates.path("a.key"), "config": configuration])
            try Self.wait(server, folder, for: [])
            let good = try Files.read(certificates.path("a.pem"))
            try Files.write(Array("nothing".utf8), to: certificates.path("a.pem"))
            server.child.kill(SIGHUP)
            try Self.wait(server, folder, for: ["certificate"])
            try Files.write(Array("log-level = loud\n".utf8), to: configuration)
            server.child.kill(SIGHUP)
            try Self.wait(server, folder, for: ["certificate", "settings"])
            try Files.write(good, to: certificates.path("a.pem"))
            try Files.write(Array("log-level = info\n".utf8), to: configuration)
            server.child.kill(SIGHUP)
            try Self.wait(server, folder, for: [])
            server.killAndWait()
        }
    }

    /// Waits until these parts are degraded while the server is still ready.
    private static func wait(_ server: ServerProcess, _ folder: String, for parts: Set<String>) throws {
        var text = ""
        try blockUntil("\(parts) are degraded, not \(text)") {
            let path = folder + "/health"
            let arguments = ["-s", "-k", "-o", path, "--max-time", "20", "https://127.0.0.1:\(server.port)/v2/health/ready"]
            guard try ChildProcess("/usr/bin/curl", arguments, errors: nil).wait() == .exited(0) else { return false }
            text = String(decoding: try Files.read(path), as: UTF8.self)
            let found = Set(["certificate", "settings"].filter { text.contains("\"part\":\"\($0)\"") })
            return found == parts && text.contains("\"ready\":true")
        }
    }
}
