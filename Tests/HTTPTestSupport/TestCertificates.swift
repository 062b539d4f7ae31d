import ChildProcess
import Scratch

/// A folder of its own with certificates that `openssl` makes.
package final class TestCertificates: Sendable {
    private let scratch: Scratch
    package var folder: String { scratch.path }

    package init() throws { scratch = try Scratch() }

    package func path(_ name: String) -> String { scratch(name) }

    /// Writes `name.pem` and `name.key` for the common name.
    ///
    /// - Parameter key: as `openssl req -newkey` takes it.
    package func make(_ name: String, commonName: String, key: String = "ec") throws {
        let curve = key == "ec" ? ["-pkeyopt", "ec_paramgen_curve:prime256v1"] : []
        let arguments =
            ["req", "-x509", "-newkey", key] + curve + [
                "-nodes", "-days", "2", "-subj", "/CN=\(commonName)", "-keyout", path("\(name).key"), "-out", path("\(name).pem"),
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ]
        let end = try ChildProcess("/usr/bin/openssl", arguments, errors: nil).wait()
        guard end == .exited(0) else { throw OpenSSLFailure(end: end) }
    }

    /// Cipher suites of TLS 1.2 for RSA certificates by their names in OpenSSL, and whether we accept them.
    package static let cipherSuites = [
        ("ECDHE-RSA-AES128-GCM-SHA256", true), ("ECDHE-RSA-AES256-GCM-SHA384", true), ("ECDHE-RSA-CHACHA20-POLY1305", true),
        ("AES128-GCM-SHA256", false), ("AES256-GCM-SHA384", false), ("AES128-SHA", false), ("AES256-SHA", false),
        ("ECDHE-RSA-AES128-SHA", false), ("ECDHE-RSA-AES256-SHA", false),
    ]

    /// Whether a handshake with one cipher suite succeeds.
    ///
    /// - Parameters:
    ///   - protocols: of ALPN.
    ///   - version: of TLS, as an option of openssl.
    package func agrees(on cipher: String, port: Int, protocols: String, version: String = "-tls1_2") async throws -> Bool {
        try await EdgeThread.run {
            let arguments = [
                "s_client", "-connect", "127.0.0.1:\(port)", version, "-cipher", cipher + ":@SECLEVEL=0", "-alpn", protocols,
            ]
            // Its standard input is at its end, so it closes the connection after the handshake.
            return try ChildProcess("/usr/bin/openssl", arguments, errors: nil).wait() == .exited(0)
        }
    }
}

/// openssl did not make a certificate.
private struct OpenSSLFailure: Error {
    let end: ChildProcess.End
}
