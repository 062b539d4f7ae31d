import JSONText
import Ledger
import Market
import Records

/// Holdings and gains, with what is shown next to them.
package struct ShownGains: Sendable {
    fileprivate typealias Line = (holding: Valuation.Holding, summary: Gains.Summary)
    fileprivate typealias Lot = (gain: Gains.LotGain, wallet: Wallet?)

    fileprivate let report: GainsReport
    fileprivate let returns: WalletReturns?
    fileprivate let shifts: [CloseShift]
    fileprivate let figures: [Figure]?

    /// - Parameters:
    ///   - returns: nil if not requested, or if the wallet has no transactions.
    ///   - shifts: the days on which the closes of a held coin change as a split changes them.
    ///   - explained: whether to explain every total; the report must have its disposals.
    /// - Throws: `DecimalError` if a sum is too large.
    package init(
        _ report: GainsReport, returns: WalletReturns?, shifts: [CloseShift] = [], explained: Bool
    ) throws(DecimalError) {
        (self.report, self.returns, self.shifts) = (report, returns, shifts)
        figures = explained ? try report.explained() : nil
    }

    /// The open lots; in reports on several wallets, each with its own.
    fileprivate var lots: [Lot] {
        let wallets = report.wallets.isGroup ? report.wallets.wallets : []
        let known = Dictionary(uniqueKeysWithValues: wallets.map { ($0.id, $0) })
        return report.gains.lots.map { (gain: $0, wallet: known[$0.lot.wallet]) }
    }
}

extension GainsReport {
    fileprivate var lines: [ShownGains.Line] {
        rows.map { (holding: $0, summary: gains.assets[$0.asset.id] ?? Gains.Summary(currency)) }
    }
}

/// The documents of gains. Amounts are strings, exact to 18 decimal places.
package enum GainsDocuments {
    package static let gains = ReportDocument<ShownGains>(
        "Gains", { $0.report.wallets }, wallet: wallet,
        head + figures + faults + extras)

    private static let wallet = Document<Wallet>(
        nil,
        .field("wallet_id", .walletID, "Null before the first investment, when no wallet exists yet.") {
            $0.publicID.isEmpty ? nil : $0.publicID
        },
        .field("wallet", .anyWalletName) { $0.name })

    private static let head: [Document<ShownGains>.Member] =
        [
            .field("cost_basis", nil, "Null for wallets with different ones.") { $0.report.costBasis },
            .field("day", nil, "The day whose closes are the prices.") { $0.report.day },
        ] + ReportDocuments.timing.members.of { (shown: ShownGains) in shown.report.timing }

    private static let figures: [Document<ShownGains>.Member] = [
        .field("currency", nil, "Costs and proceeds are converted at the rates of their own days.") { $0.report.currency },
        WalletDocuments.rateDay.of { $0.report.holdings },
        .list(
            "holdings", 0...100_000, of: holding,
            "Current holdings, and earlier ones with a quantity of 0; their figures add up to the total."
        ) { $0.report.lines },
        .list("lots", 0...10_000_000, of: lot) { $0.lots }, .object("total", summary) { $0.report.total },
        .object(
            "total_with_old_prices", summary,
            "The total with the newest earlier closes of the holdings whose prices are missing; null if no price is missing, or "
                + "if one of them has none.", orNull: { $0.report.gainsWithOldPrices?.total }),
    ]

    private static let faults: [Document<ShownGains>.Member] = [
        .values("missing_prices", ReportDocuments.assetIDs) { $0.report.missingPrices.map(\.description) },
        .values("unknown_costs", ReportDocuments.assetIDs) { $0.report.gains.unknownCosts.map(\.description) },
        ReportDocuments.olderRates { $0.report.olderRates },
        .list(
            "close_shifts", 0...100_000, of: closeShift,
            "Days on which the closes of a held coin change as in a split: gains and returns over them are not "
                + "meaningful."
        ) { $0.shifts },
    ]

    private static let extras: [Document<ShownGains>.Member] = [
        .amount(
            "return_on_cost", "0.05 for 5 percent: gains over the cost of all coins ever acquired, without cash in any currency.",
            orNull: { $0.report.returnOnCost }),
        .optionalAny("returns", returns.schema, nil, { $0.returns }, write: { returns.writeObject($0, &$1) }),
        .optionalAny(
            "explanation", .array(figure.schema, count: 0...10), "Each total, explained down to lots, prices and disposals.",
            { $0.figures }, write: { write($0, &$1) }),
    ]

    // MARK: Parts

    private static let holding = Document<ShownGains.Line>(
        members: (WalletDocuments.position + WalletDocuments.priceOrigin).of { (line: ShownGains.Line) in line.holding }
            + summary.members.of { (line: ShownGains.Line) in line.summary })

    private static let summary = Document<Gains.Summary>(
        nil, .amount("market_value", orNull: { $0.marketValue.total?.amount }),
        .amount("known_market_value") { $0.marketValue.known.amount }, .amount("cost", orNull: { $0.cost.total?.amount }),
        .amount("unrealized_gain", orNull: { $0.unrealized.total?.amount }),
        .amount("unrealized_ratio", orNull: { $0.unrealizedRatio }),
        .amount("proceeds", orNull: { $0.realized.proceeds.total?.amount }),
        .amount("realized_cost", "The cost of what was sold or paid as a fee.", orNull: { $0.realized.cost.total?.amount }),
        .amount("realized_gain", orNull: { $0.realized.gain.total?.amount }),
        .amount("realized_ratio", orNull: { $0.realizedRatio }))

    private static let lot = Document<ShownGains.Lot>(
        nil, .optional("wallet_id", .walletID, "In reports on several wallets.") { $0.wallet?.publicID },
        .optional("wallet", .anyWalletName, "In reports on several wallets.") { $0.wallet?.name },
        .field("transaction", .transactionID) { Int($0.gain.lot.origin.number) },
        .text("asset", .text(1...64)) { $0.gain.lot.asset }, .moment("acquired_at") { $0.gain.lot.acquiredAt },
        .amount("quantity") { $0.gain.lot.quantity }, .amount("cost", orNull: { $0.gain.lot.cost?.amount }),
        .amount("market_value", orNull: { $0.gain.marketValue?.amount }),
        .amount("unrealized_gain", orNull: { $0.gain.unrealized?.amount }),
        .amount("unrealized_ratio", orNull: { $0.gain.unrealizedRatio }))

    private static let closeShift = Document<CloseShift>(
        nil, .text("asset", .text(1...64)) { $0.asset }, .field("day") { $0.day },
        .amount("close_before", "In USD.") { $0.before.amount }, .amount("close", "On that day, in USD.") { $0.close.amount },
        .amount("held_before") { $0.held },
        .amount(
            "added", "What deposits and withdrawals added in proportion; null if the quantity did not change.",
            orNull: { $0.added }),
        .field("transaction", .transactionID, "The last of these.") { $0.transaction.map { Int($0.number) } })

    private static let returns = Document<WalletReturns>(
        nil, .field("first") { $0.first }, .field("last") { $0.last },
        .field("time_weighted", nil, "0.05 for 5 percent.") { $0.timeWeighted },
        .field("time_weighted_a_year", nil, "Over the days with money; null for less than a year.") { $0.timeWeightedAYear },
        .field(
            "money_weighted_a_year", nil, "Null for less than \(WalletReturns.leastDaysWithMoney) days with money."
        ) { $0.moneyWeightedAYear },
        .field("days_with_money", nil, "Days that began with holdings in the wallets.") { $0.daysWithMoney })

    // MARK: Explanations

    /// Recursive: the inputs of a figure are figures.
    private static let figure: Document<Figure> = Document(
        "Figure", .field("name", .text(0...1000)) { $0.name }, .field("unit", .text(0...100)) { $0.unit },
        .amount("value", orNull: { $0.value }), .choice("formula") { $0.formula },
        .optional("source", .text(0...10_000)) { $0.source.isEmpty ? nil : $0.source },
        .optionalAny(
            "inputs", .array(.any, count: 0...10_000_000), "Figures.", { $0.formula == .given ? nil : $0.inputs },
            write: { write($0, &$1) }))

    private static func write(_ figures: [Figure], _ writer: inout JSONWriter) {
        writer.array { writer in for part in figures { figure.writeObject(part, &writer) } }
    }

    // MARK: CSV

    /// A header, and one line per asset, whose figures add up to the last line, `total`. Missing values are empty.
    package static func csv(_ report: GainsReport) -> String {
        let lines = report.lines.map(asset.csvLine).joined()
        return asset.csvHeader + lines + "total,,,," + sums.csvLine(report.total)
    }

    private static let asset = Document<ShownGains.Line>(
        members: WalletDocuments.position.of { (line: ShownGains.Line) in line.holding }
            + sums.members.of { (line: ShownGains.Line) in line.summary })

    private static let sums = summary.columns(
        "market_value", "cost", "unrealized_gain", "proceeds", "realized_cost", "realized_gain")
}
