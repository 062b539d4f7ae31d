import GRDB
import Ledger
import Market
import Platform
import Store

extension Store {
    /// - Parameter rows: as in `Store.read(rows:_:)`.
    package func readTrading<Value: Sendable>(
        rows: Int? = nil, _ body: @escaping @Sendable (TradingRecords) throws -> Value
    ) async throws -> Value {
        try await read(rows: rows) { try body(TradingRecords(connection: $0)) }
    }

    package func changeTrading<Value: Sendable>(
        _ body: @escaping @Sendable (TradingRecords) throws -> Value
    ) async throws -> Value {
        try await writeShared { try body(TradingRecords(connection: $0)) }
    }
}

/// The rows of simulated accounts, within one transaction.
package struct TradingRecords: StoredRows {
    package let connection: Connection

    /// The id of the asset of a row.
    static let slug = "(SELECT slug FROM assets WHERE assets.id = asset) AS slug"

    package func asset(_ id: AssetID) throws -> Asset? { try Asset.fetch(id, in: connection) }
}

extension StoredRow {
    /// Every amount that trading stores is below this: cash with its fee, each below the journal's limit. Sums of several such
    /// amounts cannot overflow.
    static let amountLimit = Transaction.amountLimit + Transaction.amountLimit

    /// Returns an amount of cash or coins.
    ///
    /// - Throws: ``Damage`` for an amount that trading never stores, which another program must have written.
    func amount(_ column: String) throws -> FixedDecimal {
        let amount = try price(column)
        guard amount < Self.amountLimit else { throw Damage(detail: "\(column) is \(amount)") }
        return amount
    }

    func amountIfThere(_ column: String) throws -> FixedDecimal? {
        try decode(String?.self, forColumn: column) == nil ? nil : amount(column)
    }

    /// Returns a price of one coin, or a rate, which can be larger than any amount.
    ///
    /// - Throws: ``Damage`` for a negative price.
    func price(_ column: String) throws -> FixedDecimal {
        let price = try FixedDecimal(stored: decode(forColumn: column))
        guard price >= .zero else { throw Damage(detail: "\(column) is \(price)") }
        return price
    }

    func priceIfThere(_ column: String) throws -> FixedDecimal? {
        try decode(String?.self, forColumn: column) == nil ? nil : price(column)
    }

    func asset(_ column: String = "slug") throws -> AssetID { try AssetID(stored: decode(forColumn: column)) }

    func assetIfThere(_ column: String) throws -> AssetID? {
        try decode(String?.self, forColumn: column).map { try AssetID(stored: $0) }
    }
}
