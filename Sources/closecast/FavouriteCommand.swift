import Access
import ArgumentParser
import JSONText
import Market
import MarketData
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
            let found = try await store.favourites.add(assets)
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
            let (removed, unmarked) = try await store.favourites.remove(assets)
            for asset in unmarked { Console.note("\(asset.ticker) was not marked") }
            let names = removed.map(\.ticker.description).joined(separator: ", ")
            if !removed.isEmpty { try Console.write("no longer marked: \(names)\n") }
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
            let found = try await storeOptions.openIfThere()?.favourites.all() ?? []
            guard !json else {
                return try Console.write(
                    JSONWriter.document { writer in
                        writer.object { writer in writer.member("favourites", found) { MarketDocuments.asset.write($0, &$1) } }
                    })
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
    var favourites: Favourites { Favourites(market, owner: Owner.local) }
}
