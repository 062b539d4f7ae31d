import APIKit
import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio
import Records

extension OrderInput {
    /// Returns the orders, with their assets and wallets looked up.
    func orders(in wallet: Wallet, _ portfolio: Portfolio) async throws -> [Order] {
        let tradeSize = try kind == .buy || kind == .sell ? size : nil
        let time = try circumstances.seconds(now: portfolio.time)
        if let holdings { return try await orders(setting: holdings.all, in: wallet, portfolio, time: time) }
        let coin = try await portfolio.asset(try required(asset, "asset"), at: "/asset")
        return [
            circumstances.order(
                wallet, coin, try await action(tradeSize, portfolio), time: time, looksUpValue: looksUpValue ?? true, label: label)
        ]
    }

    /// Returns the purchase that comes with a deposit of the missing cash; nil for other orders.
    func purchaseWithDeposit(_ orders: [Order]) -> Order? { kind == .buy && depositsMissingCash == true ? orders.first : nil }

    private func orders(
        setting holdings: [HoldingsInput.Holding], in wallet: Wallet, _ portfolio: Portfolio, time: Int
    ) async throws -> [Order] {
        var orders: [Order] = []
        for (index, holding) in holdings.enumerated() {
            let asset = try await portfolio.asset(holding.asset, at: "/holdings/\(index)/asset")
            guard !orders.contains(where: { $0.asset.id == asset.id }) else {
                throw Problem(
                    .unprocessableContent, "repeated-asset", "\(asset.ticker) is given twice; give each asset once",
                    field: "/holdings/\(index)/asset", value: .string(holding.asset))
            }
            orders.append(circumstances.order(wallet, asset, .set(holding.quantity), time: time))
        }
        return orders
    }

    /// - Parameter size: of a purchase or sale.
    private func action(_ size: Order.Size?, _ portfolio: Portfolio) async throws -> Order.Action {
        switch kind {
        case .set: return .set(try required(quantity, "holdings"))
        case .deposit: return .deposit(try required(quantity, "quantity"), cost: cost.map(Money.usd))
        case .withdrawal: return .withdraw(try required(quantity, "quantity"), value: value.map(Money.usd))
        case .buy: return .buy(try required(size, "quantity"), price: price.map(Money.usd), fee: .usd(fee ?? .zero))
        case .sell: return .sell(try required(size, "quantity"), price: price.map(Money.usd), fee: .usd(fee ?? .zero))
        case .transfer:
            let name = try required(to, "to")
            let target = try await Problem.at("/to") { try await portfolio.wallets.named(name) }
            return .transfer(try required(quantity, "quantity"), to: target, fee: fee ?? .zero)
        case .fee: return .fee(try required(quantity, "quantity"))
        case .income: return .income(try required(quantity, "quantity"), basis: try basis)
        case .swap, .split:
            let (given, received) = (try required(quantity, "quantity"), try required(toQuantity, "to_quantity"))
            let other = try await portfolio.asset(try required(toAsset, "to_asset"), at: "/to_asset")
            guard kind == .swap else { return .split(given, into: other, received: received) }
            return .swap(given, into: other, received: received, value: value.map(Money.usd))
        }
    }

    /// Returns a member that the schema of the kind requires.
    private func required<Value>(_ value: Value?, _ name: String) throws(SchemaFault) -> Value {
        guard let value else { throw .missing(field: "/\(name)", accepted: "a value") }
        return value
    }

    private var size: Order.Size {
        get throws(Problem) {
            switch (quantity, cash, price) {
            case (let quantity?, nil, _): return .coins(quantity)
            case (nil, let cash?, _): return .cash(.usd(cash))
            case (let quantity?, let cash?, nil): return .exact(quantity, .usd(cash))
            default:
                throw Problem(
                    .unprocessableContent, "quantity-or-cash", "give quantity or cash, or both without a price",
                    field: "/quantity", accepted: "quantity or cash, or both without a price")
            }
        }
    }

    /// A value means income at market value if `at_market` is missing.
    private var basis: Order.IncomeBasis {
        get throws(Problem) {
            let value = value.map(Money.usd)
            guard isAtMarket ?? (value != nil) else { return .zero(value: value) }
            guard value != nil || looksUpValue != false else {
                throw .invalid("/look_up_value", value: .boolean(false), accepted: "true if at_market is true and value is missing")
            }
            return .marketValue(value)
        }
    }
}

extension OrderCircumstances {
    /// - Parameter time: in seconds since 1970-01-01 UTC.
    func order(
        _ wallet: Wallet, _ asset: Asset, _ action: Order.Action, time: Int, looksUpValue: Bool = true,
        label: Transaction.Label? = nil
    ) -> Order {
        Order(
            wallet: wallet, asset: asset, action: action, time: time, isTimeGiven: self.time != nil, looksUpValue: looksUpValue,
            note: note, label: label)
    }

    /// Returns the time in seconds since 1970-01-01 UTC.
    ///
    /// - Throws: a ``Problem`` for a time in the future.
    func seconds(now: Int) throws(Problem) -> Int {
        guard let time, let timeSeconds else { return now }
        guard timeSeconds > now else { return timeSeconds }
        throw Problem(
            .unprocessableContent, "not-yet",
            "\(time) has not come yet: times are in UTC, where it is \(MomentText.short(now)) now", field: "/time",
            value: .string(time), accepted: "up to \(MomentText.iso(now))")
    }
}

extension Portfolio {
    /// An asset that a body names.
    func asset(_ text: String, at field: String) async throws -> Asset {
        try await Problem.at(field) { try await market.directory.asset(text) }
    }
}
