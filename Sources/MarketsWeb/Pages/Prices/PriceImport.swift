import Forecasts
import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData
import PageKit

/// The closes of one coin in a file, from their check to the store.
package struct PriceImport: Sendable {
    typealias Stored = StoredPrices

    let coin: FileAsset
    let file: FileCloses
    /// Whether stored closes that differ are replaced.
    let replaces: Bool

    var asset: Asset { coin.asset }

    /// The largest upload, as in the API.
    static let maximumBytes = 16 << 20

    /// Checks the closes of a coin.
    ///
    /// - Throws: a ``Problem`` if the file has no usable closes, `QuoteConversionError` if the prices are in a currency without
    ///   stored closes, `CloseImportError` if the closes contradict the stored ones.
    init(_ read: PriceFile, of coin: FileAsset, replaces: Bool, in market: MarketData) async throws {
        do {
            file = try await market.closeImport.closes(of: read, as: coin.asset.ticker, since: nil)
        } catch let error as FileClosesError {
            throw Problem(.unprocessableContent, "no-closes", "\(error.name) has \(error.detail)", field: "body")
        }
        (self.coin, self.replaces) = (coin, replaces)
        if !replaces { try await market.closeImport.check(file.candles, of: coin.asset) }
    }

    /// Stores the closes, and the asset if it is new; checks them again, since the stored ones may have changed meanwhile.
    func store(_ market: MarketData) async throws -> Stored {
        var asset = asset
        if coin.isNew { asset = try await market.directory.add(AssetEntry(ticker: "\(asset.ticker)")).asset }
        let counts = try await market.closeImport.store(file, of: asset, fileName: file.name, replaces: replaces)
        return Stored(
            asset: asset, days: file.days, added: counts.added, differing: counts.changes.count, isReplaced: counts.isReplaced)
    }

    /// Stores the closes of all coins. One that is refused does not stop the others.
    ///
    /// - Throws: the first refusal if nothing was stored.
    static func store(
        _ imports: [PriceImport], _ market: MarketData, _ version: StoreVersion, _ progress: TaskProgress
    ) async throws -> LongTask.Result {
        let total = imports.reduce(0) { $0 + $1.file.candles.count }
        var (done, stored, failed) = (0, [Stored](), [PriceFailure]())
        for each in imports {
            progress.note(done: done, of: total)
            try progress.check()
            do {
                stored.append(try await each.store(market))
            } catch let error where PriceFaultWords.isOfFile(error) {
                failed.append(PriceFailure(each.asset, .refused(error)))
            }
            version.noteChange()
            done += each.file.candles.count
        }
        progress.note(done: done, of: total)
        if stored.isEmpty, let first = failed.first { throw first }
        return .imported(stored, failed: failed)
    }

    /// The stored closes.
    static func values(_ stored: [Stored], _ words: Words) -> TemplateValue {
        .list(
            stored.map { stored in
                let kept = stored.isReplaced ? "prices.replaced" : "prices.kept"
                return [
                    "coin": CoinView.of(stored.asset, words),
                    "see": .text(words("tasks.see-coin", ["name": "\(stored.asset.ticker)"])),
                    "text": .text(words("prices.stored", n: stored.added)),
                    "days": .text(stored.days.map { days($0, words) } ?? ""),
                    "kept": .optional(stored.differing > 0 ? words(kept, n: stored.differing) : nil),
                ]
            })
    }

    static func days(_ days: ClosedRange<Day>, _ words: Words) -> String {
        words(
            "prices.days",
            ["first": words.format.date(days.lowerBound, .plain), "last": words.format.date(days.upperBound, .plain)])
    }
}
