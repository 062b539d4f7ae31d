import Ledger
import Market
import Records

/// The documents of earnings. Unknown amounts are null.
extension TradingDocuments {
    package static let earnings = Document<(report: EarningsReport, period: EarningsPeriod)>(
        "TradingEarnings",
        members: [simulated(), .field("currency") { $0.report.currency }, .choice("period") { $0.period }]
            + figures.of { $0.report })

    private static let figures: [Document<EarningsReport>.Member] = [
        .field("first", nil, "The day of the first transaction; null if there is none.") { $0.first },
        .field("today") { $0.today },
        .amount(
            "value", "What the account has now, including reserved amounts, at the newest stored prices.",
            orNull: { $0.value?.amount }),
        .amount("paid_in", "Payments, and coins received from others at their value then.", orNull: { $0.paidIn?.amount }),
        .amount("paid_out", "Payments, and coins sent to others at their value then.", orNull: { $0.paidOut?.amount }),
        .amount(
            "earned", "value + paid_out - paid_in; the sum of unrealized, realized and exchange.", orNull: { $0.earned?.amount }),
        .amount("unrealized", "On what is owned now: value minus cost.", orNull: { $0.unrealized?.amount }),
        .amount("realized", "On what was sold, paid as a fee, sent or withdrawn, plus rewards.", orNull: { $0.realized?.amount }),
        .amount("exchange", "From the exchange rate of the dollar, for figures in euros.", orNull: { $0.exchange?.amount }),
        .amount("fees", "Already included in the other figures.", orNull: { $0.fees?.amount }),
        .amount("earned_in_period", "Since the end of the day before the first of days.", orNull: { $0.earnedInPeriod?.amount }),
        .moment("priced_at", "The time of the oldest price in value; null if it needs none.", orNull: { $0.pricedAt }),
        .values(
            "missing", .array(.assetID, count: 0...10_000), "What has no price; the currency's asset if its rate is missing."
        ) { $0.missing.map(\.id.description) },
        .object(
            "held", heldCoin,
            "The same payments, if each payment in had bought one coin and each payment out had sold it."
        ) { $0 },
        .list("days", 0...100_000, of: day, "Oldest first; today as it is now.") { $0.points },
    ]

    private static let heldCoin = Document<EarningsReport>(
        nil, .text("asset", .assetID) { $0.held.coin.id }, .text("ticker", .ticker) { $0.held.coin.ticker },
        .amount("quantity", orNull: { $0.held.quantity }), .amount("value", orNull: { $0.held.value?.amount }),
        .amount("owed", "What was paid out beyond what the coin had yielded; part of value.", orNull: { $0.held.owed?.amount }),
        .amount("earned", orNull: { $0.held.earned?.amount }),
        .amount("earned_in_period", orNull: { $0.heldEarnedInPeriod?.amount }),
        .field("missing_day", nil, "The first day with a payment but without a price of the coin.") { $0.held.missingDay })

    private static let day = Document<EarningsReport.Point>(
        nil, .field("day") { $0.day }, .amount("value", orNull: { $0.value?.amount }),
        .amount("put_in", "Paid in minus paid out until then.", orNull: { $0.putIn?.amount }),
        .amount("held", orNull: { $0.held?.amount }))
}
