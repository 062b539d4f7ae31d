import Access
import HTTPEdge
import HTTPTypes
import People
import Pictures

/// The shared parts of the account routes.
package final class AccountParts: Sendable {
    package let people: People
    /// The origin under which people reach the server, such as `https://closecast.example.com`; nil for the origin of each request.
    package let publicURL: PublicURL?
    /// Makes the JPEG to store from an uploaded picture.
    package let picture: @Sendable (_ bytes: [UInt8], _ type: String, _ form: PictureForm) async throws -> [UInt8]
    package let sessionUses = SessionUses()

    package init(
        _ people: People, publicURL: PublicURL?, picture: @escaping @Sendable ([UInt8], String, PictureForm) async throws -> [UInt8]
    ) {
        (self.people, self.publicURL, self.picture) = (people, publicURL, picture)
    }

    var pages: OwnPages { OwnPages(publicURL: publicURL, cryptography: people.cryptography) }

    /// Re-encodes the picture of a request, and counts it towards the person's hourly limit unless the server was too busy to read
    /// it.
    ///
    /// - Throws: ``PeopleError/tooManyAttempts(retryAfterSeconds:)``, ``PictureError``.
    func picture(of call: Call, _ form: PictureForm) async throws -> [UInt8] {
        let person = try call.standing.person
        try await people.profiles.beginPicture(of: person, call.client)
        do {
            return try await picture(Array(call.bytes.readableBytesView), call.contentType ?? "", form)
        } catch PictureError.busy {
            try await people.profiles.endUnreadPicture(of: person, call.client)
            throw PictureError.busy
        }
    }
}

/// The form of a stored picture.
package enum PictureForm: Sendable {
    /// A person's picture.
    case portrait
    /// A photo of a document, on which the text must be legible.
    case document

    /// The longest edge in pixels.
    package var edge: Int { self == .portrait ? 256 : 1600 }
    package var shape: PictureShape { self == .portrait ? .square : .whole }
}

extension Call {
    /// The person's session.
    ///
    /// - Throws: the ``Problem`` of a caller without one.
    var standing: SessionStanding { get throws(Problem) { try caller.session } }

    /// The sender of the request, as far as it is recorded.
    var client: Client {
        let address = IPAddress(context.remoteAddress)
        return Client(
            networks: address?.clientNetworks ?? [context.remoteAddress],
            place: Place(device: DeviceName.of(headers[.userAgent]), network: address?.shortenedText ?? ""),
            requestID: context.requestID, session: caller.standing?.session)
    }

    /// The sender, for an operator who acts on another person's account.
    ///
    /// - Throws: the ``Problem`` of a caller without a session.
    var actor: Client {
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
