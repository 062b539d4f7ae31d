import JSONText
import Market
import MarketData

/// What is stored of assets, what is wrong with it, and what an import did, as JSON.
package enum MarketHistoryJSON {
    /// Which days are stored.
    package static func members(of asset: Asset, _ coverage: CandleCoverage, _ writer: inout JSONWriter) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        members(of: coverage, &writer)
    }

    /// The same without the asset.
    package static func members(of coverage: CandleCoverage, _ writer: inout JSONWriter) {
        writer.member("first", coverage.first.description)
        writer.member("last", coverage.last.description)
        writer.member("closes", coverage.count)
        writer.member("missing", coverage.missing)
        writer.member("retrieved_at", MomentText.iso(coverage.retrievedAt))
    }

    /// Gaps, jumps and old closes, a sentence each.
    package static func members(of asset: Asset, _ faults: [HistoryFault], _ writer: inout JSONWriter) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        writer.key("faults")
        writer.array { writer in for fault in faults { writer.string(fault.description) } }
    }

    /// What an import of one file did.
    ///
    /// - Parameters:
    ///   - file: what the caller calls it.
    ///   - days: the first and the last of the file's days.
    package static func members(
        of asset: Asset, file: String, days: ClosedRange<Day>, _ result: CandleImport, _ writer: inout JSONWriter
    ) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        writer.member("file", file)
        writer.member("first", days.lowerBound.description)
        writer.member("last", days.upperBound.description)
        writer.member("added", result.added)
        writer.member("unchanged", result.unchanged)
        writer.member("changes", result.changes) { change, writer in
            writer.member("day", change.day.description)
            writer.member("stored", change.old)
            writer.member("source", change.oldSource)
            writer.member("file", change.new)
        }
        writer.key("replaced")
        writer.boolean(result.isReplaced)
    }
}
