import APIKit
import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import Trading

/// Problems of simulated accounts. The fields are names of parameters, or JSON pointers of body members.
extension TradingError: ProblemConvertible {
    package var problem: Problem {
        var problem = Problem(status, code, description, field: field)
        problem.extra = extra
        return problem
    }

    private var status: HTTPResponse.Status {
        switch self {
        case .noQuote, .noOrder, .noPlan, .noMethod, .noPayment, .noHistoryEntry: .notFound
        case .notVerified, .overLimit, .notFresh: .forbidden
        case .quoteExpired, .priceMoved, .notEnough, .orderEnded, .tooManyOrders, .planEnded, .tooManyMethods, .methodExpired,
            .notCancellable, .datesMoved, .noPrice:
            .conflict
        case .badAmount, .tooSmall, .tooLarge, .nothingForIt, .notACoin, .badOrder, .badEnd, .badMethod, .badAddress,
            .unknownAddress, .ownAddress:
            .unprocessableContent
        case .tooManyRequests: .tooManyRequests
        }
    }

    private var field: String? {
        switch self {
        case .badAmount, .tooSmall, .tooLarge, .nothingForIt: "/amount"
        case .notACoin, .noPrice: "/asset"
        case .badEnd: "/days"
        case .badOrder(.alreadyReached): "/price"
        case .badOrder(.salesAreInCoins): "/cash"
        case .badOrder(.stopPurchasesAreInCash): "/quantity"
        case .noMethod, .methodExpired: "/method"
        case .datesMoved: "/due_at"
        case .badAddress, .unknownAddress, .ownAddress: "/address"
        default: nil
        }
    }

    /// The numbers in the message, for clients that translate it.
    private var extra: [JSONValue.Member] {
        func member(_ key: String, _ value: some CustomStringConvertible) -> JSONValue.Member {
            .init(key: key, value: .string("\(value)"))
        }
        return switch self {
        case .notEnough(let ticker, let have, let need): [member("ticker", ticker), member("have", have), member("need", need)]
        case .tooSmall(let amount, let currency, let least):
            [member("amount", amount), member("currency", currency.code), member("least", least)]
        case .tooLarge(let amount, let currency, let most):
            [member("amount", amount), member("currency", currency.code), member("most", most)]
        case .priceMoved(let ticker, let quoted, let now, let currency, let tolerance):
            [
                member("ticker", ticker), member("quoted", quoted), member("now", now), member("currency", currency.code),
                member("tolerance_percent", tolerance.percent),
            ]
        case .overLimit(let purpose, let period, let limit, let used, let level):
            [
                member("purpose", purpose.rawValue), member("period", period.rawValue), member("limit", limit),
                member("used", used), member("level", level.rawValue),
            ]
        case .notFresh(let limit): [member("limit", limit)]
        case .methodExpired(let lastFour, let expires): [member("last_four", lastFour), member("expires", expires)]
        case .datesMoved(let dueAt): [member("due_at", MomentText.iso(dueAt))]
        case .notVerified(let purpose): [member("purpose", purpose.rawValue)]
        case .noPrice(let ticker, let time, let minutes):
            [member("ticker", ticker), member("age_limit_minutes", minutes)]
                + (time.map { [member("price_time", MomentText.iso($0))] } ?? [])
        case .badOrder(.alreadyReached(_, _, let price, let currency)):
            [member("price", price), member("currency", currency.code)]
        case .tooManyRequests(let what, let most, let hours):
            [member("requests", what), member("most", most), member("hours", hours)]
        default: []
        }
    }
}

extension Trading {
    /// Whether the password was entered recently. Without accounts there is no password.
    func isConfirmed(_ call: Call) -> Bool { parts.identity == nil || call.caller.standing?.isFresh == true }
}

extension TradeAmount {
    /// The amount of a body, which has cash or a number of coins.
    init(cash: FixedDecimal?, quantity: FixedDecimal?) throws(Problem) {
        switch (cash, quantity) {
        case (let cash?, nil): self = .cash(cash)
        case (nil, let quantity?): self = .coin(quantity)
        case (nil, nil):
            // The schema cannot require one of two members, so this error concerns the values and not their form.
            throw Problem(
                .unprocessableContent, "missing-value", "give cash, or quantity: how many coins", field: "/cash",
                accepted: "cash or quantity")
        case (_?, _?):
            throw Problem(
                .unprocessableContent, "two-amounts", "give cash or quantity, not both", field: "/quantity",
                accepted: "cash or quantity")
        }
    }
}
