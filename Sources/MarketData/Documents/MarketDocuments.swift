import JSONText
import Market
import Records

/// The closes of a file as they were stored.
package struct ImportedCloses: Sendable {
    package let asset: Asset
    /// The file's name, as given by the caller.
    package let file: String
    /// The first and last day of the file.
    package let days: ClosedRange<Day>
    package let result: CandleImport

    package init(asset: Asset, file: String, days: ClosedRange<Day>, result: CandleImport) {
        (self.asset, self.file, self.days, self.result) = (asset, file, days, result)
    }
}

/// The documents of assets, of their statistics and of their stored closes.
package enum MarketDocuments {
    // MARK: Assets

    private static let identity: [Document<Asset>.Member] = [
        .text("id", .assetID) { $0.id }, .text("ticker", .ticker) { $0.ticker },
    ]

    private static let names: [Document<Asset>.Member] = identity + [.field("name", .text(0...1000)) { $0.name }]

    package static let asset = Document<Asset>(
        "Asset",
        members: names + [
            .field("quote_currency", .text(1...20)) { $0.quoteCurrency },
            .any("providers", .map(.text(0...1000)), "The asset's id at each provider.") { asset, writer in
                writer.object { writer in
                    for (provider, name) in asset.providerIDs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        writer.member(provider.rawValue, name)
                    }
                }
            }, .field("first_trade") { $0.firstTrade }, .field("last_trade") { $0.lastTrade },
            .field("supply", nil, "Coins in circulation.") { $0.supply }, .field("icon", .text(0...1000)) { $0.iconName },
        ])

    /// Unknown values are null.
    package static let listed = Document<ListedAsset>(
        "ListedAsset", members: asset.members.of { $0.asset } + newest + figures)

    /// An asset in the list of the command line.
    package static let row = Document<ListedAsset>(
        nil,
        members: names.of { $0.asset } + newest + [.field("supply") { $0.statistics?.supply }] + figures)

    package static let shown = Document<(listed: ListedAsset, isFavourite: Bool, coverage: CandleCoverage?)>(
        "ShownAsset",
        members: listed.members.of { $0.listed } + [
            .field("favourite", nil, "Whether it is one of the caller's favourites.") { $0.isFavourite },
            .object("closes", coverage, "Which closes are stored; null if none are.", orNull: { $0.coverage }),
        ])

    private static let newest: [Document<ListedAsset>.Member] = [
        .field("day", nil, "The day of the newest close.") { $0.statistics?.day },
        .field("price", nil, "The newest close, in quote currency.") { $0.statistics?.price },
        .field("volume", nil, "On that day, in quote currency.") { $0.statistics?.volume },
    ]

    private static let figures: [Document<ListedAsset>.Member] = [
        .field("market_value") { $0.statistics?.marketValue }, changed("12h") { $0.changeOf12Hours },
        changed("24h") { $0.changes[1] }, changed("3d") { $0.changes[3] }, changed("7d") { $0.changes[7] },
        changed("1mo") { $0.changes[30] }, .field("high", nil, "In the period.") { $0.statistics?.high },
        .field("low", nil, "In the period.") { $0.statistics?.low },
    ]

    private static func changed(
        _ period: String, _ value: @escaping @Sendable (MarketStatistics) -> Double?
    ) -> Document<ListedAsset>.Member {
        .field("change_\(period)", nil, "The price change, as a fraction.") { $0.statistics.flatMap(value) }
    }

    // MARK: Stored closes

    package static let coverage = Document<CandleCoverage>(
        nil, .field("first") { $0.first }, .field("last") { $0.last }, .field("closes", .integer(1...10_000_000)) { $0.count },
        .field(
            "missing", .integer(0...10_000_000),
            "Days without a close between the first and the last; of currencies, without weekends and holidays."
        ) { $0.missing },
        .moment("retrieved_at") { $0.retrievedAt })

    package static let stored = Document<StoredRange>(
        nil, members: identity.of { $0.asset } + coverage.members.of { $0.coverage })

    /// The members of a history before its candles.
    package static let history = Document<MarketHistory>(
        nil, .text("id", .assetID) { $0.asset.id }, .text("ticker", .ticker) { $0.asset.ticker },
        .field("quote_currency", .text(1...20)) { $0.asset.quoteCurrency }, .choice("interval") { $0.interval })

    /// The schema of candles, which ``MarketHistory`` writes: a request has thousands of them.
    package static let candle = Schema.object([
        .init("date", .day, "The first day of the interval."), .init("open", .nullable(.number())),
        .init("high", .nullable(.number())), .init("low", .nullable(.number())), .init("close", .number()),
        .init("volume", .nullable(.number()), "In quote currency."),
        .init("days", .integer(1...31), "The number of stored days in the interval."), .init("source", .text(0...10_000)),
        .init("retrieved_at", .moment),
    ])

    package static let csv = Schema.csv(MarketHistory.columns, length: 0...100_000_000)

    /// Gaps, jumps and old closes, one sentence each.
    package static let faults = Document<(asset: Asset, faults: [HistoryFault])>(
        nil,
        members: identity.of { $0.asset } + [
            .values("faults", .array(.text(1...1000), count: 0...1_000_000)) { $0.faults.map(\.description) }
        ])

    // MARK: Imports

    package static let imported = Document<ImportedCloses>(
        nil,
        members: identity.of { $0.asset } + [
            .field("file", .text(1...100)) { $0.file }, .field("first") { $0.days.lowerBound },
            .field("last") { $0.days.upperBound }, .field("added", .integer(0...10_000_000)) { $0.result.added },
            .field("unchanged", .integer(0...10_000_000)) { $0.result.unchanged },
            .list("changes", 0...10_000_000, of: change, "Closes that differ from the stored ones.") { $0.result.changes },
            .field("replaced", nil, "Whether they replaced the stored ones.") { $0.result.isReplaced },
            .list("gaps", 0...10_000_000, of: gap, "Days without a close between stored and imported ones.") { $0.result.gaps },
        ])

    /// The same with the notes on the file.
    package static let importedWithNotes = Document<(imported: ImportedCloses, notes: [String])>(
        nil,
        members: imported.members.of { $0.imported } + [
            .values(
                "notes", .array(.text(0...10_000), count: 0...10_000_000), "What was left out, and what looks wrong."
            ) { $0.notes }
        ])

    private static let change = Document<CandleImport.Change>(
        nil, .field("day") { $0.day }, .field("stored") { $0.old }, .field("source", .text(0...1000)) { $0.oldSource },
        .field("file") { $0.new })

    private static let gap = Document<ClosedRange<Day>>(nil, .field("first") { $0.lowerBound }, .field("last") { $0.upperBound })
}
