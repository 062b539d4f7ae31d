import JSONText
import Ledger
import Portfolio

/// What orders did, or would do, for programs: amounts are texts, exact to 18 places.
package enum OrderJSON {
    /// The same of transactions that take others back.
    package static func members(
        of corrections: [LoggedTransaction], _ effects: [PreparedOrder.Effect], _ writer: inout JSONWriter
    ) {
        writer.key("preview")
        writer.boolean(false)
        writer.member("recorded", corrections.count)
        writer.member("transactions", corrections) { TransactionJSON.members(of: $0, &$1) }
        writer.member("effects", effects, write)
        for name in ["prices", "unknown_costs"] {
            writer.key(name)
            writer.array { _ in }
        }
    }

    private static func write(_ effect: PreparedOrder.Effect, _ writer: inout JSONWriter) {
        writer.member("wallet_id", effect.wallet.publicID)
        writer.member("wallet", effect.wallet.name)
        writer.member("asset", effect.asset.id.description)
        writer.member("before", effect.before.description)
        writer.member("after", effect.after.description)
    }

    /// The members of a receipt.
    ///
    /// - Parameter results: what became of each transaction; empty for a preview, whose transactions have no numbers yet.
    package static func members(
        of prepared: PreparedOrder, _ results: [AppendResult], isPreview: Bool, _ writer: inout JSONWriter
    ) {
        writer.key("preview")
        writer.boolean(isPreview)
        writer.member("recorded", results.count)
        writer.member("transactions", prepared.rows.indices) { index, writer in
            writer.member("id", index < results.count ? Int(results[index].id.number) : nil)
            TransactionJSON.members(of: prepared.rows[index], &writer)
        }
        writer.member("effects", prepared.effects, write)
        writer.member("prices", prepared.prices.sorted { $0.key < $1.key }) { entry, writer in
            writer.member("asset", entry.key.description)
            writer.member("day", entry.value.day.description)
            writer.member("price", entry.value.price.description)
            writer.member("source", entry.value.source)
        }
        writer.key("unknown_costs")
        writer.array { writer in for asset in prepared.unknownCosts { writer.string(asset.id.description) } }
    }
}
