import Identity
import Ledger
import Records

/// The documents of the rules of simulated accounts.
extension TradingDocuments {
    package static let rules = Document<TradingRules>("TradingRules", members: rulesOfTrades + rulesOfPayments + rulesOfPeople)

    private static let rulesOfTrades: [Document<TradingRules>.Member] = [
        simulated(),
        .field("quote_seconds", nil, "How long a quote is valid.") { $0.quoteSeconds },
        .field("largest_quote_age_minutes", nil, "The maximum age of a market quote for trades.") { $0.largestQuoteAgeMinutes },
        .field(
            "largest_close_age_hours", nil, "The maximum age of a close for trades, counted from the end of its day."
        ) { $0.largestCloseAgeHours },
        .amount("trade_fee_percent") { $0.tradeFee.percent },
        .amount("least_trade", "In the currency of the trade, with the fee.") { $0.leastTrade.amount },
        .amount("most_trade", "In the currency of the trade, with the fee.") { $0.mostTrade.amount },
        .amount("tolerance_percent", "How far a price may move, if the person has not set it.") { $0.tolerance.percent },
        .field("longest_order_days", nil, "For limit and stop orders, and for plans.") { $0.longestOrderDays },
        .field("most_open_orders", nil, "Including active plans, per person.") { $0.mostOpenOrders },
        .field("most_orders_an_hour") { $0.mostOrdersAnHour },
    ]

    private static let rulesOfPayments: [Document<TradingRules>.Member] = [
        .amount("least_deposit") { $0.leastDeposit.amount }, .amount("most_deposit") { $0.mostDeposit.amount },
        .field("instant_deposits", nil, "How many of a person's first deposits arrive at once.") { $0.instantDeposits },
        .field("deposit_days", nil, "Banking days until later ones arrive.") { $0.depositDays },
        .amount("least_withdrawal") { $0.leastWithdrawal.amount },
        .amount("withdrawal_fee", "In the currency of the withdrawal.") { $0.withdrawalFee.amount },
        .field("withdrawal_days", nil, "Banking days until it arrives.") { $0.withdrawalDays },
        .field("cut_off_minutes", nil, "Since midnight UTC; later payments count from the next banking day.") { $0.cutOffMinutes },
        .field(
            "returned_account_ending", .text(4...4), "Withdrawals to accounts that end in these digits are returned."
        ) { $0.returnedAccountEnding },
        .field("most_payments_a_day") { $0.mostPaymentsADay },
        .amount("transfer_fee_percent", "Of what is sent, in the coin.") { $0.transferFee.percent },
        .field("most_transfers_a_day") { $0.mostTransfersADay },
    ]

    private static let rulesOfPeople: [Document<TradingRules>.Member] = [
        .amount(
            "password_above_usd",
            "The most that can leave by one payment or transfer without the password, if the person has not set it."
        ) { $0.passwordAbove.amount },
        .field("document_days", nil, "How long documents are kept after submission.") { $0.documentDays },
        .amount("referral_reward_usd", "For each referred person who is verified.") { $0.referralReward.amount },
        .list("levels", 3...3, of: level) { rules in VerificationLevel.allCases.map { (rules: rules, level: $0) } },
    ]

    private static let level = Document<(rules: TradingRules, level: VerificationLevel)>(
        nil, .choice("level") { $0.level },
        .list("limits", 3...3, of: limits) { whole in
            UsagePurpose.allCases.map { (purpose: $0, most: whole.rules.limits(whole.level, $0)) }
        })

    private static let limits = Document<(purpose: UsagePurpose, most: (day: FixedDecimal, month: FixedDecimal))>(
        nil, .choice("purpose") { $0.purpose }, .amount("day_usd") { $0.most.day }, .amount("month_usd") { $0.most.month })
}
