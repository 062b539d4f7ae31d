import JSONText
import Ledger
import Market

/// The results of orders, recorded or only previewed, as JSON. Amounts are strings, exact to 18 decimal places.
package enum OrderJSON {
    /// Writes the members of a receipt for transactions that take others back.
    package static func members(
        of corrections: [LoggedTransaction], _ effects: [PreparedOrder.Effect], _ writer: inout JSONWriter
    ) {
        writer.member("preview", false)
        writer.member("recorded", corrections.count)
        writer.member("transactions", corrections) { TransactionJSON.members(of: $0, &$1) }
        writer.member("effects", effects, write)
        for name in ["prices", "unknown_costs"] {
            writer.key(name)
            writer.array { _ in }
        }
    }

    private static func write(_ effect: PreparedOrder.Effect, _ writer: inout JSONWriter) {
        write((effect.wallet.publicID, effect.wallet.name), effect.asset, before: effect.before, after: effect.after, &writer)
    }

    /// Writes a holding that changed.
    ///
    /// - Parameter wallet: its id is nil if the wallet exists only in a preview.
    static func write(
        _ wallet: (id: String?, name: String), _ asset: Asset, before: Quantity, after: Quantity, _ writer: inout JSONWriter
    ) {
        writer.member("wallet_id", wallet.id)
        writer.member("wallet", wallet.name)
        writer.member("asset", asset.id.description)
        writer.member("before", before.description)
        writer.member("after", after.description)
    }

    /// Writes a close that was looked up.
    static func write(_ close: PriceOfDay, of asset: AssetID, _ writer: inout JSONWriter) {
        writer.member("asset", asset.description)
        writer.member("day", close.day.description)
        writer.member("price", close.price.description)
        writer.member("source", close.source)
    }

    /// Writes the members of a receipt.
    ///
    /// - Parameter results: the result of each transaction; empty for a preview, whose transactions have no numbers yet.
    package static func members(
        of prepared: PreparedOrder, _ results: [AppendResult], isPreview: Bool, _ writer: inout JSONWriter
    ) {
        writer.member("preview", isPreview)
        writer.member("recorded", results.count)
        writer.member("transactions", prepared.rows.indices) { index, writer in
            writer.member("id", index < results.count ? Int(results[index].id.number) : nil)
            TransactionJSON.members(of: prepared.rows[index], &writer)
        }
        writer.member("effects", prepared.effects, write)
        writer.member("prices", prepared.prices.sorted { $0.key < $1.key }) { entry, writer in
            write(entry.value, of: entry.key, &writer)
        }
        writer.key("unknown_costs")
        writer.array { writer in for asset in prepared.unknownCosts { writer.string(asset.id.description) } }
    }
}
