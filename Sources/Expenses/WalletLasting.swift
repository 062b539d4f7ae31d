import Forecasting
import Forecasts
import Ledger
import Market
import MarketData
import Portfolio
import Records
import Store

/// For how long wallets pay for a person's usual spending: the answer of ``Lasting`` on the joint paths of their forecast.
package struct WalletLasting: Equatable, Record {
    package struct Question: Record {
        /// Nil for all wallets together.
        package let wallet: String?
        package let currency: Currency
        package let spendingCurrency: ISOCurrency?
        package let rate: FixedDecimal?
        package let monthly: FixedDecimal?
        package let feePercent: FixedDecimal

        package init(
            wallet: String? = nil, currency: Currency = .usd, spendingCurrency: ISOCurrency? = nil, rate: FixedDecimal? = nil,
            monthly: FixedDecimal? = nil, feePercent: FixedDecimal = .zero
        ) {
            (self.wallet, self.currency, self.spendingCurrency) = (wallet, currency, spendingCurrency)
            (self.rate, self.monthly, self.feePercent) = (rate, monthly, feePercent)
        }

        package init(_ field: inout Fields<Self>) throws {
            wallet = try field("wallet", \.wallet, .anyWalletName, "A wallet's id or name; without it, all wallets together.")
            currency = try field("currency", \.currency, nil, "The currency of the wallet's value.", default: .usd)
            spendingCurrency = try field(
                "spending_currency", \.spendingCurrency, ISOCurrency.schema,
                "The currency that is spent, if it is another one; it needs rate.")
            rate = try field(
                "rate", \.rate, .decimal(.positive),
                "How much of spending_currency one unit of currency is; it is taken to stay the same.")
            monthly = try field(
                "monthly", \.monthly, .decimal(.positive),
                "What is spent in a month, instead of the median of the journal's last complete months, at most six.")
            feePercent = try field(
                "fee_percent", \.feePercent, .decimal(.notNegative), "Of what is sold, below 100.", default: .zero)
        }

        var spent: ISOCurrency { spendingCurrency ?? currency }
    }

    package struct Chance: Equatable, Record {
        package let months: Int
        /// Nil if the paths end before those months do, and some of them have not run out by then.
        package let probability: Double?

        init(_ chance: Lasting.Chance) { (months, probability) = (chance.months, chance.probability) }

        package init(_ field: inout Fields<Self>) throws {
            months = try field("months", \.months)
            probability = try field("probability", \.probability, nil, "Null if it is beyond the forecast, so not known.")
        }
    }

    /// What was forecast on an earlier day, and what came true.
    package struct Check: Equatable, Record {
        package struct Outcome: Equatable, Record {
            package let months: Int
            package let probability: Double
            package let cameTrue: Bool

            init(months: Int, probability: Double, cameTrue: Bool) {
                (self.months, self.probability, self.cameTrue) = (months, probability, cameTrue)
            }

            package init(_ field: inout Fields<Self>) throws {
                months = try field("months", \.months)
                probability = try field("probability", \.probability)
                cameTrue = try field("came_true", \.cameTrue)
            }
        }

        package let asOf: Day
        /// The value of what the wallet holds today on that day.
        package let value: Double
        /// For how many days it would have paid; the days of the forecast if for all of them.
        package let days: Double
        package let outcomes: [Outcome]

        package init(_ field: inout Fields<Self>) throws {
            asOf = try field("as_of", \.asOf)
            value = try field("value", \.value, nil, "Of what the wallets hold today, on that day.")
            days = try field("days", \.days, nil, "For how many days it would have paid, at most those of the forecast.")
            outcomes = try field("outcomes", \.outcomes, most: Lasting.askedMonths.count)
        }

        fileprivate init(asOf: Day, value: Double, lasting: Lasting, days: Double) {
            (self.asOf, self.value, self.days) = (asOf, value, days)
            outcomes = lasting.chances.compactMap { chance in
                // What the paths do not reach has not come true or failed either.
                guard let probability = chance.probability,
                    Double(chance.months) * Lasting.daysPerMonth <= Double(lasting.alive.count)
                else { return nil }
                return Outcome(
                    months: chance.months, probability: probability,
                    cameTrue: days >= Double(chance.months) * Lasting.daysPerMonth)
            }
        }
    }

    package let wallets: [String]
    package let currency: Currency
    package let value: Double
    /// The last day that the forecast saw.
    package let asOf: Day
    /// The number of days that the forecast reaches.
    package let horizon: Int
    /// In ``spendingCurrency``.
    package let monthly: FixedDecimal
    package let spendingCurrency: ISOCurrency
    /// The number of complete months that it is the median of; 0 if it was given.
    package let months: Int
    package let chances: [Chance]
    /// The share of paths that pay for each whole day.
    package let alive: [Double]
    package let halfGoneDay, halfGoneMonth: Int?
    /// Tickers of coins that cannot be forecast, and whose value does not count.
    package let leftOut: [String]
    /// Other currencies in which the person spent in those months, which do not count.
    package let otherCurrencies: [String]
    /// Newest first.
    package let checks: [Check]
    /// The mean of (probability - 1 or 0)² of the checks: 0 is perfect, and 0.25 what always saying 0.5 gets. Nil without checks.
    package let brierScore: Double?

    /// The most earlier days that are tried: about a year.
    static let mostChecks = 4

    package init(_ field: inout Fields<Self>) throws {
        wallets = try field("wallets", \.wallets, .array(.text(1...100), count: 0...10_000), "Their names.")
        currency = try field("currency", \.currency)
        value = try field("value", \.value, nil, "Of the coins that can be forecast and of cash.")
        asOf = try field("as_of", \.asOf, nil, "The last day that the forecast saw.")
        horizon = try field("horizon", \.horizon, nil, "How many days the forecast reaches. Beyond them nothing is known.")
        monthly = try field("monthly", \.monthly, nil, "What is spent in a month, in spending_currency.")
        spendingCurrency = try field("spending_currency", \.spendingCurrency)
        months = try field("months", \.months, nil, "The number of complete months that it is the median of; 0 if it was given.")
        chances = try field(
            "chances", \.chances, most: Lasting.askedMonths.count, "How probably the wallets pay for so many months.")
        alive = try field(
            "alive", \.alive, .array(.number(minimum: 0, maximum: 1), count: 1...1000),
            "How probably they pay for each day, from the first to the last one of the forecast.")
        halfGoneDay = try field("half_gone_day", \.halfGoneDay, nil, "The day by which half of the paths have run out.")
        halfGoneMonth = try field("half_gone_month", \.halfGoneMonth, nil, "The first month that half of the paths do not pay for.")
        leftOut = try field(
            "left_out", \.leftOut, .array(.text(1...100), count: 0...10_000), "Coins that cannot be forecast and do not count.")
        otherCurrencies = try field(
            "other_currencies", \.otherCurrencies, .array(.text(3...3), count: 0...200),
            "Other currencies that were spent in those months, and do not count.")
        checks = try field(
            "checks", \.checks, most: Self.mostChecks,
            "What it would have said on earlier days about today's holdings and spending, and what came true; newest first.")
        brierScore = try field(
            "brier_score", \.brierScore, nil, "Of the checks: 0 is perfect, 0.25 what always saying 0.5 gets.")
    }

    package static var schemaName: String? { "WalletLasting" }
}

// MARK: The answer

extension WalletLasting {
    /// What is spent in a month.
    fileprivate struct Spending {
        let monthly: FixedDecimal
        let months: Int
        let others: [String]
        /// In the currency of the wallets.
        let converted: Double
        let feePercent: Double

        func lasting(_ forecast: WalletForecast) -> Lasting? {
            let (paths, now) = (forecast.totals, forecast.totalNow)
            guard now > 0 else { return nil }
            let relative = (0..<paths.count).map { path in
                paths.closes[path * paths.horizon..<(path + 1) * paths.horizon].map { $0 / now }
            }
            return Lasting(paths: relative, value: now, monthlySpending: converted, feePercent: feePercent)
        }
    }

    /// - Parameters:
    ///   - portfolio: of the person whose journal and wallets they are.
    ///   - limits: of the forecasts.
    /// - Throws: ``ExpenseError`` as a `Refusal`, and what `WalletForecasts.forecast` throws.
    package init(
        _ question: Question, of portfolio: Portfolio, _ market: MarketData, limits: ForecastRequest.Limits,
        by forecaster: some CoinForecaster
    ) async throws {
        let spending = try await Self.spending(question, portfolio.owner, market)
        let group = try await portfolio.wallets.group(question.wallet.map { [$0] })
        func forecast(asOf: Day?) async throws -> (issued: IssuedWalletForecast, lasting: Lasting) {
            var request = ForecastRequest()
            request.asOf = asOf
            let plan = try request.plan(for: forecaster.model, limits: limits)
            let issued = try await WalletForecasts(market).forecast(
                group, of: portfolio, plan, missing: .leftOut, by: forecaster, in: question.currency)
            let forecast = issued.forecast
            let lasting = try await forecaster.compute(values: plan.pathValues(series: 1)) { spending.lasting(forecast) }
            guard let lasting else { throw ExpenseError.nothingToSell.refusal }
            return (issued, lasting)
        }
        let (issued, lasting) = try await forecast(asOf: nil)
        var checks: [Check] = []
        for number in 1...Self.mostChecks {
            let days = number * lasting.alive.count
            let totals = issued.pastTotals(days: days)
            // Days before some coin's first close, or without a rate.
            guard totals.count == days, let past = try? await forecast(asOf: issued.forecast.cutoff - days),
                past.issued.coins.map(\.asset.id) == issued.coins.map(\.asset.id)
            else { break }
            try Task.checkCancellation()
            let value = past.issued.forecast.totalNow
            let real = totals.prefix(lasting.alive.count).map { $0 / value }
            checks.append(
                Check(
                    asOf: past.issued.forecast.cutoff, value: value, lasting: past.lasting,
                    days: Lasting.days(
                        path: Array(real), value: value, monthlySpending: spending.converted, feePercent: spending.feePercent)))
        }
        self.init(question, spending, issued, lasting, checks)
    }

    private init(
        _ question: Question, _ spending: Spending, _ issued: IssuedWalletForecast, _ lasting: Lasting, _ checks: [Check]
    ) {
        (wallets, currency) = (issued.wallets.wallets.map(\.name), question.currency)
        (value, asOf, horizon) = (issued.forecast.totalNow, issued.forecast.cutoff, issued.forecast.horizon)
        (monthly, spendingCurrency, months) = (spending.monthly, question.spent, spending.months)
        (chances, alive) = (lasting.chances.map { Chance($0) }, lasting.alive)
        (halfGoneDay, halfGoneMonth) = (lasting.halfGoneDay, lasting.halfGoneMonth)
        (leftOut, otherCurrencies) = (issued.leftOut.map { "\($0.asset.ticker)" }, spending.others)
        self.checks = checks
        let errors = checks.flatMap(\.outcomes).map { outcome in
            let error = outcome.probability - (outcome.cameTrue ? 1 : 0)
            return error * error
        }
        brierScore = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
    }

    private static func spending(_ question: Question, _ owner: String, _ market: MarketData) async throws -> Spending {
        let isConverted = question.spent.code != question.currency.rawValue
        guard question.rate != nil || !isConverted else { throw ExpenseError.noRate(question.spent, question.currency).refusal }
        guard question.feePercent < FixedDecimal(100) else { throw ExpenseError.badFee(question.feePercent).refusal }
        let (now, spent) = (Moment(seconds: market.now()), question.spent)
        let usual = try await market.store.refusing { reading -> (monthly: FixedDecimal, months: Int, others: [String]) in
            if let monthly = question.monthly { return (monthly, 0, []) }
            let months = try reading.completeMonths(of: owner, before: CalendarMonth(reading.today(of: owner, at: now)))
                .suffix(UsualSpending.mostMonths)
            guard let usual = UsualSpending(complete: try reading.spending(of: owner, in: spent, Array(months))) else {
                throw ExpenseError.noCompleteMonth
            }
            guard usual.amount > .zero else { throw ExpenseError.nothingSpent(spent) }
            return (usual.amount, usual.months, try reading.currencies(of: owner, Array(months)).filter { $0 != spent.code })
        }
        let converted = usual.monthly.doubleValue / (isConverted ? question.rate?.doubleValue ?? 1 : 1)
        return Spending(
            monthly: usual.monthly, months: usual.months, others: usual.others, converted: converted,
            feePercent: question.feePercent.doubleValue)
    }
}

extension Reading {
    /// The currencies in which an owner has spent in months.
    fileprivate func currencies(of owner: String, _ months: [CalendarMonth]) throws -> [String] {
        guard let first = months.first, let last = months.last else { return [] }
        return try rows(
            """
            SELECT DISTINCT currency FROM expense_sums
            WHERE owner = ? AND kind = 'expense' AND key = '' AND month BETWEEN ? AND ? ORDER BY currency
            """, [owner, first, last]
        ).map { try $0.decode(atIndex: 0) }
    }
}
