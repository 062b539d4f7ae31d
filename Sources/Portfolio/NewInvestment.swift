import Ledger
import Market

/// An investment to add: coins at their buy price.
package struct NewInvestment: Sendable {
    package let asset: Asset
    package let quantity: Quantity
    /// The total cost of the coins.
    package let cost: Money

    /// - Parameter price: the price of one coin.
    /// - Throws: ``PortfolioError/cashForCash`` for US dollars, ``PortfolioError/negativeAmount(_:_:)``, and `DecimalError` if the
    ///   cost is too large.
    package init(_ asset: Asset, quantity: Quantity, price: Money) throws {
        guard asset.id != .usd else { throw PortfolioError.cashForCash }
        guard price.amount >= .zero else { throw PortfolioError.negativeAmount(asset.ticker, price.amount) }
        (self.asset, self.quantity) = (asset, quantity)
        cost = try quantity.multiplied(by: price)
    }
}
