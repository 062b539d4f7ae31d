import APIKit
import HTTPTypes
import Hummingbird
import People
import Services

/// The address under which people reach this server, for what they copy: examples, links.
package struct SiteOrigin: Sendable {
    /// The address that the operator set; nil for the host of each request.
    let publicURL: PublicURL?
    let path: ServedPath

    package init(_ parts: ServerParts) { (publicURL, path) = (parts.accounts?.publicURL, parts.path) }

    package init(publicURL: PublicURL?, path: ServedPath) { (self.publicURL, self.path) = (publicURL, path) }

    package func text(for visit: Visit) -> String {
        if let publicURL { return publicURL.text }
        let host = visit.request.head.authority ?? visit.request.headers[HTTPField.Name("Host")!] ?? ""
        let isPlain =
            !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-.:[]".utf8.contains(byte)
            }
        return "\(visit.context.isSecure ? "https" : "http")://\(isPlain ? host : "127.0.0.1:8080")\(path.text)"
    }
}
