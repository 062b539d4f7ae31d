import APIKit
import Access
import HTTPEdge
import HTTPTypes
import People

/// The shared parts of the account routes.
package final class AccountParts: Sendable {
    package let people: People
    /// The origin under which people reach the server, such as `https://closecast.example.com`; nil for the origin of each request.
    package let publicURL: PublicURL?
    package let sessionUses = SessionUses()

    package init(_ people: People, publicURL: PublicURL?) { (self.people, self.publicURL) = (people, publicURL) }

    package var pages: OwnPages { OwnPages(publicURL: publicURL, cryptography: people.cryptography) }
}

extension Call {
    /// The person's session.
    ///
    /// - Throws: the ``Problem`` of a caller without one.
    package var standing: SessionStanding { get throws(Problem) { try caller.session } }

    /// The sender of the request, as far as it is recorded.
    package var client: Client {
        let address = IPAddress(context.remoteAddress)
        return Client(
            networks: address?.clientNetworks ?? [context.remoteAddress],
            place: Place(device: DeviceName.of(headers[.userAgent]), network: address?.shortenedText ?? ""),
            requestID: context.requestID, session: caller.standing?.session)
    }

    /// The sender, for an operator who acts on another person's account.
    ///
    /// - Throws: the ``Problem`` of a caller without a session.
    package var actor: Client {
        get throws(Problem) {
            var client = client
            client.actor = try standing.person
            return client
        }
    }
}

/// The browser or program of a request, in a few words.
enum DeviceName {
    /// - Parameter userAgent: the header's value; nil if it is missing.
    static func of(_ userAgent: String?) -> String {
        guard let text = userAgent, !text.isEmpty else { return "unknown program" }
        // The order matters: most browsers also name other browsers.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"),
            ("Safari/", "Safari"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
            ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ]
        if let browser = browsers.first(where: { text.contains($0.0) })?.1 {
            guard let system = systems.first(where: { text.contains($0.0) })?.1 else { return browser }
            return "\(browser) on \(system)"
        }
        let product = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }.prefix(40)
        return product.isEmpty ? "unknown program" : String(product)
    }
}
