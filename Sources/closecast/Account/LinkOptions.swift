import ArgumentParser
import People
import Platform
import Storage

/// The address of printed links.
struct LinkOptions: ParsableArguments {
    private static let variable = "CLOSECAST_PUBLIC_URL"

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Where people reach the server; the link begins with it (default: $CLOSECAST_PUBLIC_URL, else that of the "
                + "running server, else \(PublicURL.local.description)).", valueName: "url"),
        transform: PublicURL.argument)
    var publicURL: PublicURL?

    /// - Parameter database: its running server has the address, unless another one is given.
    func url(database: String) throws(Failure) -> PublicURL {
        if let publicURL { return publicURL }
        guard let text = ProcessState.environment(Self.variable) else {
            if let address = ServerLock.address(ofServerOn: database).flatMap({ PublicURL($0) }) { return address }
            Console.note("no public URL is given, so the link begins with \(PublicURL.local); for another one: --public-url URL")
            return .local
        }
        guard let url = PublicURL(text) else { throw Failure("\(Self.variable): \(PublicURL.fault(text))", .usage) }
        return url
    }
}

extension PublicURL {
    static func argument(_ text: String) throws -> PublicURL {
        guard let url = PublicURL(text) else { throw ValidationError(fault(text)) }
        return url
    }

    fileprivate static func fault(_ text: String) -> String {
        "\"\(text.prefix(100))\" is not a server's URL; expected one such as https://closecast.example.com or "
            + "https://example.com/closecast/, with the host in lower case"
    }
}
