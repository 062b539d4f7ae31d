import Identity
import Ledger
import Market
import Platform

/// Why an operation on a simulated account is refused. Nothing has changed then.
package enum TradingError: Error, Equatable, Sendable {
    // Amounts and prices
    /// Not a positive amount, or too many digits after the decimal point.
    case badAmount(String, places: Int)
    case tooSmall(FixedDecimal, Currency, least: FixedDecimal)
    case tooLarge(FixedDecimal, Currency, most: FixedDecimal)
    /// The amount is so small that it buys or brings nothing.
    case nothingForIt(Ticker)
    case notACoin(Ticker)
    /// No price is stored, or the newest is too old. `time` is that of the newest, in seconds since 1970-01-01 UTC.
    case noPrice(Ticker, time: Int?, ageLimitMinutes: Int)
    case notEnough(Ticker, have: FixedDecimal, need: FixedDecimal)

    // Quotes and orders
    case noQuote(String)
    case quoteExpired(seconds: Int)
    case priceMoved(Ticker, quoted: FixedDecimal, now: FixedDecimal, Currency, tolerance: Rate)
    case noOrder(String)
    case orderEnded(String, state: TradeOrder.State)
    case tooManyOrders(most: Int)
    /// A limit or stop order whose price has already been reached, or a sale for an amount of cash.
    case badOrder(reason: OrderFault)
    case badEnd(mostDays: Int)
    case noPlan(String)
    case planEnded(String)

    // Rights
    case notVerified(UsagePurpose)
    case overLimit(UsagePurpose, LimitPeriod, limit: FixedDecimal, used: FixedDecimal, level: VerificationLevel)

    // Payments and transfers
    case noMethod(String)
    case badMethod(reason: String)
    /// The last month of the card is over on the bank's clock.
    case methodExpired(lastFour: String, expires: String)
    case tooManyMethods(most: Int)
    case noPayment(String)
    /// The payment was already sent or has ended.
    case notCancellable(String, state: Payment.State)
    /// The withdrawal would arrive at another time than the person saw, in seconds since 1970-01-01 UTC on the bank's clock.
    case datesMoved(dueAt: Int)
    case badAddress(reason: String)
    case unknownAddress(String)
    case ownAddress
    case noHistoryEntry(String)
    /// The person has made the maximum number of orders per hour, or of payments or transfers per day.
    case tooManyRequests(String, most: Int, hours: Int)
    /// The password was not entered recently, and the amount is above the limit for that, in US dollars.
    case notFresh(limit: FixedDecimal)

    /// The fault of a limit or stop order.
    package enum OrderFault: Equatable, Sendable {
        case alreadyReached(kind: TradeOrder.Kind, side: TradeSide, price: FixedDecimal, Currency)
        case salesAreInCoins
        case stopPurchasesAreInCash
    }

    package enum LimitPeriod: String, Sendable { case day, month }
}

extension TradingError: CustomStringConvertible {
    /// A stable code for programs.
    package var code: String {
        switch self {
        case .badAmount: "bad-amount"
        case .tooSmall: "amount-too-small"
        case .tooLarge: "amount-too-large"
        case .nothingForIt: "nothing-for-it"
        case .notACoin: "not-a-coin"
        case .noPrice: "no-price"
        case .notEnough: "not-enough"
        case .noQuote: "no-quote"
        case .quoteExpired: "quote-expired"
        case .priceMoved: "price-moved"
        case .noOrder: "no-order"
        case .orderEnded: "order-ended"
        case .tooManyOrders: "too-many-orders"
        case .badOrder(.alreadyReached): "price-reached"
        case .badOrder: "bad-order"
        case .badEnd: "bad-end"
        case .noPlan: "no-plan"
        case .planEnded: "plan-ended"
        case .notVerified: "not-verified"
        case .overLimit: "over-limit"
        case .noMethod: "no-method"
        case .badMethod: "bad-method"
        case .methodExpired: "method-expired"
        case .tooManyMethods: "too-many-methods"
        case .noPayment: "no-payment"
        case .notCancellable: "not-cancellable"
        case .datesMoved: "dates-moved"
        case .badAddress: "bad-address"
        case .unknownAddress: "unknown-address"
        case .ownAddress: "own-address"
        case .noHistoryEntry: "no-entry"
        case .tooManyRequests: "too-many-requests"
        case .notFresh: "not-fresh"
        }
    }

    package var description: String {
        switch self {
        case .badAmount(let text, let places):
            "\"\(text.cut(to: 40))\" is not an amount; give a number above zero with at most \(places) decimal places"
        case .tooSmall(let amount, let currency, let least):
            "\(amount.fixed(places: 2)) \(currency.code) is too little; the minimum is \(least.fixed(places: 2)) \(currency.code)"
        case .tooLarge(let amount, let currency, let most):
            "\(amount.fixed(places: 2)) \(currency.code) is too much; the maximum is \(most.fixed(places: 2)) \(currency.code)"
        case .nothingForIt(let ticker): "this amount is too small for any \(ticker); give a larger one"
        case .notACoin(let ticker): "\(ticker) is cash and not traded; choose a coin"
        case .noPrice(let ticker, nil, _):
            "there is no price for \(ticker); fetch its prices first: closecast history fetch \(ticker)"
        case .noPrice(let ticker, let time?, let minutes):
            "the newest price of \(ticker) is from \(MomentText.short(time)) UTC, and prices must not be more than "
                + "\(minutes % 60 == 0 && minutes > 60 ? "\(minutes / 60) hours" : "\(minutes) minutes") old; "
                + "fetch newer ones: closecast history fetch \(ticker)"
        case .notEnough(let ticker, let have, let need):
            "this needs \(need) \(ticker), and \(have) are available; choose a smaller amount"
        case .noQuote(let id): "there is no quote \(id.cut(to: 40)); request a new one"
        case .quoteExpired(let seconds): "this quote has expired; quotes are valid for \(seconds) seconds. Request a new one"
        case .priceMoved(let ticker, let quoted, let now, let currency, let tolerance):
            "the price of \(ticker) has moved from \(quoted) to \(now) \(currency.code), more than your tolerance of \(tolerance); "
                + "request a new quote"
        case .noOrder(let id): "there is no order \(id.cut(to: 40))"
        case .orderEnded(let id, let state): "the order \(id) is \(state.rawValue) and can no longer be cancelled"
        case .tooManyOrders(let most): "you have \(most) open orders, which is the maximum; cancel one first"
        case .badOrder(.alreadyReached(let kind, let side, let price, let currency)):
            "the price is \(price) \(currency.code): this \(kind.rawValue) order would \(side.rawValue) at once; "
                + "choose another price, or \(side.rawValue) at the current one"
        case .badOrder(.salesAreInCoins): "a limit or stop order sells an amount of the coin; give the quantity"
        case .badOrder(.stopPurchasesAreInCash):
            "a stop order buys for an amount of cash, since its price is not known in advance; give the cash"
        case .badEnd(let days): "the end must be in the future, at most \(days) days from now"
        case .noPlan(let id): "there is no plan \(id.cut(to: 40))"
        case .planEnded(let id): "the plan \(id) has ended"
        case .notVerified(let purpose): "your identity must be verified before you can \(purpose.verb)"
        case .overLimit(let purpose, let period, let limit, let used, let level):
            "your level (\(level.rawValue)) lets you \(purpose.verb) \(limit.fixed(places: 2)) USD a \(period.rawValue), and "
                + "\(used.fixed(places: 2)) USD are used; choose a smaller amount or wait"
        case .noMethod(let id): "there is no payment method \(id.cut(to: 40))"
        case .badMethod(let reason): reason
        case .methodExpired(let lastFour, let expires):
            "the card that ends in \(lastFour) expired at the end of \(expires); link another card"
        case .tooManyMethods(let most): "you have \(most) payment methods, which is the maximum; remove one first"
        case .noPayment(let id): "there is no payment \(id.cut(to: 40))"
        case .notCancellable(let id, let state): "the payment \(id) is \(state.rawValue) and can no longer be cancelled"
        case .datesMoved(let dueAt):
            "a cut-off of the bank has passed since the preview: the withdrawal would arrive at \(MomentText.short(dueAt)) UTC by the "
                + "bank's clock; request a new preview"
        case .badAddress(let reason): reason
        case .unknownAddress(let address):
            "no account on this server has the address \(address.cut(to: 60)); check it with the receiver"
        case .ownAddress: "this is your own address; give another person's"
        case .noHistoryEntry(let id): "there is no entry \(id.cut(to: 40)) in your history"
        case .notFresh(let limit):
            "more than \(limit.fixed(places: 2)) USD can only be sent after you confirm your password; sign in and confirm it first: "
                + "POST /v1/sessions/current/confirmation"
        case .tooManyRequests(let what, let most, let hours):
            "you have made \(most) \(what) in the last \(hours == 1 ? "hour" : "\(hours) hours"), which is the maximum; wait a little"
        }
    }
}
