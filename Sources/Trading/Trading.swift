import Identity
import Store

/// Simulated accounts: trades, deposits, withdrawals and transfers, each a use case. No real money is ever moved.
package final class Trading: Sendable {
    package let accounts: TradingAccounts
    package let trades: Trades
    package let orders: StandingOrders
    package let plans: Plans
    package let payments: Payments
    package let methods: PaymentMethods
    package let transfers: Transfers
    package let referrals: Referrals
    /// The verification of people, whose levels are those of their simulated accounts.
    package let identity: Identity
    package let work: DueWork
    package let parts: TradingParts

    /// - Parameter holder: identifies this process among those that do the scheduled work.
    package init(_ parts: TradingParts, holder: String) {
        self.parts = parts
        accounts = TradingAccounts(parts: parts)
        trades = Trades(parts: parts)
        orders = StandingOrders(parts: parts)
        plans = Plans(parts: parts)
        payments = Payments(parts: parts)
        methods = PaymentMethods(parts: parts)
        transfers = Transfers(parts: parts)
        referrals = Referrals(parts: parts)
        let identity = Identity(
            IdentityParts(
                parts.store, parts.identity, documentDays: parts.rules.documentDays, levels: AccountLevels(parts: parts),
                now: parts.now))
        self.identity = identity
        work = TradingWork(parts: parts, verifications: identity.verifications).due(holder: holder)
    }
}
