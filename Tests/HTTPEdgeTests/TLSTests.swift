import ChildProcess
import Foundation
import Glibc
import HTTPEdge
import HTTPTestSupport
import Hummingbird
import NIOCore
import NIOSSL
import Platform
import Testing

@Suite(.serialized) struct TLSTests {
    private func routes(_ router: Router<EdgeTestContext>) {
        router.add(middleware: ForwardedAddress(trusted: [], speaksTLS: true))
        router.get("x") { request, context in "secure \(context.isSecure)" }
        router.post("length") { request, _ in "\(try await request.body.collect(upTo: 1 << 24).readableBytes)" }
    }

    /// curl's result: the HTTP version, the status, and the body in a file.
    private func curl(_ arguments: [String], in folder: String) async throws -> (written: String, body: String) {
        let (output, body) = ("\(folder)/written", "\(folder)/body")
        return try await EdgeThread.run {
            let descriptor = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer { close(descriptor) }
            let fixed = ["-s", "-o", body, "-w", "%{http_version} %{http_code}", "--max-time", "20"]
            try ChildProcess("/usr/bin/curl", fixed + arguments, output: descriptor, errors: nil).wait()
            return (
                String(decoding: try Files.read(output), as: UTF8.self),
                String(decoding: (try? Files.read(body)) ?? [], as: UTF8.self)
            )
        }
    }

    @Test func curlSpeaksHTTP2AndHTTP1WithTheCertificate() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "first")
        var server = EdgeServer()
        server.certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            let trust = ["--cacert", certificates.path("a.pem")]
            let url = "https://localhost:\(server.port)"
            let second = try await curl(trust + ["--http2", url + "/x"], in: certificates.folder)
            #expect(second.written == "2 200")
            #expect(second.body == "secure true")
            #expect(try await curl(trust + ["--http1.1", url + "/x"], in: certificates.folder).written == "1.1 200")
            let long = String(repeating: "a", count: 300_000)
            try Files.write(Array(long.utf8), to: certificates.path("long"))
            let post = ["--http2", "--data-binary", "@" + certificates.path("long"), url + "/length"]
            #expect(try await curl(trust + post, in: certificates.folder).body == "300000")
            let old = ["--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0", url + "/x"]
            #expect(try await curl(trust + old, in: certificates.folder).written == "0 000", "TLS 1.1 is refused")
        }
    }

    @Test func aNewCertificateIsUsedForNewConnectionsAndOldOnesStayOpen() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "first")
        let certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        var server = EdgeServer()
        server.certificate = certificate
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            let url = "https://localhost:\(server.port)/x"
            try await EdgeThread.run {
                try Files.write(try Files.read(certificates.path("a.pem")), to: certificates.path("old.pem"))
            }
            let trustsOld = ["--cacert", certificates.path("old.pem"), url]
            #expect(try await curl(trustsOld, in: certificates.folder).written == "2 200")
            try certificates.make("a", commonName: "second")
            try certificate.reload()
            #expect(try await curl(trustsOld, in: certificates.folder).written == "0 000", "the old one is not shown any more")
            #expect(try await curl(["--cacert", certificates.path("a.pem"), url], in: certificates.folder).written == "2 200")
        }
    }

    @Test func aBrokenPairLeavesTheOldCertificateInUse() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "first")
        try certificates.make("b", commonName: "other")
        let certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        var server = EdgeServer()
        server.certificate = certificate
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            let trust = ["--cacert", certificates.path("old.pem"), "https://localhost:\(server.port)/x"]
            try Files.write(try Files.read(certificates.path("a.pem")), to: certificates.path("old.pem"))
            try Files.write(try Files.read(certificates.path("b.key")), to: certificates.path("a.key"))
            #expect(throws: CertificateError.mismatch(certificate: certificates.path("a.pem"), key: certificates.path("a.key"))) {
                try certificate.reload()
            }
            try Files.write(Array("nothing".utf8), to: certificates.path("a.pem"))
            #expect(throws: CertificateError.self) { try certificate.reload() }
            #expect(try await curl(trust, in: certificates.folder).written == "2 200")
        }
    }

    @Test(arguments: [(mode_t(0o600), true), (0o640, true), (0o644, false), (0o602, false)])
    func aKeyThatOthersCanUseIsRefused(mode: mode_t, isAccepted: Bool) throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "localhost")
        let (certificate, key) = (certificates.path("a.pem"), certificates.path("a.key"))
        chmod(key, mode)
        guard !isAccepted else {
            _ = try ServerCertificate(certificatePath: certificate, keyPath: key)
            return
        }
        let expected = CertificateError.openToOthers(path: key, mode: mode)
        #expect(throws: expected) { try ServerCertificate(certificatePath: certificate, keyPath: key) }
        #expect(expected.description.hasSuffix("(mode 0\(String(mode, radix: 8))); run: chmod o= \(key)"))
    }

    @Test func cipherSuitesOfTLS12WithoutForwardSecrecyOrWithCBCAreRefused() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "localhost", key: "rsa:2048")
        var server = EdgeServer()
        server.certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            for (cipher, isAccepted) in TestCertificates.cipherSuites {
                #expect(
                    try await certificates.agrees(on: cipher, port: server.port, protocols: "http/1.1") == isAccepted, "\(cipher)")
            }
        }
    }

    @Test func versionsBefore12AreRefused() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "localhost", key: "rsa:2048")
        var server = EdgeServer()
        server.certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            for (version, isAccepted) in [("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)] {
                let agrees = try await certificates.agrees(on: "ALL", port: server.port, protocols: "http/1.1", version: version)
                #expect(agrees == isAccepted, "\(version)")
            }
        }
    }

    @Test(arguments: [
        ("rsa:2048", true), ("rsa:3070", true), ("rsa:3072", false), ("ec", false), ("ed25519", false),
    ]) func shortKeysAreNamed(key: String, isWeak: Bool) throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "localhost", key: key)
        let certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        #expect((certificate.weakness != nil) == isWeak, "\(certificate.weakness ?? "strong")")
        guard isWeak else { return }
        #expect(certificate.weakness?.contains(certificates.path("a.pem")) == true)
        #expect(certificate.weakness?.contains(" \(key.dropFirst(4)) bits") == true)
        try certificates.make("a", commonName: "localhost")
        try certificate.reload()
        #expect(certificate.weakness == nil, "the new certificate counts")
    }

    /// A body in the answer to HEAD ends an HTTP/2 stream with an error.
    @Test func answersToHEADAreWholeOnHTTP2() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "first")
        var server = EdgeServer()
        server.certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        func refusing(_ router: Router<EdgeTestContext>) {
            router.add(middleware: ProblemMiddleware.plain)
            routes(router)
        }
        try await EdgeTestServer.run(server.builder, routes: refusing) { (server) async throws in
            let (trust, url) = (["--cacert", certificates.path("a.pem"), "--http2"], "https://localhost:\(server.port)")
            #expect(try await curl(trust + ["--head", url + "/nothing"], in: certificates.folder).written == "2 404")
            #expect(try await curl(trust + [url + "/nothing"], in: certificates.folder).written == "2 404")
        }
    }

    @Test func aClientThatDoesNotShakeHandsIsCutOff() async throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "first")
        var server = EdgeServer()
        server.certificate = try ServerCertificate(certificatePath: certificates.path("a.pem"), keyPath: certificates.path("a.key"))
        server.timeouts.handshake = 0.2
        try await EdgeTestServer.run(server.builder, routes: routes) { (server) async throws in
            #expect(try await server.connected { client in client.isClosed() })
        }
    }

    /// Files as openssl and certificate authorities write them; the library's own reloader refuses the first two (Certificates.md).
    @Test func otherPartsOfAPEMFileAreSkipped() throws {
        let certificates = try TestCertificates()
        try certificates.make("a", commonName: "first")
        let (chain, key) = (try Files.read(certificates.path("a.pem")), try Files.read(certificates.path("a.key")))
        let curve = Array("-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n".utf8)
        let files = [
            "key with curve": (chain, curve + key), "one file": (chain + key, chain + key),
            "words before": (Array("Bag Attributes\n  friendlyName: first\n".utf8) + chain, key),
        ]
        for (name, (chain, key)) in files {
            try Files.write(chain, to: certificates.path("b.pem"))
            try Files.write(key, to: certificates.path("b.key"))
            chmod(certificates.path("b.key"), 0o600)
            #expect(throws: Never.self, "\(name)") {
                try ServerCertificate(certificatePath: certificates.path("b.pem"), keyPath: certificates.path("b.key"))
            }
        }
    }

    @Test func filesThatAreMissingAreNamed() throws {
        #expect(throws: CertificateError.self) { try ServerCertificate(certificatePath: "/nowhere.pem", keyPath: "/nowhere.key") }
        do {
            _ = try ServerCertificate(certificatePath: "/nowhere.pem", keyPath: "/nowhere.key")
        } catch {
            #expect("\(error)".contains("/nowhere.pem"))
        }
    }
}
