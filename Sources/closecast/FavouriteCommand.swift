import Access
import ArgumentParser
import Documents
import JSONText
import Market
import Portfolio

struct FavouriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite",
        abstract: "Manage favourite assets.",
        discussion: """
            EXAMPLES
              closecast favourite add BTC ETH
              closecast favourite list
              closecast market --favourites
            """,
        subcommands: [FavouriteAdd.self, FavouriteRemove.self, FavouriteList.self]
    )
}

struct FavouriteAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add favourites.")

    @Argument(help: ArgumentHelp("Assets.", valueName: "ticker|id"), completion: .assets)
    var assets: [String]

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openOrMake()
            let found = try await store.resolve(assets)
            try await store.favourites.addFavourites(found.map(\.id), of: Owner.local)
            try Console.write("marked: \(found.map { "\($0.ticker)" }.joined(separator: ", "))\n")
        }
    }
}

struct FavouriteRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove favourites.")

    @Argument(help: ArgumentHelp("Assets.", valueName: "ticker|id"), completion: .assets)
    var assets: [String]

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            let found = try await store.resolve(assets)
            let removed = Set(try await store.favourites.removeFavourites(found.map(\.id), of: Owner.local))
            for asset in found where !removed.contains(asset.id) { Console.note("\(asset.ticker) was not marked") }
            let names = found.filter { removed.contains($0.id) }.map { "\($0.ticker)" }
            if !names.isEmpty { try Console.write("no longer marked: \(names.joined(separator: ", "))\n") }
        }
    }
}

struct FavouriteList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List marked assets by name.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let found = try await storeOptions.openIfThere()?.favourites.favourites(of: Owner.local) ?? []
            guard !json else {
                return try Console.write(JSONWriter.document { MarketJSON.favourites(found, &$0) })
            }
            guard !found.isEmpty else { return try Console.write("no favourites; mark some: closecast favourite add BTC\n") }
            try Console.write(
                TextColumn.table([
                    TextColumn("name", found.map(\.name), isText: true),
                    TextColumn("ticker", found.map { "\($0.ticker)" }, isText: true),
                ]))
        }
    }
}

extension LocalStore {
    var favourites: any FavouriteRepository { file }

    /// Returns the assets with these tickers or ids, each once, in the order given.
    func resolve(_ names: [String]) async throws -> [Asset] {
        var assets: [Asset] = []
        for name in names {
            let asset = try await asset(name)
            if !assets.contains(asset) { assets.append(asset) }
        }
        return assets
    }
}
