import Foundation
import Notices

/// The links of feeds.
package enum FeedLink {
    /// The longest link in bytes.
    static let longest = 2000

    /// Returns the full address of a link.
    ///
    /// - Parameter base: the address of the feed, for relative links.
    /// - Returns: nil unless it is an http or https address without user, password and NUL, and with a port that exists.
    static func absolute(_ text: String, base: URL) -> String? {
        let text = text.filter { !$0.isNewline && $0 != "\t" }.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, text.utf8.count <= longest, let url = URL(string: text, relativeTo: base)?.absoluteURL,
            isWeb(url), url.user == nil, url.password == nil, url.absoluteString.utf8.count <= longest,
            (1...65_535).contains(url.port ?? 443), !url.absoluteString.contains("%00")
        else { return nil }
        return url.absoluteString
    }

    /// Whether an address is http or https and has a host.
    static func isWeb(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
    }

    /// Whether a host is an address of this network or a name of this machine; nil if it cannot be read. Only the host decides: the rest
    /// of an address may contain what a webhook's must not, such as `@`.
    package static func isPrivate(_ url: URL) -> Bool? {
        url.host.flatMap { OutgoingURL("http://\($0.contains(":") ? "[\($0)]" : $0)/")?.isSurelyPrivate }
    }

    /// Returns what is the same for all addresses of one page: without scheme, `www.`, fragment, slashes at the end and parameters that
    /// only say where a reader comes from. Empty for the first page of a site, to which careless feeds link all their articles.
    package static func key(_ link: String) -> String {
        guard let parts = URLComponents(string: link), let host = parts.host?.lowercased() else { return link }
        let query = (parts.percentEncodedQueryItems ?? []).filter { !isTracking($0.name.lowercased()) }
            .map { "\($0.name)=\($0.value ?? "")" }.sorted().joined(separator: "&")
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty, query.isEmpty { return "" }
        let port = parts.port.map { $0 == 80 || $0 == 443 ? "" : ":\($0)" } ?? ""
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host) + port + path + (query.isEmpty ? "" : "?\(query)")
    }

    private static func isTracking(_ name: String) -> Bool {
        ["utm_", "mc_", "at_", "pk_", "mtm_"].contains { name.hasPrefix($0) }
            || ["fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "cmpid", "ref", "ref_src", "ncid", "ocid", "spm"]
                .contains(name)
    }
}
