import Foundation
import JSONText
import Market

/// Where the pictures of coins may be downloaded from. Their addresses come from a provider's answer, so they are checked: otherwise
/// a provider could make this server send requests to any host, also of its own network.
package enum IconAddress {
    /// The largest picture that is downloaded, in bytes.
    package static let maximumBytes = 1 << 20

    /// The hosts on which providers keep their pictures.
    private static let hosts: [Provider: Set<String>] = [
        .coingecko: ["coin-images.coingecko.com", "assets.coingecko.com"], .coinapi: ["s3.eu-central-1.amazonaws.com"],
    ]

    /// Returns true for a host of the provider over https, and for the provider's own address, which the operator may have set.
    package static func isAllowed(_ url: URL, of provider: Provider, at address: URL) -> Bool {
        guard url.user == nil, url.password == nil, let host = url.host?.lowercased() else { return false }
        if Redirect.isAllowed(from: address, to: url) { return true }
        return url.scheme?.lowercased() == "https" && Redirect.port(url) == 443 && hosts[provider]?.contains(host) == true
    }

    /// Returns the addresses in rows of an answer, by the provider's id.
    ///
    /// - Parameters:
    ///   - id: the member with the id.
    ///   - address: the member with the address.
    static func all(in rows: [JSONValue], id: String, address: String) -> [String: URL] {
        var addresses: [String: URL] = [:]
        for row in rows {
            guard let id = row[id]?.string, let text = row[address]?.string else { continue }
            addresses[id] = URL(string: text)
        }
        return addresses
    }
}
