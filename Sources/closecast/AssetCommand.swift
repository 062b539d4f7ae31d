import ArgumentParser
import JSONText
import Market
import MarketData
import Portfolio

struct AssetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "asset",
        abstract: "List, add and remove assets.",
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
            let assets = try await storeOptions.openIfThere()?.file.assets().sortedByTicker ?? KnownAssets.all.sortedByTicker
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
            writer.object { writer in writer.member("assets", assets) { MarketDocuments.asset.write($0, &$1) } }
        }
    }
}

struct AssetAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an asset, or change a known one.",
        discussion: """
            Several assets may share a ticker: give the second one an id of its own with \
            --id and name it by that id. The built-in coins keep their tickers and ids, \
            and no id may be another asset's ticker.
            """)

    @Argument(help: ArgumentHelp("Its ticker.", valueName: "ticker"))
    var ticker: String

    @Option(help: ArgumentHelp("Its id (default: that of the known asset, otherwise the ticker in lower case).", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("Its display name.", valueName: "name"))
    var name: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Its id at a provider, one of \(Provider.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "provider=name"
        ))
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
            let store = try storeOptions.openOrMake()
            var entry = AssetEntry(ticker: ticker)
            (entry.id, entry.name, entry.supply) = (id, name, supply)
            (entry.firstTrade, entry.lastTrade) = (firstTrade, lastTrade)
            for pair in provider {
                let (provider, name) = try Self.parsed(pair)
                entry.providerIDs[provider] = name
            }
            let asset = try await added(entry, store)
            try Console.write("\(asset.ticker)  \(asset.id)  \(asset.name)\n")
        }
    }

    private func added(_ entry: AssetEntry, _ store: LocalStore) async throws -> Asset {
        do {
            return try await store.market.directory.add(entry).asset
        } catch let error as AssetEntryError {
            switch error {
            case .noID(let text):
                throw Failure("--id \(text): expected 1 to 64 small letters, digits and hyphens, such as bitcoin", .usage)
            case .idTaken: throw Failure("\(error): --id", .usage)
            default: throw Failure(error.description, .usage)
            }
        }
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
        commandName: "remove", abstract: "Remove an asset that has no stored closes, transactions or forecasts.",
        discussion: "Built-in assets cannot be removed.")

    @Argument(help: ArgumentHelp("Its ticker, or its id where several have that.", valueName: "ticker|id"), completion: .assets)
    var asset: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.asset(asset)
            do {
                try await store.market.directory.remove(found)
            } catch AssetEntryError.known(let id) {
                throw Failure(AssetEntryError.known(id).description, .usage)
            } catch AssetEntryError.inUse(let id) {
                throw Failure(
                    "\(id) has stored closes, transactions or diary forecasts, so it cannot be removed. Closes can be removed first: "
                        + "closecast history remove \(id); transactions and forecasts cannot", .data)
            }
            try Console.write("\(found.ticker)  \(found.id) is removed\n")
        }
    }
}
