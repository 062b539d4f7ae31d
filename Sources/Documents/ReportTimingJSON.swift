import JSONText
import Ledger
import Portfolio

/// What reports have in common, for programs: whose they are, and how their day lies among the transactions.
package enum ReportTimingJSON {
    /// `wallet_id` and `wallet`, its name; or `wallets` with those of each wallet of a group.
    package static func members(of wallets: WalletGroup, _ writer: inout JSONWriter) {
        guard wallets.isGroup else { return members(of: wallets.wallets[0], &writer) }
        writer.member("wallets", wallets.wallets) { members(of: $0, &$1) }
    }

    /// `wallet_id`, null for a wallet that is not stored, and `wallet`, its name.
    static func members(of wallet: Wallet, _ writer: inout JSONWriter) {
        writer.member("wallet_id", wallet.publicID.isEmpty ? nil : wallet.publicID)
        writer.member("wallet", wallet.name)
    }

    /// `first_transaction` and `later_transactions`.
    package static func members(of timing: ReportTiming, _ writer: inout JSONWriter) {
        writer.member("first_transaction", timing.firstDay?.description)
        writer.key("later_transactions")
        guard let later = timing.later else { return writer.null() }
        writer.object { writer in
            writer.member("count", later.count)
            writer.member("first", later.first.description)
            writer.member("last", later.last.description)
            writer.key("included")
            writer.boolean(later.areIncluded)
            writer.key("transactions")
            writer.array { writer in for id in later.transactions { writer.integer(Int(id.number)) } }
        }
    }
}
