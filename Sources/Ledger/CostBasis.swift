/// The order in which lots leave a wallet. A lot's age counts from its purchase, even after transfers between wallets.
package enum CostBasis: String, CaseIterable, Sendable {
    /// Oldest lots first.
    case fifo
    /// Newest lots first.
    case lifo
    /// Lots with the highest unit cost first; of equal ones the oldest. Lots of unknown cost come last.
    case hifo
    /// A share of all lots: every coin has the average cost and the age of the oldest. While the pool contains coins of unknown
    /// cost, the cost of all coins is unknown.
    case average
}
