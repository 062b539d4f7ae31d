import Ledger
import Market
import Records

/// Schemas that several documents of simulated accounts share.
package enum TradingSchemas {
    package static let currency = Schema.choice(Currency.allCases.map(\.code))

    /// Every answer states that the money is not real.
    package static let simulated = Schema.Member("simulated", .boolean, "Always true: no real money is ever moved.")
}
