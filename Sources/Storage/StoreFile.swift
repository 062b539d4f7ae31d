import Alerts
import Expenses
import Forecasts
import Identity
import MarketData
import News
import Notices
import PaperTrading
import People
import Platform
import Portfolio
@_exported import Store
import Support
import Trading
import Versions

/// The file of a ``Store``.
package enum StoreFile {
    /// Opens a file, creates it if there is none, and migrates an older one to this version's schema.
    ///
    /// - Parameter quotas: the limits on what each owner may store.
    /// - Throws: ``StorageError``.
    package static func open(_ path: String, quotas: StorageQuotas = .none) throws -> Store {
        var options = Store.Options()
        options.quotas = quotas
        return try Store(path, options: options)
    }

    /// Claims a file for this server process; only one may serve it.
    package static func lock(_ path: String, address: String) throws(ServerLockError) -> ServerLock {
        try ServerLock(database: path, address: address)
    }
}

extension Store {
    /// Opens a file with the tables of all capabilities.
    ///
    /// - Parameter migrations: replaces the usual migrations, so that tests can use files of the past and the future.
    /// - Throws: ``StorageError``.
    package convenience init(
        _ path: String, options: Options = Options(), clock: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 },
        migrations: [Migration] = Migration.all
    ) throws {
        try self.init(path, options: options, clock: clock, StoreSchema(migrations: migrations, capabilities: Capability.all))
    }

    /// Replaces a database with a backup. See ``Store/restore(from:to:now:options:_:)``.
    package static func restore(from backup: String, to path: String, now: Int, options: Options = Options()) throws -> String? {
        try restore(
            from: backup, to: path, now: now, options: options, StoreSchema(migrations: Migration.all, capabilities: Capability.all)
        )
    }
}

extension Capability {
    /// All capabilities; each stands after those whose rows it refers to.
    static let all: [Capability] = [
        .marketData, .notices, .people, .portfolio, .paperTrading, .identity, .trading, .support, .alerts, .news, .expenses,
        .shares, .versions, .dueWork,
    ]
}

extension Migration {
    /// All migrations, oldest first. The first four are closed: what is new belongs to a capability.
    package static let all =
        [
            Migration("v1", SchemaV1.sql),
            Migration("v2", SchemaV2.sql),
            Migration("v3", SchemaV3.sql),
            Migration("v4", SchemaV4.sql),
        ] + Capability.all.flatMap(\.migrations)
}
