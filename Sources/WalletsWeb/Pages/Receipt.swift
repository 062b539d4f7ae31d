import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Portfolio

/// The effects of orders or of an import, for a page.
struct Receipt: Sendable {
    /// The transactions that are new.
    private let rows: [TransactionRow]
    /// The transfers that some of these rows probably are, by position.
    private let transfers: [Int: MatchedTransfer]
    /// The number of rows of a file that were recorded before.
    private let knownCount: Int
    /// Whether a file has no transactions to record, new or known.
    private let isEmpty: Bool
    private let effects: [(wallet: String, asset: Asset, before: Quantity, after: Quantity)]
    private let prices: [(asset: AssetID, close: PriceOfDay)]
    private let unknownCosts: [Asset]
    /// The currencies whose rates give these costs, with the commands that get them.
    private let rates: [(currency: String, command: String)]
    /// The number and the sum of the deposits of missing cash, in US dollars.
    private let deposits: (count: Int, sum: Quantity)

    /// The maximum number of lines in each list; a page with all rows of a long file is useless.
    private static let longestList = 50

    init(_ prepared: PreparedOrder) {
        (rows, transfers, knownCount, isEmpty) = (prepared.rows, [:], 0, false)
        deposits = prepared.missingCash.map { (1, $0) } ?? (0, .zero)
        effects = prepared.effects.map { (wallet: $0.wallet.name, asset: $0.asset, before: $0.before, after: $0.after) }
        prices = prepared.prices.sorted { $0.key < $1.key }.map { (asset: $0.key, close: $0.value) }
        unknownCosts = prepared.unknownCosts
        rates = Set(unknownCosts.filter { Currency($0.id) != nil }.map { "\($0.ticker)" }).sorted().map {
            ($0, CurrencyTable.ratesCommand($0))
        }
    }

    init(_ report: ImportReport) {
        rows = report.newRows.map(\.row)
        let (sides, new) = (report.transfersByRow, report.rows.indices.filter { report.results[$0].isNew })
        transfers =
            report.matchesTransfers
            ? [:]
            : Dictionary(
                uniqueKeysWithValues: new.enumerated().compactMap { place, row in sides[row].map { (place, $0) } })
        knownCount = report.knownCount
        isEmpty = report.results.isEmpty
        deposits = (report.deposits.count, report.deposited)
        effects = report.effects.map { (wallet: $0.wallet, asset: $0.asset, before: $0.before, after: $0.after) }
        prices = report.prices.map { (asset: $0.asset.id, close: $0.close) }
        unknownCosts = report.unknownCosts.map(\.asset)
        // The notes beside the preview have those of unknown values.
        let noted = Set(report.unknownValues.flatMap(\.error.unpricedCoins))
        rates = report.missingPrices.filter { ISOCurrency($0.code) != nil && !noted.contains($0.code) }.map {
            ($0.code, CurrencyTable.ratesCommand($0.code, since: $0.since))
        }
    }

    /// The values of `receipt.mustache`.
    func values(_ market: MarketData, _ amounts: Amounts) async throws -> TemplateValue {
        let words = amounts.words
        let names = RowNames(try await market.store.assets(ids: Set(rows.flatMap(\.assets) + prices.map { $0.asset })))
        return [
            "isNothing": .flag(rows.isEmpty), "isEmpty": .flag(isEmpty),
            "deposits": .optional(deposits.count > 0 ? depositNote(amounts) : nil),
            "effects": .list(
                changes.prefix(Self.longestList).map { effect in
                    [
                        "wallet": .text(effect.wallet), "coin": "\(effect.asset.ticker)",
                        "before": amounts.quantity(effect.before, of: effect.asset.id),
                        "after": amounts.quantity(effect.after, of: effect.asset.id),
                    ]
                }),
            "rows": .list(rows.prefix(Self.longestList).enumerated().map { row($1, transfers[$0], names, amounts) }),
            "more": .optional(rows.count > Self.longestList ? words("wallet.more-rows", n: rows.count - Self.longestList) : nil),
            "prices": .list(prices.prefix(Self.longestList).map { .text(price($0.close, names.ticker($0.asset), words)) }),
            "unknownCosts": .optional(unknownCosts.isEmpty ? nil : noCost(words)),
            "new": .text(words("wallet.preview.new", n: rows.count)),
            "known": .optional(knownCount > 0 ? words("wallet.preview.known", n: knownCount) : nil),
            "hasEffects": .flag(!changes.isEmpty), "hasPrices": .flag(!prices.isEmpty),
        ]
    }

    /// Cash that is deposited and spent leaves no change.
    private var changes: [(wallet: String, asset: Asset, before: Quantity, after: Quantity)] {
        effects.filter { $0.before != $0.after }
    }

    /// Rates of a currency are to be had.
    private func noCost(_ words: Words) -> String {
        let rates = rates.map { words("expenses.total.get-rates", ["currency": $0.currency, "command": $0.command]) }
        return ([words("wallet.preview.no-cost")] + rates).joined(separator: " ")
    }

    private func depositNote(_ amounts: Amounts) -> String {
        let sum = amounts.veiled(amounts.words.format.money("\(deposits.sum)"))
        return amounts.words("wallet.preview.deposits", n: deposits.count, ["sum": sum])
    }

    private func row(
        _ row: TransactionRow, _ transfer: MatchedTransfer?, _ names: RowNames, _ amounts: Amounts
    ) -> TemplateValue {
        let words = amounts.words
        // Of a share that is unknown, no price is known either.
        let hasPrice = row.quantity > .zero && row.valueError == nil
        let price = row.cash.flatMap { hasPrice ? try? $0.divided(by: row.quantity) : nil }
        return [
            "cash": row.cash.map { amounts.money($0) } ?? false,
            "price": .optional(price.map { words.format.price($0.doubleValue) }),
            "day": .text(words.format.date(Day(secondsSince1970: row.time), .short)),
            "kind": .text(words.kind(row)), "wallet": .text(row.wallet),
            "coin": .text(names.ticker(row.asset)), "quantity": amounts.exact(row.quantity),
            "worth": row.kind == .swap ? row.value.map { amounts.money($0) } ?? false : false,
            "unknown": .optional(row.valueError.map { FormNotes.lack($0, on: [Day(secondsSince1970: row.time)], words) }),
            "moves": .optional(transfer.map { words("wallet.preview.moves", ["from": $0.from, "to": $0.to]) }),
            "received": row.received.map { received in
                ["quantity": amounts.exact(received.quantity), "coin": .text(names.ticker(received.asset))]
            } ?? false, "fee": FeeView.of(row, coin: names.ticker(row.asset), amounts),
        ]
    }

    private func price(_ close: PriceOfDay, _ coin: String, _ words: Words) -> String {
        words(
            "wallet.preview.price",
            [
                "coin": coin, "price": words.format.price(close.price.doubleValue), "day": words.format.date(close.day, .short),
                "source": close.source.map(words.source) ?? "",
            ])
    }
}

/// The fee of a transaction: off if there is none.
enum FeeView {
    static func of(_ row: TransactionRow, coin: String, _ amounts: Amounts) -> TemplateValue {
        guard let fee = row.fee, fee != .zero else { return false }
        return ["amount": amounts.exact(fee.magnitude), "unit": .text(row.kind == .transfer ? coin : Currency.usd.code)]
    }
}

extension PreparedOrder {
    /// The cash that is deposited for a purchase because the wallet lacks it, in US dollars; nil without such a deposit.
    var missingCash: Quantity? {
        guard rows.contains(where: { $0.kind == .buy }) else { return nil }
        return rows.first { $0.kind == .deposit && $0.asset == .usd }?.quantity
    }
}

extension TransactionRow {
    /// The assets that it names.
    var assets: [AssetID] { [asset] + (received.map { [$0.asset] } ?? []) }
}

/// The names used in rows of transactions.
package struct RowNames {
    private let assets: [AssetID: Asset]

    package init(_ assets: [AssetID: Asset]) { self.assets = assets }

    /// The ticker of an asset by its id; the id of an unknown one.
    package func ticker(_ id: AssetID) -> String { assets[id].map { "\($0.ticker)" } ?? "\(id)" }
}
