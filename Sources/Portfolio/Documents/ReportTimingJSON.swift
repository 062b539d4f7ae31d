import JSONText
import Ledger

/// The members shared by all reports: their wallets, and how their day relates to the transactions.
package enum ReportTimingJSON {
    /// Writes `wallet_id` and the name `wallet`; for a group, `wallets` with these members for each wallet.
    package static func members(of wallets: WalletGroup, _ writer: inout JSONWriter) {
        guard wallets.isGroup else { return members(of: wallets.wallets[0], &writer) }
        writer.member("wallets", wallets.wallets) { members(of: $0, &$1) }
    }

    /// Writes `wallet_id`, null for a wallet that is not stored, and the name `wallet`.
    static func members(of wallet: Wallet, _ writer: inout JSONWriter) {
        writer.member("wallet_id", wallet.publicID.isEmpty ? nil : wallet.publicID)
        writer.member("wallet", wallet.name)
    }

    /// Writes `first_transaction` and `later_transactions`.
    package static func members(of timing: ReportTiming, _ writer: inout JSONWriter) {
        writer.member("first_transaction", timing.firstDay?.description)
        writer.key("later_transactions")
        guard let later = timing.later else { return writer.null() }
        writer.object { writer in
            writer.member("count", later.count)
            writer.member("first", later.first.description)
            writer.member("last", later.last.description)
            writer.member("included", later.areIncluded)
            writer.key("transactions")
            writer.array { writer in for id in later.transactions { writer.integer(Int(id.number)) } }
        }
    }
}
