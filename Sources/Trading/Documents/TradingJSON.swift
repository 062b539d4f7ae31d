import JSONText
import Ledger
import Market

/// Simulated accounts and their data as JSON. Amounts are strings, exact to 18 decimal places.
package enum TradingJSON {
    private static func simulated(_ writer: inout JSONWriter) { writer.member("simulated", true) }

    // MARK: Account

    package static func account(
        _ state: TradingAccounts.State, tickers: [AssetID: Ticker], _ writer: inout JSONWriter
    ) {
        let account = state.account
        simulated(&writer)
        writer.member("id", account.id)
        writer.member("level", account.level.rawValue)
        writer.member("tolerance_percent", account.tolerance.percent.description)
        writer.member("password_above_usd", account.passwordAbove.description)
        writer.member("created_at", account.createdAt.map(MomentText.iso))
        writer.member("bank_time", MomentText.iso(state.bankTime))
        writer.member("clock_speed", state.clockSpeed)
        writer.member("balances", state.balances.sorted { $0.key < $1.key }) { entry, writer in
            writer.member("asset", entry.key.description)
            writer.member("ticker", tickers[entry.key]?.description ?? entry.key.description)
            writer.member("free", entry.value.free.description)
            writer.member("held", entry.value.held.description)
        }
        writer.member("limits", state.limits) { limit, writer in
            writer.member("purpose", limit.purpose.rawValue)
            writer.member("period", limit.period.rawValue)
            writer.member("most", limit.most.description)
            writer.member("used", limit.used.description)
        }
    }

    // MARK: Trades

    package static func quote(_ quote: TradeQuote, _ writer: inout JSONWriter) {
        let figures = quote.figures
        simulated(&writer)
        writer.member("id", quote.id)
        writer.member("side", figures.side.rawValue)
        writer.member("asset", figures.asset.description)
        writer.member("currency", figures.currency.code)
        writer.member("quantity", figures.quantity.description)
        writer.member("cash", figures.cash.description)
        writer.member("fee", figures.fee.description)
        price(figures.price, figures.stored.source, figures.stored.time, &writer)
        writer.member("created_at", MomentText.iso(quote.createdAt))
        writer.member("expires_at", MomentText.iso(quote.expiresAt))
    }

    private static func price(_ price: FixedDecimal, _ source: String, _ time: Int, _ writer: inout JSONWriter) {
        writer.member("price", price.description)
        writer.member("price_source", source)
        writer.member("price_time", MomentText.iso(time))
    }

    package static func order(_ order: TradeOrder, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("id", order.id)
        writer.member("kind", order.kind.rawValue)
        writer.member("side", order.side.rawValue)
        writer.member("asset", order.asset.description)
        writer.member("currency", order.currency.code)
        writer.member("amount", order.amount.amount.description)
        writer.member("amount_in", order.amount.unit.rawValue)
        writer.member("trigger_price", order.triggerPrice?.description)
        writer.member("state", order.state.rawValue)
        writer.member("reason", order.reason)
        writer.member("quote", order.quote)
        writer.member("plan", order.plan)
        writer.member("created_at", MomentText.iso(order.createdAt))
        writer.member("ends_at", order.endsAt.map(MomentText.iso))
        writer.member("ended_at", order.endedAt.map(MomentText.iso))
        writer.key("fill")
        guard let fill = order.fill else { return writer.null() }
        writer.object { writer in
            writer.member("quantity", fill.quantity.description)
            writer.member("cash", fill.cash.description)
            writer.member("fee", fill.fee.description)
            price(fill.price, fill.priceSource, fill.priceTime, &writer)
        }
    }

    package static func plan(_ plan: RecurringPlan, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("id", plan.id)
        writer.member("asset", plan.asset.description)
        writer.member("currency", plan.currency.code)
        writer.member("cash", plan.amount.description)
        writer.member("every", plan.every.rawValue)
        writer.member("next_at", MomentText.iso(plan.nextAt))
        writer.member("ends_at", MomentText.iso(plan.endsAt))
        writer.member("runs", plan.runs)
        writer.member("last_order", plan.newestOrder)
        writer.member("state", plan.state.rawValue)
        writer.member("created_at", MomentText.iso(plan.createdAt))
    }

    // MARK: Payments

    package static func method(_ method: PaymentMethod, _ writer: inout JSONWriter) {
        writer.member("id", method.id)
        writer.member("kind", method.kind.rawValue)
        writer.member("label", method.label)
        writer.member("network", method.network)
        writer.member("last_four", method.lastFour)
        writer.member("expires", method.expires)
        writer.member("created_at", MomentText.iso(method.createdAt))
    }

    package static func payment(_ payment: Payment, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("id", payment.id)
        writer.member("kind", payment.kind.rawValue)
        writer.member("currency", payment.currency.code)
        writer.member("amount", payment.amount.description)
        writer.member("fee", payment.fee.description)
        writer.member("method", payment.method)
        writer.member("state", payment.state.rawValue)
        writer.member("reason", payment.reason)
        writer.member("requested_at", MomentText.iso(payment.requestedAt))
        writer.member("sent_at", MomentText.iso(payment.sentAt))
        writer.member("due_at", MomentText.iso(payment.dueAt))
        writer.member("ended_at", payment.endedAt.map(MomentText.iso))
    }

    package static func preview(_ preview: Payments.Preview, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("currency", preview.currency.code)
        writer.member("amount", preview.amount.description)
        writer.member("fee", preview.fee.description)
        writer.member("sent_at", MomentText.iso(preview.sentAt))
        writer.member("due_at", MomentText.iso(preview.arrivesAt))
    }

    package static func details(_ details: Payments.DepositDetails, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("recipient", details.recipient)
        writer.member("bank", details.bank)
        writer.member("iban", details.iban.description)
        writer.member("reference", details.reference.description)
        writer.member("due_at", MomentText.iso(details.arrivesAt))
    }

    // MARK: Transfers

    package static func address(_ address: String, of asset: AssetID, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("asset", asset.description)
        writer.member("address", address)
    }

    package static func transfer(_ transfer: CoinTransfer, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("id", transfer.id)
        writer.member("asset", transfer.asset.description)
        writer.member("quantity", transfer.quantity.description)
        writer.member("fee", transfer.fee.description)
        writer.member("address", transfer.address)
        writer.member("note", transfer.note)
        writer.member("created_at", MomentText.iso(transfer.createdAt))
    }

    package static func preview(_ preview: Transfers.Preview, _ writer: inout JSONWriter) {
        simulated(&writer)
        writer.member("asset", preview.asset.description)
        writer.member("quantity", preview.quantity.description)
        writer.member("fee", preview.fee.description)
        writer.member("address", preview.address)
    }

    // MARK: History

    package static func entry(_ entry: HistoryEntry, _ writer: inout JSONWriter) {
        writer.member("id", entry.id)
        writer.member("kind", entry.kind.rawValue)
        writer.member("time", MomentText.iso(entry.time))
        writer.member("state", entry.state)
        writer.member("asset", entry.asset?.description)
        writer.member("quantity", entry.quantity?.description)
        writer.member("currency", entry.currency?.code)
        writer.member("cash", entry.cash?.description)
        writer.member("fee", entry.fee?.description)
        writer.member("price", entry.price?.description)
        writer.member("other", entry.other)
        writer.member("amount", entry.amount.amount.description)
        writer.member("amount_in", entry.amount.unit.rawValue)
        writer.member("detail", entry.detail)
        writer.member("trigger_price", entry.triggerPrice?.description)
        writer.member("reason", entry.reason)
        writer.member("due_at", entry.dueAt.map(MomentText.iso))
    }
}
