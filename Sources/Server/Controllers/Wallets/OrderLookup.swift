import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio

extension OrderBody {
    /// Returns the orders, with their assets and wallets looked up.
    func orders(in wallet: Wallet, _ portfolio: Portfolio) async throws -> [Order] {
        let now = portfolio.time
        try circumstances.refuseFuture(now: now)
        if case .set(let holdings) = action { return try await orders(setting: holdings, in: wallet, portfolio, now: now) }
        let (asset, action) = try await looked(portfolio)
        return [try circumstances.order(wallet, asset, action, now: now)]
    }

    private func orders(
        setting holdings: [Holding], in wallet: Wallet, _ portfolio: Portfolio, now: Int
    ) async throws -> [Order] {
        var orders: [Order] = []
        for (index, holding) in holdings.enumerated() {
            let asset = try await portfolio.asset(holding.asset, at: "/holdings/\(index)/asset")
            guard !orders.contains(where: { $0.asset.id == asset.id }) else {
                throw Problem(
                    .unprocessableContent, "repeated-asset", "\(asset.ticker) is given twice; give each asset once",
                    field: "/holdings/\(index)/asset", value: .string(holding.asset))
            }
            orders.append(try circumstances.order(wallet, asset, .set(holding.quantity), now: now))
        }
        return orders
    }

    private func looked(_ portfolio: Portfolio) async throws -> (asset: Asset, action: Order.Action) {
        func asset(_ text: String) async throws -> Asset { try await portfolio.asset(text, at: "/asset") }
        switch action {
        case .set: preconditionFailure("holdings are set by orders(setting:in:_:now:)")
        case .deposit(let name, let quantity, let cost): return (try await asset(name), .deposit(quantity, cost: cost))
        case .withdrawal(let name, let quantity, let value): return (try await asset(name), .withdraw(quantity, value: value))
        case .buy(let name, let size, let price, let fee): return (try await asset(name), .buy(size, price: price, fee: fee))
        case .sell(let name, let size, let price, let fee): return (try await asset(name), .sell(size, price: price, fee: fee))
        case .transfer(let name, let quantity, let target, let fee):
            let coin = try await asset(name)
            let wallet = try await Problem.at("/to") { try await portfolio.wallets.named(target) }
            return (coin, .transfer(quantity, to: wallet, fee: fee))
        case .fee(let name, let quantity): return (try await asset(name), .fee(quantity))
        case .income(let name, let quantity, let basis): return (try await asset(name), .income(quantity, basis: basis))
        }
    }
}

extension Portfolio {
    /// An asset that a body names.
    func asset(_ text: String, at field: String) async throws -> Asset {
        try await Problem.at(field) { try await market.directory.asset(text) }
    }
}
