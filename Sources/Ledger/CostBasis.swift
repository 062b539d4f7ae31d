/// Which lots leave a wallet first.
public enum CostBasis: String, CaseIterable, Sendable {
    /// The oldest.
    case fifo
    /// The newest.
    case lifo
    /// Those with the highest cost a coin.
    case hifo
    /// A share of all of them: every coin has the average cost.
    case average
}
