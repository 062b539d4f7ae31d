import JSONText
import Ledger
import Records

/// The rules of simulated accounts as JSON. Amounts are strings.
package enum TradingRulesJSON {
    package static func document(_ rules: TradingRules, _ writer: inout JSONWriter) {
        writer.member("simulated", true)
        trades(rules, &writer)
        payments(rules, &writer)
        people(rules, &writer)
        writer.member("levels", TradingLevel.allCases) { level, writer in
            writer.member("level", level.rawValue)
            writer.member("limits", UsagePurpose.allCases) { purpose, writer in
                let limits = rules.limits(level, purpose)
                writer.member("purpose", purpose.rawValue)
                writer.member("day_usd", limits.day.description)
                writer.member("month_usd", limits.month.description)
            }
        }
    }

    private static func trades(_ rules: TradingRules, _ writer: inout JSONWriter) {
        writer.member("quote_seconds", rules.quoteSeconds)
        writer.member("largest_quote_age_minutes", rules.largestQuoteAgeMinutes)
        writer.member("largest_close_age_hours", rules.largestCloseAgeHours)
        writer.member("trade_fee_percent", rules.tradeFee.percent.description)
        writer.member("least_trade", rules.leastTrade.amount.description)
        writer.member("most_trade", rules.mostTrade.amount.description)
        writer.member("tolerance_percent", rules.tolerance.percent.description)
        writer.member("longest_order_days", rules.longestOrderDays)
        writer.member("most_open_orders", rules.mostOpenOrders)
        writer.member("most_orders_an_hour", rules.mostOrdersAnHour)
    }

    private static func payments(_ rules: TradingRules, _ writer: inout JSONWriter) {
        writer.member("least_deposit", rules.leastDeposit.amount.description)
        writer.member("most_deposit", rules.mostDeposit.amount.description)
        writer.member("deposit_days", rules.depositDays)
        writer.member("least_withdrawal", rules.leastWithdrawal.amount.description)
        writer.member("withdrawal_fee", rules.withdrawalFee.amount.description)
        writer.member("withdrawal_days", rules.withdrawalDays)
        writer.member("cut_off_minutes", rules.cutOffMinutes)
        writer.member("returned_account_ending", rules.returnedAccountEnding)
        writer.member("most_payments_a_day", rules.mostPaymentsADay)
        writer.member("transfer_fee_percent", rules.transferFee.percent.description)
        writer.member("most_transfers_a_day", rules.mostTransfersADay)
    }

    private static func people(_ rules: TradingRules, _ writer: inout JSONWriter) {
        writer.member("password_above_usd", rules.passwordAbove.amount.description)
        writer.member("document_days", rules.documentDays)
        writer.member("referral_reward_usd", rules.referralReward.amount.description)
    }
}

extension TradingSchemas {
    package static let rules = Schema.named(
        "TradingRules", .object([simulated] + rulesOfTrades + rulesOfPayments + rulesOfPeople + [.init("levels", levels)]))

    private static let count = Schema.integer(0...Schema.largestInteger)

    private static let rulesOfTrades: [Schema.Member] = [
        .init("quote_seconds", count, "How long a quote is valid."),
        .init("largest_quote_age_minutes", count, "The maximum age of a market quote for trades."),
        .init("largest_close_age_hours", count, "The maximum age of a close for trades, counted from the end of its day."),
        .init("trade_fee_percent", Schema.amount),
        .init("least_trade", Schema.amount, "In the currency of the trade, with the fee."),
        .init("most_trade", Schema.amount, "In the currency of the trade, with the fee."),
        .init("tolerance_percent", Schema.amount, "How far a price may move, if the person has not set it."),
        .init("longest_order_days", count, "For limit and stop orders, and for plans."),
        .init("most_open_orders", count, "Including active plans, per person."), .init("most_orders_an_hour", count),
    ]

    private static let rulesOfPayments: [Schema.Member] = [
        .init("least_deposit", Schema.amount), .init("most_deposit", Schema.amount),
        .init("deposit_days", count, "Banking days until it arrives."), .init("least_withdrawal", Schema.amount),
        .init("withdrawal_fee", Schema.amount, "In the currency of the withdrawal."),
        .init("withdrawal_days", count, "Banking days until it arrives."),
        .init("cut_off_minutes", count, "Since midnight UTC; later payments count from the next banking day."),
        .init("returned_account_ending", .text(4...4), "Withdrawals to accounts that end in these digits are returned."),
        .init("most_payments_a_day", count), .init("transfer_fee_percent", Schema.amount, "Of what is sent, in the coin."),
        .init("most_transfers_a_day", count),
    ]

    private static let rulesOfPeople: [Schema.Member] = [
        .init(
            "password_above_usd", Schema.amount,
            "The most that can leave by one payment or transfer without the password, if the person has not set it."),
        .init("document_days", count, "How long documents are kept after submission."),
        .init("referral_reward_usd", Schema.amount, "For each referred person who is verified."),
    ]

    private static let levels = Schema.array(
        .object([
            .init("level", .choice(TradingLevel.allCases.map(\.rawValue))),
            .init(
                "limits",
                .array(
                    .object([
                        .init("purpose", .choice(UsagePurpose.allCases.map(\.rawValue))), .init("day_usd", Schema.amount),
                        .init("month_usd", Schema.amount),
                    ]), count: 3...3)),
        ]), count: 3...3)
}
