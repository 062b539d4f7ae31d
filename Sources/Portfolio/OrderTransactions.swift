import Ledger
import Market

/// Makes the transaction of an order, using the closes of its day if the order has no price.
struct OrderTransactions: Sendable {
    let prices: ClosePrices

    /// The data collected during preparation.
    struct Draft {
        var transactions: [Transaction] = []
        var prices: [AssetID: PriceOfDay] = [:]
        var unknownCosts: [Asset] = []
    }

    /// Returns the transaction of an order; nil for one that changes nothing.
    ///
    /// - Parameters:
    ///   - key: the key under which it is recorded.
    ///   - holding: the quantity of the asset before it.
    ///   - draft: collects the closes it uses and coins without a known cost.
    func transaction(
        _ order: Order, key: String, holding: Quantity, _ draft: inout Draft
    ) async throws -> Transaction? {
        try await unlabelled(order, key: key, holding: holding, &draft)?.labelled(order.label)
    }

    private func unlabelled(
        _ order: Order, key: String, holding: Quantity, _ draft: inout Draft
    ) async throws -> Transaction? {
        let (wallet, asset) = (order.wallet.id, order.asset.id)
        switch order.action {
        case .deposit(let quantity, let cost):
            return try await deposit(order, quantity, cost: cost, key: key, &draft)
        case .withdraw(let quantity, let value):
            return try await withdrawal(order, quantity, value, key: key, &draft)
        case .buy(let size, let price, let fee):
            let (quantity, cash) = try await trade(order, size, price, key: key, &draft)
            return try .buy(
                key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, paid: cash, fee: fee,
                note: order.note)
        case .sell(let size, let price, let fee):
            let (quantity, cash) = try await trade(order, size, price, key: key, &draft)
            return try .sell(
                key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, received: cash, fee: fee,
                note: order.note)
        case .transfer(let quantity, let target, let fee):
            guard target.id != wallet else { throw PortfolioError.sameWallet(target.name) }
            return try .transfer(
                key: key, time: order.time, from: wallet, to: target.id, asset: asset, quantity: quantity, fee: fee,
                note: order.note)
        case .fee(let quantity):
            return try .fee(key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, note: order.note)
        case .income(let quantity, let basis): return try await income(order, quantity, basis, key: key, &draft)
        case .swap(let quantity, let other, let received, let value):
            return try await swap(order, quantity, other, received, value, key: key, &draft)
        case .split(let quantity, let other, let received):
            let isSame = asset == other.id
            guard Currency(asset) == nil, Currency(other.id) == nil, !isSame || quantity != received else {
                throw PortfolioError.notExchangeable(.split, order.asset, other)
            }
            return try .split(
                key: key, time: order.time, wallet: wallet, asset: asset, quantity: quantity, into: other.id, received: received,
                note: order.note)
        case .set(let wanted):
            return try await set(order, wanted, holding: holding, key: key, &draft)
        }
    }

    private func deposit(
        _ order: Order, _ quantity: Quantity, cost: Money?, key: String, _ draft: inout Draft
    ) async throws -> Transaction {
        var value = cost
        if value == nil { value = try await marketValue(order, quantity, &draft) }
        if value == nil, order.asset.id != .usd { draft.unknownCosts.append(order.asset) }
        return try .deposit(
            key: key, time: order.time, wallet: order.wallet.id, asset: order.asset.id, quantity: quantity, value: value,
            note: order.note)
    }

    private func income(
        _ order: Order, _ quantity: Quantity, _ basis: Order.IncomeBasis, key: String, _ draft: inout Draft
    ) async throws -> Transaction {
        let (wallet, asset) = (order.wallet.id, order.asset)
        var (value, isAtMarketValue) =
            switch basis {
            case .zero(let value): (value, false)
            case .marketValue(let value): (value, true)
            }
        if value == nil { value = try await marketValue(order, quantity, &draft) }
        // The value of cash is its amount in any case.
        guard isAtMarketValue, asset.id != .usd else {
            return try .income(
                key: key, time: order.time, wallet: wallet, asset: asset.id, quantity: quantity, value: value, note: order.note)
        }
        guard let value else { throw try await noPrice(order) }
        return try .incomeAtMarketValue(
            key: key, time: order.time, wallet: wallet, asset: asset.id, quantity: quantity, value: value, note: order.note)
    }

    private func noPrice(_ order: Order) async throws -> PortfolioError {
        .noPrice(
            asset: order.asset.ticker, day: Day(secondsSince1970: order.time),
            newest: try await prices.newestPrice(of: order.asset.id, through: prices.today)?.day)
    }

    private func swap(
        _ order: Order, _ quantity: Quantity, _ other: Asset, _ received: Quantity, _ given: Money?, key: String,
        _ draft: inout Draft
    ) async throws -> Transaction {
        let asset = order.asset
        guard asset.id != other.id, asset.id != .usd, other.id != .usd else {
            throw PortfolioError.notExchangeable(.swap, asset, other)
        }
        var value = given
        if value == nil { value = try await marketValue(order, quantity, &draft) }
        // Many new coins have no closes.
        if value == nil { value = try await marketValue(order, received, of: other, &draft) }
        if value == nil { draft.unknownCosts.append(other) }
        return try .swap(
            key: key, time: order.time, wallet: order.wallet.id, asset: asset.id, quantity: quantity, into: other.id,
            received: received, value: value, note: order.note)
    }

    private func set(
        _ order: Order, _ wanted: Quantity, holding: Quantity, key: String, _ draft: inout Draft
    ) async throws -> Transaction? {
        guard wanted >= .zero else { throw PortfolioError.negativeAmount(order.asset.ticker, wanted) }
        if wanted > holding { return try await deposit(order, wanted.subtracting(holding), cost: nil, key: key, &draft) }
        guard wanted < holding else { return nil }
        return try await withdrawal(order, holding - wanted, nil, key: key, &draft)
    }

    private func withdrawal(
        _ order: Order, _ quantity: Quantity, _ given: Money?, key: String, _ draft: inout Draft
    ) async throws -> Transaction {
        var value = given
        if value == nil, order.label != .loss { value = try await marketValue(order, quantity, &draft)?.unlessZero }
        return try .withdrawal(
            key: key, time: order.time, wallet: order.wallet.id, asset: order.asset.id, quantity: quantity, value: value,
            note: order.note)
    }

    /// Returns the market value of a quantity; nil for cash, whose value is its amount, if no close is known, and if the order does
    /// not want it.
    ///
    /// - Parameter other: an asset other than the order's.
    private func marketValue(
        _ order: Order, _ quantity: Quantity, of other: Asset? = nil, _ draft: inout Draft
    ) async throws -> Money? {
        let asset = (other ?? order.asset).id
        guard order.looksUpValue, let price = try await prices.marketPrice(of: asset, at: order.time) else { return nil }
        draft.prices[asset] = price
        return try quantity.multiplied(by: price.price)
    }

    private func trade(
        _ order: Order, _ size: Order.Size, _ price: Money?, key: String, _ draft: inout Draft
    ) async throws -> (quantity: Quantity, cash: Money) {
        guard order.asset.id != .usd else { throw PortfolioError.cashForCash }
        // Checked before the price is looked up, because a missing price would be reported instead.
        guard size.amount > .zero else { throw LedgerError.badAmount(key: key, name: "quantity", amount: size.amount) }
        switch size {
        case .exact(let quantity, let cash): return (quantity, cash)
        case .coins(let quantity): return (quantity, try quantity.multiplied(by: try await self.price(order, price, &draft)))
        case .cash(let cash): return (try cash.divided(by: try await self.price(order, price, &draft)), cash)
        }
    }

    /// Returns the price of a trade: the given one, or the close of the day.
    private func price(_ order: Order, _ given: Money?, _ draft: inout Draft) async throws -> Money {
        if given == nil { draft.prices[order.asset.id] = try await prices.marketPrice(of: order.asset.id, at: order.time) }
        guard let price = given ?? draft.prices[order.asset.id]?.price else { throw try await noPrice(order) }
        // A number of coins can be sold for nothing, but nothing buys no coins, and no number of worthless coins gives cash.
        if case .sell(.coins, _, _) = order.action, price == .zero { return price }
        guard price > .zero else { throw PortfolioError.badPrice(order.asset.ticker, price) }
        return price
    }
}

extension Money {
    /// The market value of coins that leave; nil if it rounds to zero, because a recorded value of zero would mean that they are lost.
    var unlessZero: Money? { amount == .zero ? nil : self }
}
