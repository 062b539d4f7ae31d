import ArgumentParser
import Platform

/// Where printed links lead.
struct LinkOptions: ParsableArguments {
    private static let variable = "CLOSECAST_PUBLIC_URL"

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "Where people reach the server; the link begins with it (default: $CLOSECAST_PUBLIC_URL, else "
                + "\(ServerURL.local.description)).", valueName: "url"),
        transform: ServerURL.argument)
    var publicURL: ServerURL?

    func url() throws(Failure) -> ServerURL {
        if let publicURL { return publicURL }
        guard let text = ProcessState.environment(Self.variable) else { return .local }
        guard let url = ServerURL(text) else { throw Failure("\(Self.variable): \(ServerURL.fault(text))", .usage) }
        return url
    }
}

/// The address of a server, without a path: `https://closecast.example.com:8443`.
struct ServerURL: Equatable, CustomStringConvertible {
    /// Where `closecast serve` listens without options.
    static let local = ServerURL(text: "http://127.0.0.1:8080")

    /// Without a slash at the end.
    let description: String

    private init(text: String) { description = text }

    /// Creates an address of the form that the server's `--public-url` accepts; nil for any other text.
    init?(_ text: String) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let host = text.utf8.dropFirst(scheme.utf8.count)
        guard (1...253).contains(host.count),
            host.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || ".-:[]".utf8.contains($0) })
        else { return nil }
        description = text
    }

    static func argument(_ text: String) throws -> ServerURL {
        guard let url = ServerURL(text) else { throw ValidationError(fault(text)) }
        return url
    }

    static func fault(_ text: String) -> String {
        "\"\(text.prefix(100))\" is not a server's URL; expected one such as https://closecast.example.com, in lower case and "
            + "without a path"
    }
}
