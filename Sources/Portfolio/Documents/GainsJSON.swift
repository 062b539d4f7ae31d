import JSONText
import Ledger
import Market

/// Holdings and gains as JSON. Amounts are strings, exact to 18 decimal places.
package enum GainsJSON {
    /// Returns one object and a line break.
    ///
    /// - Parameters:
    ///   - returns: nil if not requested, or if the wallet has no transactions.
    ///   - shifts: the days on which the closes of a held coin change as a split changes them.
    ///   - explained: whether to explain every total; the report must have its disposals.
    /// - Throws: `DecimalError` if a sum is too large.
    package static func document(
        _ report: GainsReport, returns: WalletReturns?, shifts: [CloseShift] = [], explained: Bool
    ) throws(DecimalError) -> String {
        let figures = explained ? try report.explained() : []
        return JSONWriter.document { writer in
            writer.object { writer in
                ReportTimingJSON.members(of: report.wallets, &writer)
                writer.member("cost_basis", report.costBasis?.rawValue)
                writer.member("day", report.day.description)
                ReportTimingJSON.members(of: report.timing, &writer)
                writer.member("currency", report.currency.code)
                WalletJSON.rateDay(of: report.holdings, &writer)
                writer.member("holdings", report.rows) { write($0, report, writer: &$1) }
                let wallets = Dictionary(uniqueKeysWithValues: report.wallets.wallets.map { ($0.id, $0) })
                writer.member("lots", report.gains.lots) { lot, writer in
                    if report.wallets.isGroup { ReportTimingJSON.members(of: wallets[lot.lot.wallet]!, &writer) }
                    write(lot, &writer)
                }
                writer.key("total")
                writer.object { members(of: report.total, &$0) }
                writer.key("total_with_old_prices")
                if let old = report.gainsWithOldPrices?.total {
                    writer.object { members(of: old, &$0) }
                } else {
                    writer.null()
                }
                writer.key("missing_prices")
                writer.array { writer in for asset in report.missingPrices { writer.string(asset.description) } }
                writer.key("unknown_costs")
                writer.array { writer in for asset in report.gains.unknownCosts { writer.string(asset.description) } }
                members(of: report.olderRates, &writer)
                writer.member("close_shifts", shifts, write)
                writer.member("return_on_cost", report.returnOnCost?.description)
                if let returns { write(returns, &writer) }
                guard explained else { return }
                writer.key("explanation")
                writer.array { writer in for figure in figures { FigureJSON.write(figure, &writer) } }
            }
        }
    }

    private static func write(_ holding: Valuation.Holding, _ report: GainsReport, writer: inout JSONWriter) {
        writer.member("asset", holding.asset.id.description)
        writer.member("ticker", holding.asset.ticker.description)
        writer.member("quantity", holding.quantity.description)
        writer.member("price", holding.price?.price.description)
        WalletJSON.origin(of: holding, &writer)
        members(of: report.gains.assets[holding.asset.id] ?? Gains.Summary(report.currency), &writer)
    }

    /// Writes the days whose figures were converted by the rate of an earlier day.
    static func members(of rates: [OlderRate], _ writer: inout JSONWriter) {
        writer.member("older_rates", rates) { rate, writer in
            writer.member("day", rate.day.description)
            writer.member("rate_day", rate.rateDay.description)
        }
    }

    private static func write(_ shift: CloseShift, _ writer: inout JSONWriter) {
        writer.member("asset", shift.asset.description)
        writer.member("day", shift.day.description)
        writer.member("close_before", shift.before.description)
        writer.member("close", shift.close.description)
        writer.member("held_before", shift.held.description)
        writer.member("added", shift.added?.description)
        writer.member("transaction", shift.transaction.map { Int($0.number) })
    }

    private static func write(_ gain: Gains.LotGain, _ writer: inout JSONWriter) {
        writer.member("transaction", Int(gain.lot.origin.number))
        writer.member("asset", gain.lot.asset.description)
        writer.member("acquired_at", MomentText.iso(gain.lot.acquiredAt))
        writer.member("quantity", gain.lot.quantity.description)
        writer.member("cost", gain.lot.cost?.description)
        writer.member("market_value", gain.marketValue?.description)
        writer.member("unrealized_gain", gain.unrealized?.description)
        writer.member("unrealized_ratio", gain.unrealizedRatio?.description)
    }

    private static func members(of summary: Gains.Summary, _ writer: inout JSONWriter) {
        writer.member("market_value", summary.marketValue.total?.description)
        writer.member("known_market_value", summary.marketValue.known.description)
        writer.member("cost", summary.cost.total?.description)
        writer.member("unrealized_gain", summary.unrealized.total?.description)
        writer.member("unrealized_ratio", summary.unrealizedRatio?.description)
        writer.member("proceeds", summary.realized.proceeds.total?.description)
        writer.member("realized_cost", summary.realized.cost.total?.description)
        writer.member("realized_gain", summary.realized.gain.total?.description)
        writer.member("realized_ratio", summary.realizedRatio?.description)
    }

    private static func write(_ returns: WalletReturns, _ writer: inout JSONWriter) {
        writer.key("returns")
        writer.object { writer in
            writer.member("first", returns.first.description)
            writer.member("last", returns.last.description)
            writer.member("time_weighted", returns.timeWeighted)
            writer.member("time_weighted_a_year", returns.timeWeightedAYear)
            writer.member("money_weighted_a_year", returns.moneyWeightedAYear)
            writer.member("days_with_money", returns.daysWithMoney)
        }
    }
}
