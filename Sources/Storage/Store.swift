import Access
import Forecasts
import Market
import MarketData
import PaperTrading
import People
import Platform
import Portfolio
import Trading

/// Everything that is kept in one file: market data, wallets, the diary of forecasts, paper matches, accounts, tokens, and the keys of repeated
/// requests.
///
/// Programs hold `any Store` (``StoreFile/open(_:)``); modules below them take the repositories that they use.
package protocol Store: MarketStore, PortfolioStore, DiaryRepository, PaperMatchRepository, TokenRepository,
    IdempotencyRepository, PeopleStore, TradingStore, StorageUseRepository
{
    /// Where the file is.
    var path: String { get }

    /// Opens a counter of changes by this process and others. Close it before the store.
    func changeCounter() throws -> ChangeCounter
    /// Whether the file can be read and written now.
    func health() async -> StorageHealth
    /// Why the last write failed, nil if it did not.
    var lastWriteFault: StorageError? { get }
    /// How many writes have failed since the file was opened.
    var writeFaultCount: Int { get }

    /// The assets whose closes somebody needs, in the order of their ids: held, marked or with closes of their own.
    func assetsInUse() async throws -> [Asset]
    /// The coins that wallets hold, the ones that most wallets hold first.
    func heldAssets() async throws -> [Asset]

    /// Checks the whole file.
    func audit(_ options: AuditOptions) async throws -> [Finding]
    /// Copies the file while it is in use.
    func backup(to file: String, overwrites: Bool) throws
    /// Closes the file.
    func close() throws
}

extension Database: Store {
    package func changeCounter() throws -> ChangeCounter { try ChangeCounter(of: self) }
}

/// The file of a ``Store``.
package enum StoreFile {
    /// Opens a file, makes it where there is none, and brings an older one to this version's schema.
    ///
    /// - Parameter quotas: what each owner may store.
    /// - Throws: ``StorageError``.
    package static func open(_ path: String, quotas: StorageQuotas = .none) throws -> any Store {
        var options = Database.Options()
        options.quotas = quotas
        return try Database(path, options: options)
    }

    /// Claims a file for this server process; only one may serve it.
    package static func lock(_ path: String) throws(ServerLockError) -> ServerLock { try ServerLock(database: path) }
}
