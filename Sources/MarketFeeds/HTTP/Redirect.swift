import Foundation

/// The rules for following redirects.
package enum Redirect {
    /// Returns true for the same scheme, host and port, or from http to https on the same host's default port.
    package static func isAllowed(from old: URL, to new: URL) -> Bool {
        guard let host = old.host?.lowercased(), let from = old.scheme?.lowercased(), let to = new.scheme?.lowercased(),
            host == new.host?.lowercased(), new.user == nil, new.password == nil
        else { return false }
        if from == to { return port(old) == port(new) }
        return from == "http" && to == "https" && port(new) == 443
    }

    static func port(_ url: URL) -> Int { url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80) }

    /// Returns only scheme, host and port, because the rest of an address may be secret.
    static func place(_ text: String, relativeTo old: URL) -> String {
        guard let url = URL(string: text, relativeTo: old)?.absoluteURL, let scheme = url.scheme, let host = url.host else {
            return "an invalid address"
        }
        return FeedReply.plain("\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? ""), nil)
    }
}
