import Forecasting
import JSONText
import Ledger
import Market
import Portfolio
import Records

/// The documents of forecasts of wallets. The values of days are written without a ``Document``: they are most of an answer.
package enum WalletForecastDocuments {
    /// A forecast, what it was asked for, and why a coin is left out.
    private typealias Written = (result: IssuedWalletForecast, plan: ForecastPlan, explain: (CoinFault) -> String)

    private static let price = Schema.number()
    private static let probability = Schema.number(minimum: 0, maximum: 1)

    package static func schema(_ isPortfolio: Bool) -> Schema { report.of(isPortfolio).schema }

    /// Returns one object and a line break.
    ///
    /// - Parameter explain: returns why a coin is left out.
    package static func document(
        _ result: IssuedWalletForecast, _ plan: ForecastPlan, explain: @escaping (CoinFault) -> String = \.description
    ) -> String { report.jsonLine((result, plan, explain)) }

    private static let report = ReportDocument<Written>(
        "Forecast", one: "WalletForecast", { $0.result.wallets },
        head + money.of { (written: Written) in written.result } + rest)

    private static let head: [Document<Written>.Member] =
        [.field("cutoff", nil, "The last day seen.") { $0.result.forecast.cutoff }]
        + ReportDocuments.timing.members.of { (written: Written) in written.result.timing }

    private static let money: [Document<IssuedWalletForecast>.Member] = [
        .optional("currency", nil, "The currency of all totals (default: USD).") { $0.currency == .usd ? nil : $0.currency },
        .optionalAny(
            "rates", .array(rate.schema, count: 0...100),
            "The closes that converted cash and totals; the forecast keeps them on all days.",
            { $0.rates.isEmpty ? nil : $0.rates },
            write: { rates, writer in writer.array { writer in for entry in rates { rate.writeObject(entry, &writer) } } }),
        .price("total_now", price, "The total of the parts and the cash.") { $0.forecast.totalNow },
        .field("model", .text(1...200)) { $0.forecast.parts[0].forecast.modelName },
        .field("model_sha256", .text(64...64)) { $0.forecast.parts[0].forecast.modelSHA256 },
        .field("horizon", .integer(1...10_000)) { $0.forecast.horizon },
        .field("paths", .integer(1...100_000)) { $0.forecast.totals.count },
    ]

    private static let rest: [Document<Written>.Member] = [
        .any("seed", .integer(0...Schema.largestInteger)) { $1.seed($0.plan.sampling.seed) },
        .list("parts", 0...100_000, of: part) { written in
            zip(written.result.forecast.parts, written.result.coins).map { ($0, $1, written.result.rate) }
        }, .field("cash") { $0.result.forecast.cash },
        .list("left_out", 0...100_000, of: leftOut, "What is left out of the total.") { written in
            written.result.leftOut.map { ($0, written.explain($0.reason)) }
        },
        .optionalAny(
            "dependence", dependence.schema, "The days from which the joint movement of the coins was estimated.",
            { $0.result.forecast.dependence }, write: { dependence.writeObject($0, &$1) }),
        .optionalAny(
            "notes", .array(.text(1...1000), count: 1...200_000),
            "Coins for which the measured skill does not hold, pegged ones for example, and why: `USDT: …`.",
            { $0.result.caveats.isEmpty ? nil : $0.result.caveats },
            write: { caveats, writer in
                writer.array { writer in caveats.forEach { writer.string("\($0.ticker): \($0.caveat)") } }
            }), question("above"), question("below"), question("touch"),
        .any("values", .array(day, count: 1...10_000)) { written, writer in
            let (forecast, plan) = (written.result.forecast, written.plan)
            let names = plan.quantiles.quantiles.map(quantileName)
            writer.array { writer in
                for step in 1...forecast.horizon { writer.object { value(of: forecast, step, plan, names, &$0) } }
            }
        }, .any("skill", .array(.any, count: 0...100)) { ForecastSkillJSON.write($0.plan.skill, &$1) },
    ]

    private static let rate = Document<(currency: Currency, rate: CurrencyConversion.Rate)>(
        nil, .field("currency") { $0.currency },
        .field("day", nil, "The day of the close; before the cutoff on a weekend.") { $0.rate.day },
        .text("close", .amount, "In USD.") { $0.rate.close })

    private static let part = Document<(part: WalletForecast.Part, coin: IssuedWalletForecast.Coin, rate: Double)>(
        nil, .text("ticker", .text(1...20)) { $0.part.forecast.ticker }, .field("amount") { $0.coin.quantity.doubleValue },
        .price("last_close", price) { $0.part.forecast.lastClose / $0.rate }, .price("value_now", price) { $0.part.valueNow })

    private static let leftOut = Document<(left: IssuedWalletForecast.LeftOut, reason: String)>(
        nil, .text("ticker", .text(1...20)) { $0.left.asset.ticker }, .amount("amount") { $0.left.quantity },
        .field("reason", .text(1...100_000)) { $0.reason })

    private static let dependence = Document<WalletForecast.Dependence>(
        nil, .field("method", .text(1...100)) { $0.method }, .field("first") { $0.firstDay }, .field("last") { $0.lastDay },
        .field("days", .integer(1...1_000_000)) { $0.days })

    private static func question(_ name: String) -> Document<Written>.Member {
        .optional(name, price) { $0.plan.questions.first(where: { $0.name == name })?.price }
    }

    // MARK: Days

    private static let day = Schema.object([
        .init("day", .integer(1...10_000)), .init("date", .day), .init("point", price),
        .init("quantiles", .map(price), "By level, such as 0.025."),
        .optional("probability_above", probability), .optional("probability_below", probability),
        .optional("probability_touch", probability),
    ])

    private static func value(
        of forecast: WalletForecast, _ step: Int, _ plan: ForecastPlan, _ names: [String], _ writer: inout JSONWriter
    ) {
        writer.member("day", step)
        writer.member("date", forecast.day(step).description)
        writer.key("point")
        writer.price(forecast.points[step - 1])
        writer.key("quantiles")
        writer.object { writer in
            for (name, quantile) in zip(names, plan.quantiles.quantiles) {
                writer.key(name)
                writer.price(forecast.quantile(quantile, step: step))
            }
        }
        for question in plan.questions {
            writer.member("probability_\(question.name)", question.probability(forecast, step: step))
        }
    }
}
