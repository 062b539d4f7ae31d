import Ledger
import Market

/// An investment to add: coins at their buy price.
package struct NewInvestment: Sendable {
    package let asset: Asset
    package let quantity: Quantity
    /// What the coins cost together.
    package let cost: Money

    /// - Parameter price: the price of one coin.
    /// - Throws: ``PortfolioError/cashForCash`` for US dollars, ``PortfolioError/negativeAmount(_:_:)``, and `DecimalError` for a
    ///   cost that is too large.
    package init(_ asset: Asset, quantity: Quantity, price: Money) throws {
        guard asset.id != .usd else { throw PortfolioError.cashForCash }
        guard price.amount >= .zero else { throw PortfolioError.negativeAmount(asset.ticker, price.amount) }
        (self.asset, self.quantity) = (asset, quantity)
        cost = try quantity.multiplied(by: price)
    }
}

extension Portfolio {
    /// Returns the order that adds an investment, and creates the wallet of investments if there is none.
    ///
    /// - Parameters:
    ///   - time: when it was bought, in seconds since 1970-01-01 UTC.
    ///   - isTimeGiven: whether the user gave the time.
    package func order(
        for investment: NewInvestment, time: Int, isTimeGiven: Bool, note: String
    ) async throws -> Order {
        Order(
            wallet: try await investments(), asset: investment.asset,
            action: .deposit(investment.quantity, cost: investment.cost), time: time, isTimeGiven: isTimeGiven, note: note)
    }

    /// Returns the wallet of investments; nil if there is none.
    package func investmentWallet() async throws -> Wallet? {
        try await walletRepository.wallet(named: Self.investmentsName, of: owner)
    }
}
