import JSONText
import Ledger
import Market
import Records

/// The earnings of a simulated account as JSON. Amounts are strings, exact to 18 decimal places; unknown ones are null.
package enum EarningsJSON {
    package static func document(_ report: EarningsReport, over period: EarningsPeriod, _ writer: inout JSONWriter) {
        writer.member("simulated", true)
        writer.member("currency", report.currency.code)
        writer.member("period", period.rawValue)
        writer.member("first", report.first?.description)
        writer.member("today", report.today.description)
        writer.member("value", report.value?.amount.description)
        writer.member("paid_in", report.paidIn?.amount.description)
        writer.member("paid_out", report.paidOut?.amount.description)
        writer.member("earned", report.earned?.amount.description)
        writer.member("unrealized", report.unrealized?.amount.description)
        writer.member("realized", report.realized?.amount.description)
        writer.member("exchange", report.exchange?.amount.description)
        writer.member("fees", report.fees?.amount.description)
        writer.member("earned_in_period", report.earnedInPeriod?.amount.description)
        writer.member("priced_at", report.pricedAt.map(MomentText.iso))
        writer.key("missing")
        writer.array { writer in report.missing.forEach { writer.string($0.id.description) } }
        writer.key("held")
        writer.object { held(report, &$0) }
        writer.member("days", report.points) { point, writer in
            writer.member("day", point.day.description)
            writer.member("value", point.value?.amount.description)
            writer.member("put_in", point.putIn?.amount.description)
            writer.member("held", point.held?.amount.description)
        }
    }

    private static func held(_ report: EarningsReport, _ writer: inout JSONWriter) {
        let held = report.held
        writer.member("asset", held.coin.id.description)
        writer.member("ticker", held.coin.ticker.description)
        writer.member("quantity", held.quantity?.description)
        writer.member("value", held.value?.amount.description)
        writer.member("owed", held.owed?.amount.description)
        writer.member("earned", held.earned?.amount.description)
        writer.member("earned_in_period", report.heldEarnedInPeriod?.amount.description)
        writer.member("missing_day", held.missingDay?.description)
    }
}

extension TradingSchemas {
    package static let earnings = Schema.named(
        "TradingEarnings",
        .object([
            .init("simulated", .boolean, "Always true: no real money is ever moved."), .init("currency", currency),
            .init("period", .choice(EarningsPeriod.allCases.map(\.rawValue))),
            .init("first", .nullable(.day), "The day of the first transaction; null if there is none."), .init("today", .day),
            .init(
                "value", Schema.amountOrNull, "What the account has now, including reserved amounts, at the newest stored prices."),
            .init("paid_in", Schema.amountOrNull, "Payments, and coins received from others at their value then."),
            .init("paid_out", Schema.amountOrNull, "Payments, and coins sent to others at their value then."),
            .init("earned", Schema.amountOrNull, "value + paid_out - paid_in; the sum of unrealized, realized and exchange."),
            .init("unrealized", Schema.amountOrNull, "On what is owned now: value minus cost."),
            .init("realized", Schema.amountOrNull, "On what was sold, paid as a fee, sent or withdrawn, plus rewards."),
            .init("exchange", Schema.amountOrNull, "From the exchange rate of the dollar, for figures in euros."),
            .init("fees", Schema.amountOrNull, "Already included in the other figures."),
            .init("earned_in_period", Schema.amountOrNull, "Since the end of the day before the first of days."),
            .init("priced_at", .nullable(.moment), "The time of the oldest price in value; null if it needs none."),
            .init(
                "missing", .array(.assetID, count: 0...10_000), "What has no price; the currency's asset if its rate is missing."),
            .init("held", held, "The same payments, if each payment in had bought one coin and each payment out had sold it."),
            .init("days", .array(day, count: 0...100_000), "Oldest first; today as it is now."),
        ]))

    private static let held = Schema.object([
        .init("asset", .assetID), .init("ticker", .ticker), .init("quantity", Schema.amountOrNull),
        .init("value", Schema.amountOrNull),
        .init("owed", Schema.amountOrNull, "What was paid out beyond what the coin had yielded; part of value."),
        .init("earned", Schema.amountOrNull), .init("earned_in_period", Schema.amountOrNull),
        .init("missing_day", .nullable(.day), "The first day with a payment but without a price of the coin."),
    ])

    private static let day = Schema.object([
        .init("day", .day), .init("value", Schema.amountOrNull),
        .init("put_in", Schema.amountOrNull, "Paid in minus paid out until then."),
        .init("held", Schema.amountOrNull),
    ])
}
