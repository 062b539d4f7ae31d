import JSONText
import Market

/// Stored closes, their faults, and the results of imports, as JSON.
package enum MarketHistoryJSON {
    /// Writes which days of an asset are stored.
    package static func members(of asset: Asset, _ coverage: CandleCoverage, _ writer: inout JSONWriter) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        members(of: coverage, &writer)
    }

    /// Writes which days are stored, without the asset.
    package static func members(of coverage: CandleCoverage, _ writer: inout JSONWriter) {
        writer.member("first", coverage.first.description)
        writer.member("last", coverage.last.description)
        writer.member("closes", coverage.count)
        writer.member("missing", coverage.missing)
        writer.member("retrieved_at", MomentText.iso(coverage.retrievedAt))
    }

    /// Writes gaps, jumps and old closes, one sentence each.
    package static func members(of asset: Asset, _ faults: [HistoryFault], _ writer: inout JSONWriter) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        writer.key("faults")
        writer.array { writer in for fault in faults { writer.string(fault.description) } }
    }

    /// Writes the result of importing one file.
    ///
    /// - Parameters:
    ///   - file: the file's name, as given by the caller.
    ///   - days: the first and last day of the file.
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
        writer.member("replaced", result.isReplaced)
        writer.member("gaps", result.gaps) { gap, writer in
            writer.member("first", gap.lowerBound.description)
            writer.member("last", gap.upperBound.description)
        }
    }
}
