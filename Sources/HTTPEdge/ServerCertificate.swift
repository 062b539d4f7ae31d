import NIOCore
import NIOSSL
import Platform
import Synchronization

/// The server's certificate, reloaded from its files on demand; HTTP and gRPC share it.
///
/// New connections use the latest certificate; open connections keep theirs.
package final class ServerCertificate: Sendable {
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
        /// The key of the server's own certificate; nil for kinds of keys that have only one size.
        let keySize: PublicKeySize?
    }

    private let certificatePath: String
    private let keyPath: String
    private let pair: Mutex<Pair>

    /// - Parameters:
    ///   - certificatePath: PEM, the server's own certificate first.
    ///   - keyPath: PEM, without a passphrase.
    /// - Throws: ``CertificateError``.
    package init(certificatePath: String, keyPath: String) throws(CertificateError) {
        (self.certificatePath, self.keyPath) = (certificatePath, keyPath)
        pair = Mutex(try Self.read(certificatePath, keyPath))
    }

    /// Reads both files again; blocking. If they are not a valid pair, the previous certificate stays in use.
    package func reload() throws(CertificateError) {
        let new = try Self.read(certificatePath, keyPath)
        pair.withLock { $0 = new }
    }

    /// Why the latest certificate is too weak, and what to do; nil if it is not. The operator cannot choose the certificates of
    /// authorities.
    package var weakness: String? {
        guard let size = pair.withLock({ $0.keySize }), size.bits < size.kind.leastBits else { return nil }
        return
            "the key of \(certificatePath) is \(size.kind.rawValue) with \(size.bits) bits, which is too short; get a certificate for a "
            + "P-256 key, or RSA with 3072 bits or more (certbot renew --key-type ecdsa)"
    }

    /// TLS 1.3, and the TLS 1.2 suites with forward secrecy (ECDHE) and without CBC.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// TLS 1.2 and later, with the latest certificate for each connection.
    package var configuration: TLSConfiguration {
        let current = pair.withLock { $0 }
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: current.chain, privateKey: current.key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.cipherSuites
        configuration.sslContextCallback = { _, promise in
            let current = self.pair.withLock { $0 }
            var override = NIOSSLContextConfigurationOverride.noChanges
            (override.certificateChain, override.privateKey) = (current.chain, current.key)
            promise.succeed(override)
        }
        return configuration
    }

    private static func read(_ certificatePath: String, _ keyPath: String) throws(CertificateError) -> Pair {
        // The group may read it: ssl-cert on Debian, and the access lists of systemd's credentials.
        if let mode = try? Files.permissions(of: keyPath), mode & 0o007 != 0 { throw .openToOthers(path: keyPath, mode: mode) }
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificatePath)
        } catch {
            throw CertificateError.unreadable(path: certificatePath, what: "certificate", reason: "\(error)")
        }
        guard !chain.isEmpty else { throw .unreadable(path: certificatePath, what: "certificate", reason: "there is none in it") }
        let pair: Pair
        do {
            pair = Pair(
                chain: chain.map { .certificate($0) }, key: .privateKey(try NIOSSLPrivateKey(file: keyPath, format: .pem)),
                keySize: (try? chain[0].extractPublicKey().toSPKIBytes()).flatMap { PublicKeySize(subjectPublicKeyInfo: $0) })
        } catch {
            throw CertificateError.unreadable(path: keyPath, what: "private key", reason: "\(error)")
        }
        do {
            _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key))
        } catch {
            throw CertificateError.mismatch(certificate: certificatePath, key: keyPath)
        }
        return pair
    }
}

/// Why a certificate cannot be used.
package enum CertificateError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(path: String, what: String, reason: String)
    /// The key does not belong to the certificate.
    case mismatch(certificate: String, key: String)
    /// Every user of the machine can read or change the key.
    case openToOthers(path: String, mode: UInt32)

    package var description: String {
        switch self {
        case .unreadable(let path, let what, let reason):
            "no \(what) can be read from \(path) (\(reason)); it must be a PEM file, a key without a passphrase"
        case .openToOthers(let path, let mode):
            "every user of this machine can read or change the private key \(path) (mode \(Files.modeText(mode))); run: \(Files.permissionCommand("o=", path))"
        case .mismatch(let certificate, let key):
            "\(key) is not the private key of the certificate in \(certificate); give the files of one pair"
        }
    }
}
