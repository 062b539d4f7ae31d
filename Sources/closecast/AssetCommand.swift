import ArgumentParser
import JSONText
import Market
import Portfolio

struct AssetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "asset",
        abstract: "List assets, add others, remove those.",
        discussion: """
            EXAMPLES
              closecast asset list
              closecast asset add SOL --name Solana --provider binance=SOLUSDT kraken=SOLUSD
              closecast asset add ONE --id one-other
            """,
        subcommands: [AssetList.self, AssetAdd.self, AssetRemove.self]
    )
}

struct AssetList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List all known assets.")

    @Flag(help: "One JSON object, with the providers' names of each.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let assets = try await storeOptions.open().assetsByTicker()
            try Console.write(json ? Self.document(assets) : Self.table(assets))
        }
    }

    private static func table(_ assets: [Asset]) -> String {
        TextColumn.table([
            TextColumn("ticker", assets.map { "\($0.ticker)" }, isText: true, minimum: 6),
            TextColumn("id", assets.map { "\($0.id)" }, isText: true), TextColumn("name", assets.map(\.name), isText: true),
            TextColumn("providers", assets.map { "\($0.providerIDs.count)" }),
        ])
    }

    private static func document(_ assets: [Asset]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("assets", assets) { asset, writer in asset.write(&writer) }
            }
        }
    }
}

struct AssetAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an asset, or tell more about a known one.",
        discussion: """
            A ticker is not unique: another asset of a known ticker gets an id of its own
            with --id, and is named by it from then on.
            """)

    @Argument(help: ArgumentHelp("Its ticker.", valueName: "ticker"))
    var ticker: String

    @Option(help: ArgumentHelp("Its id (default: that of the known asset, else the ticker in small letters).", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("What people call it.", valueName: "name"))
    var name: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "What providers call it; of \(Provider.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "provider=name"))
    var provider: [String] = []

    @Option(help: ArgumentHelp("Coins in circulation.", valueName: "n"))
    var supply: Double?

    @Option(help: ArgumentHelp("The day of its first trade.", valueName: "date"), transform: Day.argument)
    var firstTrade: Day?

    @Option(help: ArgumentHelp("The day of its last trade.", valueName: "date"), transform: Day.argument)
    var lastTrade: Day?

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if let supply, !(supply > 0 && supply.isFinite) { throw ValidationError("--supply \(supply): give a positive number") }
    }

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            var asset = try await known(store)
            if let name { asset.name = name }
            for pair in provider {
                let (provider, name) = try Self.parsed(pair)
                asset.providerIDs[provider] = name
            }
            asset.supply = supply ?? asset.supply
            asset.firstTrade = firstTrade ?? asset.firstTrade
            asset.lastTrade = lastTrade ?? asset.lastTrade
            try await store.assets.save(asset)
            try Console.write("\(asset.ticker)  \(asset.id)  \(asset.name)\n")
        }
    }

    private func known(_ store: Store) async throws -> Asset {
        guard let new = Asset(unknown: ticker) else {
            throw Failure("\"\(ticker)\" is no ticker: expected 1 to 20 letters, digits, '.', '-' or '_', such as BTC", .usage)
        }
        guard let id else {
            let found = try await store.assets.assets(ticker: new.ticker)
            if found.count > 1 { throw PortfolioError.ambiguousTicker(ticker, ids: found.map(\.id)) }
            // Another ticker's asset may have the id already.
            if found.isEmpty, let other = try await store.assets.asset(new.id) {
                throw Failure("the id \(other.id) is \(other.ticker)'s; choose another: --id", .usage)
            }
            return found.first ?? new
        }
        guard let id = AssetID(id) else {
            throw Failure("--id \(id): expected 1 to 64 small letters, digits and hyphens, such as bitcoin", .usage)
        }
        guard id != .usd else { throw Failure("--id usd: US dollars are cash and stay what they are; choose another id", .usage) }
        var asset = try await store.assets.asset(id) ?? Asset(id: id, ticker: new.ticker, name: new.name)
        asset.ticker = new.ticker
        return asset
    }

    private static func parsed(_ pair: String) throws(Failure) -> (Provider, String) {
        let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let provider = Provider(rawValue: parts[0]) else {
            let known = Provider.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure("--provider \(pair): expected provider=name, with a provider of \(known)", .usage)
        }
        return (provider, parts[1])
    }
}

struct AssetRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget an asset of which neither closes nor transactions are stored.",
        discussion: "The coins that are known from the start cannot be removed.")

    @Argument(help: ArgumentHelp("Its ticker, or its id where several have that.", valueName: "ticker|id"))
    var asset: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.portfolio.asset(asset)
            guard !KnownAssets.all.contains(where: { $0.id == found.id }) else {
                throw Failure("\(found.id) is known from the start and stays", .usage)
            }
            guard try await store.assets.remove(found.id) else {
                throw Failure(
                    "closes or transactions of \(found.id) are stored; closecast history remove \(found.id) removes closes, "
                        + "transactions stay for good", .data)
            }
            try Console.write("\(found.ticker)  \(found.id) is removed\n")
        }
    }
}

extension Asset {
    /// Writes the members of an object.
    func write(_ writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("ticker", ticker.description)
        writer.member("name", name)
        writer.member("quote_currency", quoteCurrency)
        writer.key("providers")
        writer.object { writer in
            for (provider, name) in providerIDs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.member(provider.rawValue, name)
            }
        }
        writer.member("first_trade", firstTrade?.description)
        writer.member("last_trade", lastTrade?.description)
        writer.member("supply", supply)
        writer.member("icon", iconName)
    }
}
