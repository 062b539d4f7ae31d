import Ledger
import Market
import Records

/// The schemas of stored closes.
package enum MarketHistorySchemas {
    package static let stored = Schema.object([
        .init("id", .assetID), .init("ticker", .ticker), .init("first", .day), .init("last", .day),
        .init("closes", .integer(1...10_000_000)),
        .init("missing", .integer(0...10_000_000), "Days without a close between the first and the last."),
        .init("retrieved_at", .moment),
    ])

    package static let candle = Schema.object([
        .init("date", .day, "The first day of the interval."), .init("open", .nullable(.number())),
        .init("high", .nullable(.number())), .init("low", .nullable(.number())), .init("close", .number()),
        .init("volume", .nullable(.number()), "In quote currency."),
        .init("days", .integer(1...31), "The number of stored days in the interval."), .init("source", .text(0...10_000)),
        .init("retrieved_at", .moment),
    ])

    package static let csv = Schema.csv(MarketHistory.columns, length: 0...100_000_000)

    /// The members before the candles.
    package static let head: [Schema.Member] = [
        .init("id", .assetID), .init("ticker", .ticker), .init("quote_currency", .text(1...20)),
        .init("interval", .choice(CandleInterval.allCases.map(\.rawValue))),
    ]

    /// Faults of stored closes.
    package static let faults = Schema.object([
        .init("id", .assetID), .init("ticker", .ticker), .init("faults", .array(.text(1...1000), count: 0...1_000_000)),
    ])

    package static let imported = Schema.object([
        .init("id", .assetID), .init("ticker", .ticker), .init("file", .text(1...100)), .init("first", .day), .init("last", .day),
        .init("added", .integer(0...10_000_000)), .init("unchanged", .integer(0...10_000_000)),
        .init(
            "changes",
            .array(
                .object([
                    .init("day", .day), .init("stored", .number()), .init("source", .text(0...1000)), .init("file", .number()),
                ]), count: 0...10_000_000), "Closes that differ from the stored ones."),
        .init("replaced", .boolean, "Whether they replaced the stored ones."),
        .init(
            "gaps", .array(.object([.init("first", .day), .init("last", .day)]), count: 0...10_000_000),
            "Days without a close between stored and imported ones."),
        .init("notes", .array(.text(0...10_000), count: 0...10_000_000), "What was left out, and what looks wrong."),
    ])
}
