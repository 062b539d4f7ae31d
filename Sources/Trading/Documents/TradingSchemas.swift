import Ledger
import Market
import Records

/// The schemas of simulated accounts in requests and answers.
package enum TradingSchemas {
    package static let currency = Schema.choice(Currency.allCases.map(\.code))
    package static let side = Schema.choice(TradeSide.allCases.map(\.rawValue))

    /// Every answer states that the money is not real.
    package static let simulated = Schema.Member("simulated", .boolean, "Always true: no real money is ever moved.")

    // MARK: Account

    package static let account = Schema.named(
        "TradingAccount",
        .object([
            simulated, .init("id", .id("t_")), .init("level", .choice(TradingLevel.allCases.map(\.rawValue))),
            .init("tolerance_percent", Schema.amount, "How far a price may move between quote and confirmation."),
            .init("password_above_usd", Schema.amount, "Withdrawals and transfers above it need the password again."),
            .init("created_at", .nullable(.moment), "Null until the first write opens it."),
            .init("bank_time", .moment, "The time of the made-up bank's clock."),
            .init("clock_speed", .number(), "How much faster than real time the bank's clock runs."),
            .init("balances", .array(balance, count: 0...10_000)), .init("limits", .array(limit, count: 0...10)),
        ]))

    private static let balance = Schema.object([
        .init("asset", .assetID), .init("ticker", .ticker), .init("free", Schema.amount),
        .init("held", Schema.amount, "Reserved for open orders and withdrawals."),
    ])

    private static let limit = Schema.object([
        .init("purpose", .choice(UsagePurpose.allCases.map(\.rawValue))), .init("period", .choice(["day", "month"])),
        .init("most", Schema.amount, "In US dollars."), .init("used", Schema.amount, "In US dollars."),
    ])

    // MARK: Trades

    private static let price: [Schema.Member] = [
        .init("price", Schema.amount, "The price of one coin, in the currency."), .init("price_source", .text(0...200)),
        .init("price_time", .moment),
    ]

    package static let quote = Schema.named(
        "TradeQuote",
        .object(
            [
                simulated, .init("id", .id("q_")), .init("side", side), .init("asset", .assetID), .init("currency", currency),
                .init("quantity", Schema.amount, "Coins."),
                .init("cash", Schema.amount, "What you pay, fee included, or receive, after the fee."),
                .init("fee", Schema.amount, "In the currency."),
            ] + price + [.init("created_at", .moment), .init("expires_at", .moment)]))

    package static let order = Schema.named(
        "TradeOrder",
        .object([
            simulated, .init("id", .id("o_")), .init("kind", .choice(TradeOrder.Kind.allCases.map(\.rawValue))),
            .init("side", side), .init("asset", .assetID), .init("currency", currency),
            .init("amount", Schema.amount), .init("amount_in", .choice(TradeAmount.Unit.allCases.map(\.rawValue))),
            .init("trigger_price", Schema.amountOrNull, "The limit or stop; null for a market order."),
            .init("state", .choice(TradeOrder.State.allCases.map(\.rawValue))),
            .init("reason", .nullable(.text(0...60)), "Why it failed; a problem's code."),
            .init("quote", .nullable(.id("q_"))), .init("plan", .nullable(.id("r_"))), .init("created_at", .moment),
            .init("ends_at", .nullable(.moment)), .init("ended_at", .nullable(.moment)),
            .init(
                "fill",
                .nullable(
                    .object(
                        [
                            .init("quantity", Schema.amount), .init("cash", Schema.amount), .init("fee", Schema.amount),
                        ] + price)), "What was traded; null unless it is filled."),
        ]))

    package static let plan = Schema.named(
        "RecurringPlan",
        .object([
            simulated, .init("id", .id("r_")), .init("asset", .assetID), .init("currency", currency),
            .init("cash", Schema.amount, "The amount of each purchase, fee included."),
            .init("every", .choice(RecurringPlan.Interval.allCases.map(\.rawValue))),
            .init("next_at", .moment, "By the bank's clock, like ends_at."), .init("ends_at", .moment),
            .init("runs", .integer(0...Schema.largestInteger), "Purchases so far, including failed ones."),
            .init("last_order", .nullable(.id("o_")), "The newest purchase, filled or failed; null before the first."),
            .init("state", .choice(RecurringPlan.State.allCases.map(\.rawValue))), .init("created_at", .moment),
        ]))

    // MARK: Payments

    package static let method = Schema.named(
        "PaymentMethod",
        .object([
            .init("id", .id("m_")), .init("kind", .choice(PaymentMethod.Kind.allCases.map(\.rawValue))),
            .init("label", .text(1...60)),
            .init("network", .text(0...60), "The network of a card, or the country of a bank account."),
            .init("last_four", .text(4...4)), .init("expires", .nullable(.text(5...5))), .init("created_at", .moment),
        ]))

    package static let payment = Schema.named(
        "Payment",
        .object([
            simulated, .init("id", .id("p_")), .init("kind", .choice(Payment.Kind.allCases.map(\.rawValue))),
            .init("currency", currency), .init("amount", Schema.amount, "What arrives."), .init("fee", Schema.amount),
            .init("method", .nullable(.id("m_"))), .init("state", .choice(Payment.State.allCases.map(\.rawValue))),
            .init("reason", .nullable(.text(0...60)), "Why it was returned."),
            .init("requested_at", .moment, "By the bank's clock, like the other times."), .init("sent_at", .moment),
            .init("due_at", .moment), .init("ended_at", .nullable(.moment)),
        ]))

    package static let paymentPreview = Schema.named(
        "PaymentPreview",
        .object([
            simulated, .init("currency", currency), .init("amount", Schema.amount), .init("fee", Schema.amount),
            .init("sent_at", .moment, "Until then it can be cancelled."), .init("due_at", .moment),
        ]))

    package static let depositDetails = Schema.named(
        "DepositDetails",
        .object([
            simulated, .init("recipient", .text(1...200)), .init("bank", .text(1...100)), .init("iban", .text(15...42)),
            .init("reference", .text(5...40)), .init("due_at", .moment, "When a deposit announced now would arrive."),
        ]))

    // MARK: Transfers

    package static let address = Schema.named(
        "CoinAddress",
        .object([
            simulated, .init("asset", .assetID), .init("address", .text(10...100), "On no real blockchain."),
        ]))

    package static let transfer = Schema.named(
        "CoinTransfer",
        .object([
            simulated, .init("id", .id("x_")), .init("asset", .assetID), .init("quantity", Schema.amount, "What arrives."),
            .init("fee", Schema.amount, "In the coin."), .init("address", .text(10...100)), .init("note", .text(0...200)),
            .init("created_at", .moment),
        ]))

    package static let transferPreview = Schema.named(
        "TransferPreview",
        .object([
            simulated, .init("asset", .assetID), .init("quantity", Schema.amount), .init("fee", Schema.amount),
            .init("address", .text(10...100)),
        ]))

    // MARK: History

    package static let entry = Schema.named(
        "TradingHistoryEntry",
        .object([
            .init("id", .text(18...18)), .init("kind", .choice(HistoryEntry.Kind.allCases.map(\.rawValue))),
            .init("time", .moment, "The real time of its end, or of its start while it is open."),
            .init("state", .text(1...20)), .init("asset", .nullable(.assetID)),
            .init("quantity", Schema.amountOrNull), .init("currency", .nullable(currency)), .init("cash", Schema.amountOrNull),
            .init("fee", Schema.amountOrNull, "In the currency; for coins sent, in the coin. 0 if it was returned."),
            .init("price", Schema.amountOrNull), .init("other", .text(0...100), "The payment method, or the address."),
            .init("amount", Schema.amount, "What was ordered."),
            .init("amount_in", .choice(TradeAmount.Unit.allCases.map(\.rawValue))),
            .init("detail", .text(0...200), "The kind of an order, or the note of a transfer."),
            .init("trigger_price", Schema.amountOrNull), .init("reason", .nullable(.text(0...60))),
            .init(
                "due_at", .nullable(.moment),
                "When a payment arrives, by the bank's clock; null if it was cancelled or returned."),
        ]))
}
