import Access
import ArgumentParser
import Market
import Platform
import Portfolio
import Storage

/// Where history and wallets are kept.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of history and wallets (default: $CLOSECAST_DATABASE, else closecast/closecast.db in $XDG_DATA_HOME or "
                + "~/.local/share).", valueName: "file"),
        completion: .file(extensions: ["db"]))
    var database: String?

    /// The file's path.
    func path() throws(Failure) -> String {
        guard let path = database ?? Locations.database else {
            throw Failure("neither HOME nor XDG_DATA_HOME is set; say where to keep history: --database FILE", .usage)
        }
        return path
    }

    /// Opens the file, and makes it where there is none.
    func open() throws(Failure) -> Store { try Store(path: path()) }

    /// Opens the file; nil where there is none yet, for commands that only look something up.
    func openIfThere() throws(Failure) -> Store? { Files.exists(try path()) ? try open() : nil }
}

/// The store of this process and what is done with it.
struct Store {
    /// The owner of what the command line makes.
    static let owner = "local"

    let database: Database
    let portfolio: Portfolio

    init(path: String) throws(Failure) {
        do {
            database = try Database(path)
        } catch {
            throw Failure(error)
        }
        portfolio = Portfolio(database.repositories, owner: Self.owner) { ProcessState.secondsSince1970 }
    }

    var assets: any AssetRepository { portfolio.repositories.assets }
    var candles: any CandleRepository { portfolio.repositories.candles }
    var diary: Diary { Diary(database, candles: database) { ProcessState.secondsSince1970 } }
    var tokens: AccessTokens { AccessTokens(database) { ProcessState.secondsSince1970 } }
}
