import Access
import ArgumentParser
import Forecasts
import Market
import MarketData
import People
import Platform
import Portfolio
import Storage

/// Options for the location of price history and wallets.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file of history and wallets (default: $CLOSECAST_DATABASE, else closecast/closecast.db in $XDG_DATA_HOME or "
                + "~/.local/share).", valueName: "file"),
        completion: .file(extensions: ["db"]))
    var database: String?

    /// Returns the path of the database.
    func path() throws(Failure) -> String {
        guard let path = database ?? Locations.database else {
            throw Failure("neither HOME nor XDG_DATA_HOME is set; say where to keep history: --database FILE", .usage)
        }
        return path
    }

    /// Opens an existing database. For commands that only read, change or remove: they never create the file.
    ///
    /// - Throws: a ``Failure`` with the path and the commands that create the file if it does not exist.
    func open() throws(Failure) -> LocalStore { try LocalStore(path: try existingPath()) }

    /// Returns the path of an existing database.
    ///
    /// - Throws: a ``Failure`` like that of ``open()``.
    func existingPath() throws(Failure) -> String {
        let path = try path()
        guard Files.exists(path) else { throw isChosen ? Self.noFile(path) : Self.nothingStored(path) }
        return path
    }

    /// Opens the database; returns nil if it is at the default path and does not exist yet, so that lists are empty. A file that
    /// the user named must exist.
    func openIfThere() throws(Failure) -> LocalStore? {
        let path = try path()
        return Files.exists(path) || isChosen ? try open() : nil
    }

    /// Opens the database; returns nil, with a note, if it does not exist yet. For previews of commands that create it.
    func openForPreview() throws(Failure) -> LocalStore? {
        let path = try path()
        guard !Files.exists(path) else { return try open() }
        // A mistyped path would go unnoticed otherwise.
        let place = isChosen ? " (\(path) does not exist)" : ""
        Console.note("nothing is stored yet\(place), so values that need closes are unknown")
        return nil
    }

    /// Opens the database or creates it. For commands that record something new.
    func openOrMake() throws(Failure) -> LocalStore {
        let path = try path()
        // Report it, or a mistyped path would go unnoticed until the data is missed.
        let isNew = isChosen && !Files.exists(path)
        let store = try LocalStore(path: path)
        if isNew { Console.note("created \(path)") }
        return store
    }

    /// Whether the user named the database file, by option or environment.
    private var isChosen: Bool { database != nil || ProcessState.environment("CLOSECAST_DATABASE") != nil }

    private static func noFile(_ path: String) -> Failure {
        let folder = Files.folder(of: path)
        guard Files.isFolder(folder) else {
            return Failure("no database at \(path): the folder \(folder) does not exist", .noInput)
        }
        return Failure(
            "no database at \(path); correct the path, or create one: closecast wallet create Main --database \(path)", .noInput
        )
    }

    private static func nothingStored(_ path: String) -> Failure {
        Failure(
            """
            nothing is stored yet: \(path) does not exist
            Get closes:        closecast history fetch BTC
            or from a file:    closecast history import BTC.csv
            or make a wallet:  closecast wallet create Main
            """, .noInput)
    }
}

/// The open database and the use cases on it, for this machine's one owner.
struct LocalStore {
    let file: Store
    let market: MarketData
    let portfolio: Portfolio

    init(path: String) throws(Failure) {
        do {
            file = try StoreFile.open(path)
        } catch {
            throw Failure(error)
        }
        market = MarketData(file) { ProcessState.secondsSince1970 }
        portfolio = Portfolio(market, owner: Owner.local)
    }

    /// Runs `body` on an empty database that is removed afterwards, for checks on a machine without a database.
    static func withDraft<Value>(_ body: (LocalStore) async throws -> Value) async throws -> Value {
        let folder = "\(ProcessState.environment("TMPDIR") ?? "/tmp")/closecast-\(RandomID.hexadecimal(digits: 16))"
        try Files.makeFolder(folder, mode: 0o700)
        defer { Files.removeFolder(folder) }
        let draft = try LocalStore(path: "\(folder)/draft.db")
        defer { try? draft.file.close() }
        return try await body(draft)
    }

    var diary: Diary { Diary(file) { ProcessState.secondsSince1970 } }
    var tokens: AccessTokens { AccessTokens(file) { ProcessState.secondsSince1970 } }

    /// Returns the asset with a ticker or an id.
    func asset(_ name: String) async throws -> Asset { try await market.directory.asset(name) }
}
