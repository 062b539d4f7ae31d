import GRDB
import Ledger
import Market
import Store

extension TradingRecords {
    // MARK: Quotes

    private static let quoteColumns = """
        id, owner, side, asset, currency, quantity, cash, fee, price, price_usd, price_source, price_time, is_quote, rate, created_at,
        expires_at
        """

    package func quote(id: String) throws -> TradeQuote? {
        try row("SELECT \(Self.slug), \(Self.quoteColumns) FROM trading_quotes WHERE id = ?", [id]).map(TradeQuote.init)
    }

    package func insert(_ quote: TradeQuote) throws {
        let figures = quote.figures
        try run(
            """
            INSERT INTO trading_quotes (\(Self.quoteColumns))
            VALUES (?, ?, ?, (SELECT id FROM assets WHERE slug = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                quote.id, quote.owner, figures.side.rawValue, figures.asset.description, figures.currency.code,
                figures.quantity.description, figures.cash.description, figures.fee.description, figures.price.description,
                figures.stored.dollars.description, figures.stored.source, figures.stored.time, figures.stored.isQuote,
                figures.rate.description, quote.createdAt, quote.expiresAt,
            ])
    }

    package func removeQuotes(of owner: String, expiredAt time: Int) throws {
        try run("DELETE FROM trading_quotes WHERE owner = ? AND expires_at <= ?", [owner, time])
    }

    // MARK: Orders

    private static let orders = """
        SELECT \(slug), (SELECT slug FROM assets WHERE assets.id = held_asset) AS held_slug, \(TradeOrder.columns) FROM trading_orders
        """

    package func order(id: String) throws -> TradeOrder? { try row("\(Self.orders) WHERE id = ?", [id]).map(TradeOrder.init) }

    package func order(quote: String) throws -> TradeOrder? {
        try row("\(Self.orders) WHERE quote = ?", [quote]).map(TradeOrder.init)
    }

    package func insert(_ order: TradeOrder) throws {
        try run(
            """
            INSERT INTO trading_orders (\(TradeOrder.columns))
            VALUES (
                ?, ?, ?, ?, (SELECT id FROM assets WHERE slug = ?), ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM assets WHERE slug = ?), ?, ?,
                ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, order.row)
    }

    package func update(_ order: TradeOrder) throws {
        try run(
            """
            UPDATE trading_orders SET state = ?, reason = ?, checked_at = ?, ended_at = ?, quantity = ?, cash = ?, fee = ?, price = ?,
                price_source = ?, price_time = ?
            WHERE id = ?
            """,
            [
                order.state.rawValue, order.reason, order.checkedAt, order.endedAt, order.fill?.quantity.description,
                order.fill?.cash.description, order.fill?.fee.description, order.fill?.price.description, order.fill?.priceSource,
                order.fill?.priceTime, order.id,
            ])
    }

    /// The number of orders and plans that an owner has made since a time, without the purchases of plans.
    package func orderCount(of owner: String, since time: Int) throws -> Int {
        try value(
            """
            SELECT (SELECT COUNT(*) FROM trading_orders WHERE owner = ?1 AND created_at > ?2 AND plan IS NULL)
                + (SELECT COUNT(*) FROM trading_plans WHERE owner = ?1 AND created_at > ?2)
            """, [owner, time]) ?? 0
    }

    /// An owner's open orders, oldest first.
    package func openOrders(of owner: String) throws -> [TradeOrder] {
        try rows("\(Self.orders) WHERE owner = ? AND state = 'open' ORDER BY created_at, id", [owner]).map(TradeOrder.init)
    }

    /// The open orders of all owners, in the order of their ids.
    package func openOrders(after id: String, limit: Int) throws -> [TradeOrder] {
        try rows("\(Self.orders) WHERE state = 'open' AND id > ? ORDER BY id LIMIT ?", [id, limit]).map(TradeOrder.init)
    }

    // MARK: Plans

    private static let planColumns = """
        id, owner, asset, currency, amount, every, first_at, next_at, ends_at, runs, state, created_at
        """

    package func plan(id: String) throws -> RecurringPlan? {
        try row("SELECT \(Self.slug), \(Self.planColumns) FROM trading_plans WHERE id = ?", [id]).map(RecurringPlan.init)
    }

    package func plans(of owner: String) throws -> [RecurringPlan] {
        try rows(
            "SELECT \(Self.slug), \(Self.planColumns) FROM trading_plans WHERE owner = ? ORDER BY created_at, id", [owner]
        ).map(RecurringPlan.init)
    }

    package func duePlans(at bankTime: Int, limit: Int) throws -> [RecurringPlan] {
        try rows(
            """
            SELECT \(Self.slug), \(Self.planColumns) FROM trading_plans
            WHERE state = 'active' AND next_at <= ? ORDER BY next_at, id LIMIT ?
            """, [bankTime, limit]
        ).map(RecurringPlan.init)
    }

    package func insert(_ plan: RecurringPlan) throws {
        try run(
            "INSERT INTO trading_plans (\(Self.planColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                plan.id, plan.owner, try plan.asset.number(in: connection), plan.currency.code, plan.amount.description,
                plan.every.rawValue, plan.firstAt, plan.nextAt, plan.endsAt, plan.runs, plan.state.rawValue, plan.createdAt,
            ])
    }

    package func update(_ plan: RecurringPlan) throws {
        try run(
            "UPDATE trading_plans SET next_at = ?, runs = ?, state = ? WHERE id = ?",
            [plan.nextAt, plan.runs, plan.state.rawValue, plan.id])
    }
}

extension TradeQuote {
    fileprivate init(_ row: StoredRow) throws {
        let stored = StoredPrice(
            dollars: try row.price("price_usd"), time: try row.decode(forColumn: "price_time"),
            source: try row.decode(forColumn: "price_source"), isQuote: try row.decode(forColumn: "is_quote"))
        let figures = TradeFigures(
            side: try row.choice("side"), asset: try row.asset(), currency: try row.choice("currency"),
            quantity: try row.amount("quantity"), cash: try row.amount("cash"), fee: try row.amount("fee"),
            price: try row.price("price"), stored: stored, rate: try row.price("rate"))
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"), figures: figures,
            createdAt: try row.decode(forColumn: "created_at"), expiresAt: try row.decode(forColumn: "expires_at"))
    }
}

extension RecurringPlan {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"), asset: try row.asset(),
            currency: try row.choice("currency"), amount: try row.amount("amount"), every: try row.choice("every"),
            firstAt: try row.decode(forColumn: "first_at"), nextAt: try row.decode(forColumn: "next_at"),
            endsAt: try row.decode(forColumn: "ends_at"), runs: try row.decode(forColumn: "runs"),
            state: try row.choice("state"), createdAt: try row.decode(forColumn: "created_at"))
    }
}
