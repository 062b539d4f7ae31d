import GRPCNIOTransportHTTP2Posix
import NIOCertificateReloading
import NIOSSL
import Synchronization

/// The server's certificate and key, which can be read anew while it runs.
package final class GRPCCertificates: CertificateReloader {
    private let chainPath: String
    private let keyPath: String
    private let current: Mutex<NIOSSLContextConfigurationOverride>

    /// Reads a certificate, with those that it was issued by, and its key.
    ///
    /// - Parameters:
    ///   - chainPath: a PEM file, the server's own certificate first.
    ///   - keyPath: a PEM file.
    /// - Throws: ``InferenceGRPCError/badCertificate(path:reason:)``.
    package init(chainPath: String, keyPath: String) throws(InferenceGRPCError) {
        (self.chainPath, self.keyPath) = (chainPath, keyPath)
        current = Mutex(try Self.read(chainPath, keyPath))
    }

    /// Reads the files again: new connections get what they hold now.
    ///
    /// - Throws: ``InferenceGRPCError/badCertificate(path:reason:)``; what was read before stays in use then.
    package func reload() throws(InferenceGRPCError) {
        let new = try Self.read(chainPath, keyPath)
        current.withLock { $0 = new }
    }

    /// What new connections get.
    package var sslContextConfigurationOverride: NIOSSLContextConfigurationOverride { current.withLock { $0 } }

    func security() throws(InferenceGRPCError) -> HTTP2ServerTransport.Posix.TransportSecurity {
        do {
            return try .tls(certificateReloader: self) { $0.requireALPN = true }
        } catch {
            throw .badCertificate(path: chainPath, reason: "\(error)")
        }
    }

    private static func read(
        _ chainPath: String, _ keyPath: String
    ) throws(InferenceGRPCError) -> NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        let chain: [NIOSSLCertificateSource]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(chainPath).map { .certificate($0) }
        } catch {
            throw .badCertificate(path: chainPath, reason: "\(error)")
        }
        guard !chain.isEmpty else { throw .badCertificate(path: chainPath, reason: "there is none in it") }
        do {
            let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: keyPath, format: .pem))
            // Fails where the key is not the certificate's.
            _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
            (override.certificateChain, override.privateKey) = (chain, key)
        } catch {
            throw .badCertificate(path: keyPath, reason: "\(error)")
        }
        return override
    }
}
