import GRDB
import Ledger
import Market
import Portfolio
import Store

extension TradingRecords {
    private static let entries = "SELECT \(slug), \(HistoryEntry.columns) FROM trading_history"

    package func history(of owner: String, _ query: HistoryQuery) throws -> [HistoryEntry] {
        var (conditions, arguments) = (["owner = ?"], [owner] as [(any StoredValueConvertible)?])
        if !query.kinds.isEmpty {
            conditions.append("kind IN (\(query.kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))")
        }
        if let asset = query.asset {
            conditions.append("asset = (SELECT id FROM assets WHERE slug = ?)")
            arguments += [asset.description]
        }
        if !query.words.isEmpty {
            let most = SearchedWord<HistoryEntry.Kind>.mostRead
            conditions.append(
                "id IN (SELECT id FROM trading_history WHERE owner = ? ORDER BY time DESC, id DESC LIMIT \(most))")
            arguments += [owner]
        }
        for word in query.words {
            // The detail of a trade is the kind of its order, which has no text.
            let note = "iif(kind IN ('send', 'receive'), detail, '')"
            conditions.append(
                "(\(word.condition(note: note, kind: "kind")) OR asset IN (\(SearchedWord<HistoryEntry.Kind>.coins)))")
            arguments += [word.text, word.text]
        }
        if let since = query.since {
            conditions.append("time >= ?")
            arguments += [since]
        }
        if let before = query.before {
            conditions.append("time < ?")
            arguments += [before]
        }
        if let after = query.after {
            conditions.append("(time, id) < (?, ?)")
            arguments += [after.time, after.id]
        }
        arguments += [query.limit]
        return try rows(
            """
            \(Self.entries) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY time DESC, id DESC LIMIT ?
            """, arguments
        ).map(HistoryEntry.init)
    }

    package func historyEntry(id: String, of owner: String) throws -> HistoryEntry? {
        try row("\(Self.entries) WHERE owner = ? AND id = ?", [owner, id]).map(HistoryEntry.init)
    }

    /// The fees of all completed trades, withdrawals and transfers, in no order.
    package func paidFees(of owner: String) throws -> [PaidFee] {
        // One pass in the order of the tables: reading by pages would sort the whole history again for each page.
        try rows(
            """
            SELECT time, currency, \(Self.slug), fee FROM trading_history
            WHERE owner = ? AND kind IN ('buy', 'sell', 'withdrawal', 'send') AND state IN ('filled', 'settled')
            """, [owner]
        ).compactMap(PaidFee.init)
    }
}

extension PaidFee {
    /// Returns nil for an entry without a fee.
    fileprivate init?(_ row: StoredRow) throws {
        let currency: String? = try row.decode(forColumn: "currency")
        guard let fee = try row.amountIfThere("fee"), fee > .zero,
            let asset = try currency.flatMap(Currency.init(rawValue:))?.asset ?? row.assetIfThere("slug")
        else { return nil }
        self.init(day: Day(secondsSince1970: try row.decode(forColumn: "time")), asset: asset, amount: fee)
    }
}
