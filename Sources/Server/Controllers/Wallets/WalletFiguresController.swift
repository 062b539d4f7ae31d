import Documents
import JSONText
import Ledger
import Market
import Portfolio

/// What wallets are worth, were worth, and gained.
struct WalletFiguresController: Sendable {
    let services: Services

    func add(to api: inout API) {
        api.add(Self.valuation, valuation)
        api.add(Self.gains, gains)
        api.add(Self.value, value)
    }

    // MARK: Valuation

    private static let valuation = Operation(
        .get, "/v1/wallets/{wallet}/valuation", id: "getValuation", tag: "Figures",
        "What a wallet held and what that was worth, at the closes of one day.", scope: .read, parameters: [.wallet, .onDay],
        answers: [.json(200, "The valuation.", .valuation)])

    private func valuation(_ call: Call) async throws -> Reply {
        let portfolio = services.portfolio(of: call.caller)
        let wallet = try await portfolio.wallet(call.required("wallet", Call.text))
        let valuation = try await portfolio.valuation(of: wallet, on: call.day("on"))
        return Reply { WalletJSON.valuation(valuation, &$0) }
    }

    // MARK: Gains

    private static let gains = Operation(
        .get, "/v1/wallets/{wallet}/gains", id: "getGains", tag: "Figures",
        "Realized and unrealized gains of each lot and coin, and three returns.", scope: .read,
        parameters: [
            .wallet, .onDay,
            .query("method", .costBasis, "Which lots leave first, to compare; the wallet's own way where it is missing."),
            .explain,
        ],
        answers: [.json(200, "The gains.", .gains)])

    private func gains(_ call: Call) async throws -> Reply {
        let portfolio = services.portfolio(of: call.caller)
        let wallet = try await portfolio.wallet(call.required("wallet", Call.text))
        return try await services.atLength {
            let report = try await portfolio.gains(
                of: wallet, on: call.day("on"), costBasis: call.text("method").flatMap(CostBasis.init),
                keepsDisposals: call.flag("explain"))
            let returns = try await portfolio.returns(of: wallet, through: report.day)
            return Reply(json: Array(try GainsJSON.document(report, returns: returns, explained: call.flag("explain")).utf8))
        }
    }

    // MARK: Value over time

    private static let value = Operation(
        .get, "/v1/wallets/{wallet}/value", id: "getValueOverTime", tag: "Figures",
        "What a wallet was worth at the end of each day, week or month, from stored closes.", scope: .read,
        parameters: [
            .wallet, .query("since", .day, "The first day; that of the first transaction where it is missing."),
            .query("until", .day, "The last day; the newest stored one where it is missing."),
            .query(
                "interval", .choice(CandleInterval.allCases.map(\.rawValue)), "The last day of each day, week or month.",
                default: .string("1d")),
        ],
        answers: [
            .json(200, "The values, oldest first; none without transactions.", values),
            .problem(422, "The last day is before the first, or they are too many."),
        ])

    private static let values = Schema.named(
        "ValueOverTime",
        .object(
            Schema.namedWallet + [
                .init("currency", .choice(["USD"])),
                .init("interval", .choice(CandleInterval.allCases.map(\.rawValue))),
                .init(
                    "values",
                    .array(
                        .object([
                            .init("date", .day), .init("value", .amountOrNull, "In USD; null where a close is missing."),
                            .init("net_flow", .amountOrNull, "What came in less what went out."),
                            .init("missing", .array(.text(1...64), count: 0...100_000), "Held assets whose close is not stored."),
                        ]), count: 0...mostDays)),
            ]))

    private static let mostDays = 100_000

    private func value(_ call: Call) async throws -> Reply {
        let portfolio = services.portfolio(of: call.caller)
        let wallet = try await portfolio.wallet(call.required("wallet", Call.text))
        if let since = call.day("since"), let until = call.day("until"), since > until {
            throw Problem(
                .unprocessableContent, "bad-range", "since \(since) is after until \(until)", field: "since",
                value: .string(since.description), accepted: "a day up to \(until)")
        }
        let interval = call.text("interval").flatMap(CandleInterval.init) ?? .day
        guard let (first, last) = try await portfolio.span(of: wallet) else {
            return Reply(json: Array(WalletValues(wallet: wallet, interval: interval, days: []).document.utf8))
        }
        let (since, until) = (call.day("since") ?? first, call.day("until") ?? max(last, call.day("since") ?? first))
        guard until - since < Self.mostDays else {
            throw Problem(
                .unprocessableContent, "too-many-days", "\(since) to \(until) is more than \(Self.mostDays) days",
                field: "until",
                value: .string(until.description), accepted: "at most \(Self.mostDays) days")
        }
        return try await services.atLength {
            let days = try await portfolio.valueOverTime(wallet, from: since, through: until)
            return Reply(json: Array(WalletValues(wallet: wallet, interval: interval, days: days).document.utf8))
        }
    }
}

extension Parameter {
    static let explain = Parameter.query(
        "explain", .boolean, "Also open every total: the lots, prices and formulas that give it.", default: .boolean(false))
}
