import Ledger
import Market
import Records

extension TradeSide: FieldChoice {}
extension RecurringPlan.Interval: FieldChoice {}

extension TradeOrder.Kind: FieldChoice {}

/// A trade to quote.
package struct TradeWish: Record {
    package static let schemaName: String? = "TradeWish"

    package let side: TradeSide
    package let asset: String
    package let currency: Currency
    package let cash, quantity: FixedDecimal?

    package init(_ field: inout Fields<Self>) throws {
        side = try field("side", \.side)
        asset = try field("asset", \.asset, .assetName, "A ticker or an id.")
        currency = try field("currency", \.currency, .accountCurrency)
        cash = try field("cash", \.cash, .decimal(.positive), "The cash to spend, fee included, or to receive; or give quantity.")
        quantity = try field("quantity", \.quantity, .decimal(.positive), "How many coins, at most eight decimal places.")
    }
}

/// A limit or stop order to place.
package struct StandingOrderWish: Record {
    package static let schemaName: String? = "StandingOrder"

    package let kind: TradeOrder.Kind
    package let trade: TradeWish
    package let price: FixedDecimal
    package let days: Int

    package init(_ field: inout Fields<Self>) throws {
        kind = try field("kind", \.kind, .choice(["limit", "stop"]))
        trade = try field(\.trade)
        price = try field("price", \.price, .decimal(.positive), "The limit or stop for one coin, in the currency.")
        days = try field("days", \.days, .integer(1...3650), "Days until it expires.")
    }
}

/// A repeated purchase to start.
package struct PlanWish: Record {
    package static let schemaName: String? = "NewPlan"

    package let asset: String
    package let currency: Currency
    package let cash: FixedDecimal
    package let every: RecurringPlan.Interval
    package let days: Int

    package init(_ field: inout Fields<Self>) throws {
        asset = try field("asset", \.asset, .assetName)
        currency = try field("currency", \.currency, .accountCurrency)
        cash = try field("cash", \.cash, .decimal(.positive), "The amount of each purchase, fee included.")
        every = try field("every", \.every)
        days = try field("days", \.days, .integer(1...3650), "Days until it ends.")
    }
}

/// The limits that people set for themselves.
package struct TradingLimitsChange: Record {
    package let tolerance, passwordAbove: FixedDecimal?

    package init(_ field: inout Fields<Self>) throws {
        tolerance = try field(
            "tolerance_percent", \.tolerance, .decimal(.notNegative),
            "How far a price may move between a quote and its confirmation: 0 to 100, at most four decimal places.")
        passwordAbove = try field(
            "password_above_usd", \.passwordAbove, .decimal(.notNegative),
            "Withdrawals and transfers above it need the password again. So does raising it.")
    }
}

/// A quote in a path.
package struct QuoteReference: Record {
    package let quote: String

    package init(_ field: inout Fields<Self>) throws { quote = try field("quote", \.quote, .text(1...64), "The quote's id.") }
}

/// An order in a path.
package struct OrderReference: Record {
    package let order: String

    package init(_ field: inout Fields<Self>) throws { order = try field("order", \.order, .text(1...64), "The order's id.") }
}

/// A repeated purchase in a path.
package struct PlanReference: Record {
    package let plan: String

    package init(_ field: inout Fields<Self>) throws { plan = try field("plan", \.plan, .text(1...64), "The plan's id.") }
}
