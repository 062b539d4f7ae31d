import JSONText
import Ledger

/// The result or preview of a transaction import as JSON. Amounts are strings, exact to 18 decimal places.
package enum ImportJSON {
    /// The largest number of elements in each list.
    package static let longestList = 1000

    /// Returns one object and a line break.
    package static func document(_ report: ImportReport) -> String {
        JSONWriter.document { writer in writer.object { members(of: report, &$0) } }
    }

    /// Writes the members of that object.
    package static func members(of report: ImportReport, _ writer: inout JSONWriter) {
        let new = zip(report.rows, report.results).filter { $1.isNew }
        writer.member("preview", report.isPreview)
        writer.member("recorded", report.isPreview ? 0 : new.count)
        writer.member("new", new.count)
        writer.member("known", report.results.count - new.count)
        writer.member("row_order", report.order.rawValue)
        writer.member("transactions", new.prefix(longestList)) { entry, writer in
            writer.member("id", report.isPreview ? nil : Int(entry.1.id.number))
            TransactionJSON.members(of: entry.0, &writer)
        }
        writer.member("effects", report.effects.prefix(longestList)) { effect, writer in
            OrderJSON.write((effect.walletID, effect.wallet), effect.asset, before: effect.before, after: effect.after, &writer)
        }
        writer.member("prices", report.prices.prefix(longestList)) { price, writer in
            OrderJSON.write(price.close, of: price.asset.id, &writer)
        }
        writer.key("unknown_costs")
        writer.array { writer in for id in Set(report.unknownCosts.map(\.asset.id)).sorted() { writer.string(id.description) } }
        writer.key("unknown_cost_lines")
        writer.array { writer in for unknown in report.unknownCosts.prefix(longestList) { writer.integer(unknown.line) } }
    }
}
