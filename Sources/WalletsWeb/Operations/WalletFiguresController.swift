import APIKit
import HTTPEdge
import JSONText
import Ledger
import Market
import Portfolio
import Services

/// The valuation, gains and value over time of one wallet, and of several together as a portfolio.
///
/// Both have the same documents, except that a portfolio's have `wallets` instead of `wallet`.
struct WalletFiguresController: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThreads

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
            "Holdings and their value, at the closes of one day.", parameters: [.onDay, .currency],
            answers: [.json(200, "The valuation.", WalletDocuments.valuation.of(isPortfolio).schema)])
    }

    private func valuation(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        let valuation = try await portfolio.valuations.valuation(of: group, on: call.day("on"), in: call.currency)
        let timing = try await portfolio.transactions.timing(of: group, day: valuation.day, includesLater: call.day("on") == nil)
        return Reply { WalletDocuments.valuation.write((valuation, timing), &$0) }
    }

    // MARK: Gains

    private static func gains(_ isPortfolio: Bool) -> Operation {
        .figures(
            "gains", id: ("getGains", "getPortfolioGains"), isPortfolio: isPortfolio,
            "Realized and unrealized gains of each lot and coin, and three returns.",
            parameters: [.onDay, .method, .explain, .currency],
            answers: [.json(200, "The gains.", GainsDocuments.gains.of(isPortfolio).schema)])
    }

    private func gains(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        return try await worker.run(for: call.caller.owner) {
            let report = try await portfolio.gains.report(
                of: group, on: call.day("on"), costBasis: call.choice("method"),
                keepsDisposals: call.flag("explain"), in: call.currency)
            let returns = try await portfolio.valueHistory.returns(of: report)
            let shown = try ShownGains(
                report, returns: returns, shifts: returns?.closeShifts ?? [], explained: call.flag("explain"))
            return Reply(json: Array(GainsDocuments.gains.jsonLine(shown).utf8))
        }
    }

    // MARK: Value over time

    private static func value(_ isPortfolio: Bool) -> Operation {
        .figures(
            "value", id: ("getValueOverTime", "getPortfolioValueOverTime"), isPortfolio: isPortfolio,
            "Value at the end of each day, week or month, at stored closes.",
            parameters: [
                .query("since", .day, "The first day (default: that of the first transaction)."),
                .query("until", .day, "The last day (default: the newest stored day)."),
                .query(
                    "interval", .choice(CandleInterval.allCases.map(\.rawValue)), "The last day of each day, week or month.",
                    default: .string("1d")),
                .currency,
            ],
            answers: [
                .json(200, "The values, oldest first; none without transactions.", WalletValues.document.of(isPortfolio).schema),
                .problem(422, "The last day is before the first, or there are too many days."),
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
        let interval: CandleInterval = call.required("interval", Call.choice)
        let days = try await days(of: group, portfolio, call)
        return try await worker.run(for: call.caller.owner) {
            let report = try await portfolio.valueHistory.report(of: group, days, in: call.currency)
            return Reply(json: Array(WalletValues.document.jsonLine(WalletValues(report, interval: interval)).utf8))
        }
    }

    private func days(of group: WalletGroup, _ portfolio: Portfolio, _ call: Call) async throws -> ValueDays? {
        do {
            return try await portfolio.valueHistory.days(
                of: group, since: call.day("since"), until: call.day("until"), in: call.currency)
        } catch let error as TooManyDaysError {
            throw Problem(
                .unprocessableContent, "too-many-days",
                "\(error.days.since) to \(error.days.until) is more than \(ValueDays.most) days", field: "until",
                value: .string(error.days.until.description), accepted: "at most \(ValueDays.most) days")
        }
    }
}
