import GRDB
import Ledger
import Market
import Store

extension TradingRecords {
    /// The newest stored price of an asset up to a time: a quote or the end of a day with a close.
    package func newestPrice(of asset: AssetID, at time: Int) throws -> StoredPrice? {
        let quote = try row(
            """
            SELECT time, price, sources.name FROM quotes JOIN sources ON sources.id = source
            WHERE asset = (SELECT id FROM assets WHERE slug = ?) AND time <= ? ORDER BY time DESC LIMIT 1
            """,
            [asset.description, time]
        ).flatMap { try StoredPrice(quote: $0) }
        // The close of a day is the price at its end.
        let lastEnded = Day(secondsSince1970: time) - 1
        let close = try row(
            """
            SELECT day, close, sources.name FROM candles JOIN sources ON sources.id = source
            WHERE asset = (SELECT id FROM assets WHERE slug = ?) AND day <= ? ORDER BY day DESC LIMIT 1
            """,
            [asset.description, lastEnded.daysSince1970]
        ).flatMap { try StoredPrice(close: $0) }
        return [quote, close].compactMap(\.self).max { $0.time < $1.time }
    }

    /// Stored quotes and closes whose times are in a range, oldest first.
    package func prices(
        of asset: AssetID, quotesAfter: Int, closesAfter: Int, through last: Int
    ) throws -> [StoredPrice] {
        guard min(quotesAfter, closesAfter) < last, let number = try asset.storedNumber(in: connection) else { return [] }
        let quotes = try rows(
            """
            SELECT time, price, sources.name FROM quotes JOIN sources ON sources.id = source
            WHERE asset = ? AND time > ? AND time <= ?
            """,
            [number, quotesAfter, last]
        ).compactMap { try StoredPrice(quote: $0) }
        let closes = try rows(
            """
            SELECT day, close, sources.name FROM candles JOIN sources ON sources.id = source
            WHERE asset = ? AND (day + 1) * 86400 > ? AND (day + 1) * 86400 <= ?
                AND day >= ? / 86400 - 1 AND day <= ? / 86400
            """,
            [number, closesAfter, last, closesAfter, last]
        ).compactMap { try StoredPrice(close: $0) }
        return (quotes + closes).sorted { $0.time < $1.time }
    }
}

extension StoredPrice {
    /// Returns nil for a price that 18 decimal places cannot represent.
    fileprivate init?(quote row: StoredRow) throws {
        guard let price = FixedDecimal(exactly: try row.price(1)), price > .zero else { return nil }
        self.init(dollars: price, time: try row.decode(atIndex: 0), source: try row.decode(atIndex: 2), isQuote: true)
    }

    fileprivate init?(close row: StoredRow) throws {
        guard let price = FixedDecimal(exactly: try row.price(1)), price > .zero else { return nil }
        self.init(
            dollars: price, time: (try row.day(0).daysSince1970 + 1) * 86_400, source: try row.decode(atIndex: 2), isQuote: false)
    }
}
