import Forecasts
import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData

/// A file of closes for one coin, from its check to the store.
package struct PriceImport: Sendable {
    /// The result of storing a file.
    package struct Stored: Sendable {
        let asset: Asset
        let file: FileCloses
        let counts: CandleImport
    }

    let asset: Asset
    let file: FileCloses
    /// Whether stored closes that differ are replaced.
    let replaces: Bool

    /// The largest file, as in the API.
    static let maximumBytes = 16 << 20

    /// Checks a file.
    ///
    /// - Throws: a ``Problem`` if the file has no usable closes, `QuoteConversionError` if the prices are in a currency without
    ///   stored closes, `CloseImportError` if the closes contradict the stored ones.
    init(_ read: PriceFile, of asset: Asset, replaces: Bool, in market: MarketData) async throws {
        do {
            file = try await market.closeImport.closes(of: read, as: asset.ticker, since: nil)
        } catch let error as FileClosesError {
            throw Problem(.unprocessableContent, "no-closes", "\(error.name) has \(error.detail)", field: "body")
        }
        (self.asset, self.replaces) = (asset, replaces)
        if !replaces { try await market.closeImport.check(file.candles, of: asset) }
    }

    /// Stores the closes; checks them again, since the stored ones may have changed meanwhile.
    func store(_ market: MarketData, _ version: StoreVersion, _ progress: TaskProgress) async throws -> Stored {
        progress.note(done: 0, of: file.candles.count)
        try progress.check()
        let counts = try await market.closeImport.store(file, of: asset, fileName: file.name, replaces: replaces)
        version.noteChange()
        progress.note(done: file.candles.count, of: file.candles.count)
        return Stored(asset: asset, file: file, counts: counts)
    }

    /// The contents of the file before it is stored.
    func preview(_ words: Words) -> TemplateValue {
        [
            "title": .text(words("prices.preview", n: file.candles.count, ["name": "\(asset.ticker)"])),
            "days": .text(Self.days(file, words)), "notes": .list(words.sentences(for: file.notes).map { .text($0) }),
            "hasNotes": .flag(!file.notes.isEmpty), "coin": CoinView.of(asset, words), "replaces": .flag(replaces),
        ]
    }

    /// The stored closes.
    static func values(_ stored: [Stored], _ words: Words) -> TemplateValue {
        .list(
            stored.map { stored in
                [
                    "coin": CoinView.of(stored.asset, words),
                    "see": .text(words("tasks.see-coin", ["name": "\(stored.asset.ticker)"])),
                    "text": .text(words("prices.stored", n: stored.counts.added)),
                    "days": .text(days(stored.file, words)),
                    "kept": .optional(
                        stored.counts.changes.isEmpty
                            ? nil
                            : words(stored.counts.isReplaced ? "prices.replaced" : "prices.kept", n: stored.counts.changes.count)),
                ]
            })
    }

    private static func days(_ file: FileCloses, _ words: Words) -> String {
        words(
            "prices.days",
            ["first": words.format.date(file.days.lowerBound, .plain), "last": words.format.date(file.days.upperBound, .plain)])
    }
}
