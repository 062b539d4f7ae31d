import GRDB
import Market
import Store
import Text

extension Audit {
    /// Checks for invalid closes, impossible candles, missing days and stale assets.
    func candles() throws -> [Finding] {
        let bad = try errors(
            "SELECT slug, day FROM candles JOIN assets ON assets.id = asset WHERE NOT (close > 0 AND close < 9e999)"
        ) { "the close of \(try $0.decode(String.self, atIndex: 0)) on \(try $0.day(1)) is not a price" }
        return try bad + impossible() + gaps() + stale()
    }

    /// Candles whose open, high or low contradict each other or the close, by asset. The closes, which forecasts read, may be right.
    private func impossible() throws -> [Finding] {
        let limit = 1 + Candle.candleRounding
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT slug, count(*), min(day) FROM candles JOIN assets ON assets.id = asset
                WHERE low > high * :limit OR close > high * :limit OR low > close * :limit OR open > high * :limit
                    OR low > open * :limit OR open <= 0 OR high <= 0 OR low <= 0
                GROUP BY slug ORDER BY slug
                """, arguments: ["limit": limit])
        return try rows.map { row in
            let asset = try row.decode(String.self, atIndex: 0)
            let (count, first) = (try row.decode(Int.self, atIndex: 1), try row.day(2))
            return Finding(
                .warning,
                "\(asset) has \(count.counted("impossible candle")), the first on \(first): a low above the high, for example",
                remedy: "compare it: closecast history show \(asset) --start \(first) --end \(first)")
        }
    }

    /// The days on which an asset may have no close: currencies have weekends and holidays.
    private static let holidays =
        "(CASE WHEN slug = 'eur' OR slug LIKE '\(CurrencyTable.prefix)%' THEN \(RateRule.longestAgeDays) ELSE 0 END)"

    private func gaps() throws -> [Finding] {
        let rows = try Row.fetchCursor(
            connection,
            sql: """
                SELECT slug, day, next FROM (
                    SELECT asset, day, lead(day) OVER (PARTITION BY asset ORDER BY day) AS next FROM candles)
                JOIN assets ON assets.id = asset WHERE next > day + 1 + \(Self.holidays) LIMIT \(Self.limit)
                """)
        var findings: [Finding] = []
        while let row = try rows.next() {
            let (asset, first, last) = (try row.decode(String.self, atIndex: 0), try row.day(1) + 1, try row.day(2) - 1)
            let days = first == last ? "\(first)" : "\(first) to \(last)"
            findings.append(
                Finding(
                    .warning, "\(asset) has no candles of \(days) (\((last - first + 1).counted("day")))",
                    remedy: "fill it: closecast history fetch \(asset) --start \(first)"))
        }
        return findings
    }

    private func stale() throws -> [Finding] {
        guard let today = options.today else { return [] }
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT slug, last FROM (SELECT asset, max(day) AS last FROM candles GROUP BY asset)
                JOIN assets ON assets.id = asset WHERE last < ? - \(Self.holidays) AND (last_trade IS NULL OR last < last_trade) ORDER BY slug
                """,
            arguments: [today.daysSince1970 - options.staleAfterDays])
        return try rows.map { row in
            let (asset, last) = (try row.decode(String.self, atIndex: 0), try row.day(1))
            return Finding(
                .warning, "the last close of \(asset) is from \(last) (\((today - last).counted("day")) ago)",
                remedy: "fetch newer ones: closecast history fetch \(asset)")
        }
    }
}
