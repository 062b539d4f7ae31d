/// Which lots leave a wallet first. A lot is as old as its purchase, whatever wallets it has been in since.
package enum CostBasis: String, CaseIterable, Sendable {
    /// The oldest.
    case fifo
    /// The newest.
    case lifo
    /// Those with the highest cost a coin, of equal ones the oldest; those whose cost is unknown last.
    case hifo
    /// A share of all of them: every coin has the average cost, and is as old as the oldest. While coins of unknown cost are among
    /// them, the cost of all is unknown.
    case average
}
