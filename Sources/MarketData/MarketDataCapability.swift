import GRDB
import Market
import Store

extension Capability {
    /// Assets with their closes, candles and quotes, which have no owner.
    package static let marketData = Capability(
        "market-data",
        builtIn: BuiltInRows(
            isMissing: { try !missingAssets(in: $0).isEmpty },
            addMissing: { for asset in try missingAssets(in: $0) { try asset.save(in: $0) } }),
        audit: { try $0.assetNames() + $0.candles() })

    private static func missingAssets(in connection: Connection) throws -> [Asset] {
        guard try connection.tableExists("assets") else { return KnownAssets.all }
        let stored = try String.fetchSet(connection, sql: "SELECT slug FROM assets")
        return KnownAssets.all.filter { !stored.contains($0.id.description) }
    }
}
