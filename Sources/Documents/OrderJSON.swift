import JSONText
import Ledger
import Portfolio

/// What orders did, or would do, for programs: amounts are texts, exact to 18 places.
package enum OrderJSON {
    /// The members of an object.
    ///
    /// - Parameter results: what became of each transaction; empty for a preview, whose transactions have no numbers yet.
    package static func members(
        of prepared: PreparedOrder, _ results: [AppendResult], isPreview: Bool, _ writer: inout JSONWriter
    ) {
        writer.key("preview")
        writer.boolean(isPreview)
        writer.member("transactions", prepared.rows.indices) { index, writer in
            writer.member("id", index < results.count ? Int(results[index].id.number) : nil)
            TransactionJSON.members(of: prepared.rows[index], &writer)
        }
        writer.member("effects", prepared.effects) { effect, writer in
            writer.member("wallet_id", effect.wallet.publicID)
            writer.member("wallet", effect.wallet.name)
            writer.member("asset", effect.asset.id.description)
            writer.member("before", effect.before.description)
            writer.member("after", effect.after.description)
        }
        writer.member("prices", prepared.prices.sorted { $0.key < $1.key }) { entry, writer in
            writer.member("asset", entry.key.description)
            writer.member("day", entry.value.day.description)
            writer.member("price", entry.value.price.description)
            writer.member("source", entry.value.source)
        }
    }
}
