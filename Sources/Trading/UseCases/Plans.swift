import Digests
import Ledger
import Market

/// Repeated purchases, such as 50 EUR of BTC a week.
package struct Plans: Sendable {
    let parts: TradingParts

    /// A plan to start.
    package struct Request: Equatable, Sendable {
        package let asset: AssetID
        package let currency: Currency
        /// Cash for each purchase, fee included.
        package let amount: FixedDecimal
        package let every: RecurringPlan.Interval
        /// Days until it ends.
        package let days: Int

        package init(
            _ asset: AssetID, _ currency: Currency, amount: FixedDecimal, every: RecurringPlan.Interval, days: Int
        ) {
            (self.asset, self.currency, self.amount, self.every, self.days) = (asset, currency, amount, every, days)
        }
    }

    /// Starts a plan. Its first purchase is due at once.
    ///
    /// - Throws: ``TradingError``.
    package func start(_ request: Request, of owner: String) async throws -> RecurringPlan {
        try await parts.change { change in
            let account = try change.account(of: owner)
            try change.requireOrderRoom(of: owner)
            let rules = change.rules
            guard (1...rules.longestOrderDays).contains(request.days) else {
                throw TradingError.badEnd(mostDays: rules.longestOrderDays)
            }
            guard rules.limits(account.level, .trade).day > .zero else { throw TradingError.notVerified(.trade) }
            guard try change.records.plans(of: owner).count(where: { $0.state == .active }) < rules.mostOpenOrders else {
                throw TradingError.tooManyOrders(most: rules.mostOpenOrders)
            }
            _ = try change.pricing(try change.coin(request.asset), in: request.currency).figures(.buy, .cash(request.amount))
            let firstAt = try change.bankNow
            let plan = RecurringPlan(
                id: TradingParts.newID("r_"), owner: owner, asset: request.asset, currency: request.currency,
                amount: request.amount,
                every: request.every, firstAt: firstAt, nextAt: firstAt, endsAt: firstAt + request.days * 86_400,
                createdAt: change.now)
            try change.keepBankTime()
            try change.records.insert(plan)
            return plan
        }
    }

    package func all(of owner: String) async throws -> [RecurringPlan] {
        try await parts.read { try $0.records.plans(of: owner) }
    }

    /// - Throws: ``TradingError``.
    package func plan(_ id: String, of owner: String) async throws -> RecurringPlan {
        try await parts.read { change in
            guard let plan = try change.records.plan(id: id), plan.owner == owner else { throw TradingError.noPlan(id) }
            return plan
        }
    }

    /// A plan, with the result of its newest purchase.
    package struct Listed: Equatable, Sendable {
        package let plan: RecurringPlan
        /// The order of the newest purchase, filled or failed; nil before the first.
        package let newest: TradeOrder?
    }

    /// All plans, each with the order of its newest purchase.
    package func listed(of owner: String) async throws -> [Listed] {
        try await parts.read { change in
            try change.records.plans(of: owner).map { plan in
                Listed(plan: plan, newest: try plan.newestOrder.flatMap { try change.records.order(id: $0) })
            }
        }
    }

    /// - Throws: ``TradingError/noPlan(_:)``, ``TradingError/planEnded(_:)``.
    package func cancel(_ id: String, of owner: String) async throws -> RecurringPlan {
        try await parts.change { change in
            guard var plan = try change.records.plan(id: id), plan.owner == owner else { throw TradingError.noPlan(id) }
            if plan.state == .cancelled { return plan }
            guard plan.state == .active else { throw TradingError.planEnded(id) }
            plan.state = .cancelled
            try change.records.update(plan)
            return plan
        }
    }

    /// Makes the due purchases, each in a transaction of its own, which also moves the plan to its next date.
    ///
    /// Dates that passed while no server was running are combined into one purchase, and none is made after the plan's end; only
    /// the first purchase, which is due at the start, is made whenever a server runs. A purchase that cannot be made, for lack of
    /// cash or of a price, becomes a failed order with the reason.
    func runDue(_ work: inout UnfinishedWork) async throws {
        while !Task.isCancelled {
            let due = try await parts.read { try $0.records.duePlans(at: try $0.bankNow, limit: 100).map(\.id) }
            let done = try await work.doEach(due, parts) { change, id in try change.runPlan(id) }
            // Purchases that could not be made are still due.
            guard due.count == 100, done > 0 else { break }
        }
    }
}

extension TradingChange {
    fileprivate func runPlan(_ id: String) throws -> Bool {
        let bankNow = try bankNow
        guard var plan = try records.plan(id: id), plan.state == .active, plan.nextAt <= bankNow else { return false }
        try keepBankTime()
        let isInTime = plan.nextAt < plan.endsAt && (bankNow < plan.endsAt || plan.runs == 0)
        guard isInTime, let account = try records.account(of: plan.owner) else {
            plan.state = .ended
            try records.update(plan)
            return true
        }
        plan.runs += 1
        plan.nextAt = plan.date(after: bankNow)
        if plan.nextAt >= plan.endsAt { plan.state = .ended }
        try records.update(plan)
        let order = plan.orderID(ofRun: plan.runs)
        do {
            let figures = try pricing(coin(plan.asset), in: plan.currency).figures(.buy, .cash(plan.amount))
            _ = try fill(figures, account, plan: plan.id, id: order)
        } catch let error as TradingError {
            try records.insert(
                TradeOrder(
                    id: order, owner: plan.owner, kind: .market, side: .buy, asset: plan.asset, currency: plan.currency,
                    amount: .cash(plan.amount), triggerPrice: nil, quote: nil, plan: plan.id, state: .failed,
                    reason: error.code, heldAsset: nil, held: .zero, createdAt: now, endsAt: nil, checkedAt: now, endedAt: now))
        }
        if let purchase = try records.order(id: order) { try tell(purchase) }
        return true
    }
}

extension RecurringPlan {
    /// The id of the order of the newest purchase, filled or failed; nil before the first.
    package var newestOrder: String? { runs == 0 ? nil : orderID(ofRun: runs) }

    /// Each purchase has an id of its own, so that none is made twice.
    fileprivate func orderID(ofRun run: Int) -> String {
        "o_" + String(SHA256.hexadecimal(of: Array("o_ \(owner)\n\(id) \(run)".utf8)).prefix(16))
    }
}
