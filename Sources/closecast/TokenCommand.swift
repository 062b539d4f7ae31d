import Access
import ArgumentParser
import JSONText
import Market
import Platform

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Create, list and revoke access tokens.",
        discussion: """
            EXAMPLES
              closecast token create --scope read --expires 90d
              closecast token create --scope write --owner ann > ann.token
              closecast token list
              closecast token revoke 4f0c2a91d3be

            A token is shown once, on standard output; only its hash is kept. It gives access \
            to its owner's data; the data of the command line belongs to the owner local. \
            Revoking takes effect with the next request.
            """,
        subcommands: [TokenCreate.self, TokenList.self, TokenRevoke.self]
    )
}

extension AccessScope: ExpressibleByArgument {}

/// When a token expires.
enum TokenExpiry: Equatable {
    case days(Int)
    case day(Day)
    case never

    static func argument(_ text: String) throws -> TokenExpiry {
        if text == "never" { return .never }
        if text.last == "d", let days = Int(text.dropLast()), (1...36_500).contains(days), text.first != "+" { return .days(days) }
        if let day = Day(iso: text) { return .day(day) }
        throw ValidationError("\"\(text)\" is not an expiry; expected days such as 90d, a day such as 2027-01-01, or never")
    }

    /// Returns the expiry in seconds since 1970-01-01 UTC; nil for never.
    func time(after now: Int) -> Int? {
        switch self {
        case .days(let days): now + days * 86_400
        case .day(let day): day.daysSince1970 * 86_400
        case .never: nil
        }
    }
}

struct TokenCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Create a token and print it once.")

    @Option(help: "read: data and forecasts; write: the owner's data too; admin: also what all owners share, and metrics.")
    var scope: AccessScope

    @Option(help: ArgumentHelp("The owner whose data it can access.", valueName: "name"))
    var owner = Owner.local

    @Option(
        help: ArgumentHelp("Days from now (90d), the first day on which it is invalid, or never.", valueName: "when"),
        transform: TokenExpiry.argument)
    var expires = TokenExpiry.days(90)

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let made = try await storeOptions.openOrMake().tokens.create(
                owner: owner, scope: scope, expiresAt: expires.time(after: ProcessState.secondsSince1970))
            try Console.write(made.secret.text + "\n")
            Console.note(
                "token \(made.token.id) of \(owner), scope \(scope.rawValue), "
                    + (made.token.expiresAt.map { "until \(MomentText.short($0)) UTC" } ?? "without an end")
                    + "; it cannot be shown again. Send it as: Authorization: Bearer TOKEN")
        }
    }
}

struct TokenList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List tokens, the oldest first.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let tokens = try await storeOptions.openIfThere()?.tokens.all() ?? []
            guard !json else { return try Console.write(Self.document(tokens)) }
            guard !tokens.isEmpty else {
                return try Console.write("no tokens; make one: closecast token create --scope read\n")
            }
            try Console.write(Self.table(tokens))
        }
    }

    private static func state(_ token: AccessToken) -> String { token.state(at: ProcessState.secondsSince1970).rawValue }

    private static func table(_ tokens: [AccessToken]) -> String {
        TextColumn.table([
            TextColumn("id", tokens.map(\.id), isText: true), TextColumn("owner", tokens.map(\.owner), isText: true),
            TextColumn("scope", tokens.map(\.scope.rawValue), isText: true, minimum: 5),
            TextColumn("state", tokens.map(state), isText: true, minimum: 5),
            TextColumn("created (UTC)", tokens.map { MomentText.short($0.createdAt) }),
            TextColumn("expires (UTC)", tokens.map { $0.expiresAt.map(MomentText.short) ?? "never" }),
            TextColumn("last used", tokens.map { $0.lastUsedDay.map { "\(Day(daysSince1970: $0))" } ?? "never" }),
        ])
    }

    private static func document(_ tokens: [AccessToken]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("tokens", tokens) { token, writer in
                    writer.member("id", token.id)
                    writer.member("owner", token.owner)
                    writer.member("scope", token.scope.rawValue)
                    writer.member("state", state(token))
                    writer.member("created_at", MomentText.iso(token.createdAt))
                    writer.member("expires_at", token.expiresAt.map(MomentText.iso))
                    writer.member("last_used", token.lastUsedDay.map { Day(daysSince1970: $0).description })
                    writer.member("revoked_at", token.revokedAt.map(MomentText.iso))
                }
            }
        }
    }
}

struct TokenRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a token.")

    @Argument(help: ArgumentHelp("A token's id, from token list, or a leaked token itself.", valueName: "id"))
    var token: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            guard let store = try storeOptions.openIfThere() else { throw AccessError.noSuchToken(id: id) }
            let revoked = try await store.tokens.revoke(id)
            try Console.write("token \(revoked.id) of \(revoked.owner) is revoked\n")
        }
    }

    /// The id for messages. A pasted secret is reduced to its id, so that an error never prints it.
    private var id: String {
        do throws(AccessError) {
            return try TokenSecret(parsing: token).tokenID
        } catch {
            return token
        }
    }
}
