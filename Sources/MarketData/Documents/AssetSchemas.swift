import JSONText
import Ledger
import Market
import Records

/// The schemas of assets in requests and answers.
package enum AssetSchemas {
    private static let figure = Schema.nullable(.number())

    package static let asset = Schema.named("Asset", .object(known))

    package static let listed = Schema.named("ListedAsset", .object(known + statistics))

    package static let shown = Schema.named(
        "ShownAsset",
        .object(
            known + statistics + [
                .init("favourite", .boolean, "Whether it is one of the caller's favourites."),
                .init("closes", .nullable(coverage), "Which closes are stored; null if none are."),
            ]))

    private static let known: [Schema.Member] = [
        .init("id", .assetID), .init("ticker", .ticker), .init("name", .text(0...1000)), .init("quote_currency", .text(1...20)),
        .init("providers", .map(.text(0...1000)), "The asset's id at each provider."), .init("first_trade", .nullable(.day)),
        .init("last_trade", .nullable(.day)), .init("supply", figure, "Coins in circulation."),
        .init("icon", .nullable(.text(0...1000))),
    ]

    private static let statistics: [Schema.Member] =
        [
            .init("day", .nullable(.day), "The day of the newest close."),
            .init("price", figure, "The newest close, in quote currency."),
            .init("volume", figure, "On that day, in quote currency."), .init("market_value", figure),
        ]
        + ["12h", "24h", "3d", "7d", "1mo"].map { .init("change_\($0)", figure, "The price change, as a fraction.") }
        + [.init("high", figure, "In the period."), .init("low", figure, "In the period.")]

    private static let coverage = Schema.object([
        .init("first", .day), .init("last", .day), .init("closes", .integer(1...10_000_000)),
        .init("missing", .integer(0...10_000_000), "Days without a close between the first and the last."),
        .init("retrieved_at", .moment),
    ])
}
