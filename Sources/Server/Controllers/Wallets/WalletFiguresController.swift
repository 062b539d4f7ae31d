import Documents
import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio

/// The valuation, gains and value over time of one wallet, and of several together as a portfolio.
///
/// Both have the same documents, except that a portfolio's have `wallets` instead of `wallet`.
struct WalletFiguresController: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThread

    func add(to api: inout API) {
        for isPortfolio in [false, true] {
            api.add(Self.valuation(isPortfolio), valuation)
            api.add(Self.gains(isPortfolio), gains)
            api.add(Self.value(isPortfolio), value)
        }
    }

    // MARK: Valuation

    private static func valuation(_ isPortfolio: Bool) -> Operation {
        .figures(
            "valuation", id: ("getValuation", "getPortfolioValuation"), isPortfolio: isPortfolio,
            "What was held and what that was worth, at the closes of one day.", parameters: [.onDay, .currency],
            answers: [.json(200, "The valuation.", isPortfolio ? .portfolioValuation : .valuation)])
    }

    private func valuation(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        let valuation = try await portfolio.valuations.valuation(of: group, on: call.day("on"), in: call.currency)
        let timing = try await portfolio.transactions.timing(of: group, day: valuation.day, includesLater: call.day("on") == nil)
        return Reply { WalletJSON.valuation(valuation, timing, &$0) }
    }

    // MARK: Gains

    private static func gains(_ isPortfolio: Bool) -> Operation {
        .figures(
            "gains", id: ("getGains", "getPortfolioGains"), isPortfolio: isPortfolio,
            "Realized and unrealized gains of each lot and coin, and three returns.",
            parameters: [.onDay, .method, .explain, .currency],
            answers: [.json(200, "The gains.", isPortfolio ? .portfolioGains : .gains)])
    }

    private func gains(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        return try await worker.run {
            let report = try await portfolio.gains.report(
                of: group, on: call.day("on"), costBasis: call.text("method").flatMap(CostBasis.init),
                keepsDisposals: call.flag("explain"), in: call.currency)
            let returns = try await portfolio.valueHistory.returns(of: report)
            return Reply(json: Array(try GainsJSON.document(report, returns: returns, explained: call.flag("explain")).utf8))
        }
    }

    // MARK: Value over time

    private static func value(_ isPortfolio: Bool) -> Operation {
        .figures(
            "value", id: ("getValueOverTime", "getPortfolioValueOverTime"), isPortfolio: isPortfolio,
            "Value at the end of each day, week or month, at stored closes.",
            parameters: [
                .query("since", .day, "The first day; that of the first transaction where it is missing."),
                .query("until", .day, "The last day; the newest stored one where it is missing."),
                .query(
                    "interval", .choice(CandleInterval.allCases.map(\.rawValue)), "The last day of each day, week or month.",
                    default: .string("1d")),
                .currency,
            ],
            answers: [
                .json(
                    200, "The values, oldest first; none without transactions.", isPortfolio ? .portfolioValues : .valueOverTime),
                .problem(422, "The last day is before the first, or they are too many."),
            ])
    }

    private func value(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        if let since = call.day("since"), let until = call.day("until"), since > until {
            throw Problem(
                .unprocessableContent, "bad-range", "since \(since) is after until \(until)", field: "since",
                value: .string(since.description), accepted: "a day up to \(until)")
        }
        let interval = call.text("interval").flatMap(CandleInterval.init) ?? .day
        guard let (first, last) = try await portfolio.valueHistory.span(of: group, in: call.currency) else {
            let timing = try await portfolio.transactions.timing(of: group, day: portfolio.today, includesLater: false)
            return Reply(
                json: Array(
                    WalletValues(wallets: group, interval: interval, days: [], timing: timing, currency: call.currency).document
                        .utf8))
        }
        let (since, until) = (call.day("since") ?? first, call.day("until") ?? max(last, call.day("since") ?? first))
        guard until - since < Schema.mostDays else {
            throw Problem(
                .unprocessableContent, "too-many-days", "\(since) to \(until) is more than \(Schema.mostDays) days",
                field: "until", value: .string(until.description), accepted: "at most \(Schema.mostDays) days")
        }
        return try await worker.run {
            let days = try await portfolio.valueHistory.values(of: group, from: since, through: until, in: call.currency)
            let timing = try await portfolio.transactions.timing(of: group, day: until, includesLater: false)
            return Reply(
                json: Array(
                    WalletValues(wallets: group, interval: interval, days: days, timing: timing, currency: call.currency).document
                        .utf8))
        }
    }
}
