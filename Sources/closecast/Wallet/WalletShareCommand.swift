import Access
import ArgumentParser
import JSONText
import Market
import Portfolio
import Records

struct WalletShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Show a wallet to others by a link, read only.",
        discussion: """
            EXAMPLES
              closecast wallet share create Main "Our savings" --days 90
              closecast wallet share create Main "Our savings" --public-url https://example.com
              closecast wallet share list Main
              closecast wallet share revoke Main l_1f0c2a9be0417d35

            The page of a link is /shared/TOKEN on your server (closecast-server), which must run \
            on the same database, and be reachable for the readers.
            """,
        subcommands: [WalletShareCreate.self, WalletShareList.self, WalletShareRevoke.self])
}

extension LocalStore {
    fileprivate var shares: WalletShares {
        let market = market
        return WalletShares(file, { Portfolio(market, owner: $0) }, now: market.now)
    }
}

struct WalletShareCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Make a link to a wallet.")

    @Argument(help: "The wallet.", completion: .wallets)
    var wallet: String

    @Argument(help: "What its readers see in place of the wallet's name.")
    var label: String

    @Option(help: ArgumentHelp("Percentages only, or amounts too (default: percent).", valueName: "percent|amounts"))
    var shows: String?

    @Option(
        help: ArgumentHelp(
            "The days until it ends, up to \(ShareDraft.mostDays) (default: \(ShareDraft.usualDays)).", valueName: "n"))
    var days: Int?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var linkOptions: LinkOptions

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let draft: ShareDraft = try ExpenseTexts.input(
                ["wallet": wallet, "label": label, "shows": shows, "days": days.map { "\($0)" }], arguments: ["wallet", "label"])
            let url = try linkOptions.url(database: storeOptions.path())
            let store = try storeOptions.open()
            let note = try await note(store)
            let made = try await store.shares.make(draft, of: Owner.local)
            let link = "\(url)/shared/\(made.token)"
            if let note { Console.note(note) }
            guard !json else { return try Console.write(Self.json(made, link)) }
            try Console.write("\(link)\n")
            Console.note(
                "link \(made.share.id) shows \(made.share.shows.rawValue) until \(MomentText.short(made.share.endsAt.seconds)); its secret "
                    + "is shown only now")
        }
    }

    /// A note about coins without a price, as readers see them.
    private func note(_ store: LocalStore) async throws -> String? {
        let portfolio = store.portfolio
        let group = try await portfolio.wallets.group([wallet])
        let unpriced = try await portfolio.valuations.valuation(of: group).holdings.filter { $0.value == nil }
        guard !unpriced.isEmpty else { return nil }
        return
            "no price of the last day: \(unpriced.map { "\($0.asset.ticker)" }.joined(separator: ", ")); readers of the link see no "
            + "percentages until there is one"
    }

    private static func json(_ made: MadeShare, _ link: String) -> String {
        JSONWriter.document { json in
            json.object { json in
                Shape<MadeShare>().writeMembers(of: made, &json)
                json.member("link", link)
            }
        } + "\n"
    }
}

struct WalletShareList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the links to a wallet that have not ended, newest first.")

    @Argument(help: "The wallet.", completion: .wallets)
    var wallet: String

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let shares = try await storeOptions.open().shares.list(wallet, of: Owner.local)
            guard !json else {
                return try Console.write("{\"shares\":[" + shares.map(ExpenseTexts.json).joined(separator: ",") + "]}\n")
            }
            guard !shares.isEmpty else { return try Console.write("no links; make one: closecast wallet share create --help\n") }
            try Console.write(
                TextColumn.table([
                    TextColumn("id", shares.map(\.id), isText: true), TextColumn("label", shares.map(\.label), isText: true),
                    TextColumn("shows", shares.map(\.shows.rawValue), isText: true),
                    TextColumn("ends", shares.map { MomentText.short($0.endsAt.seconds) }),
                    TextColumn("last used", shares.map { $0.lastUsedOn.map { "\($0)" } ?? "-" }),
                ]))
        }
    }
}

struct WalletShareRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a link, with effect from the next request.")

    @Argument(help: "The wallet.", completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp("The link's id.", valueName: "id"))
    var share: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let reference: ShareReference = try ExpenseTexts.input(
                ["wallet": wallet, "share": share], arguments: ["wallet", "share"])
            try await storeOptions.open().shares.revoke(reference, of: Owner.local)
            try Console.write("link \(share) revoked\n")
        }
    }
}
