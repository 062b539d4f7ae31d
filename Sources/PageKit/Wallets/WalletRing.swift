import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import Portfolio

/// The composition of a total: the largest parts as a ring with a list, the rest as one part.
package struct WalletRing: Sendable {
    package struct Part {
        package let label: String
        package let value: Double

        package init(label: String, value: Double) {
            (self.label, self.value) = (label, value)
        }
    }

    package let parts: [Part]
    package let center: (String, String)

    package init(parts: [Part], center: (String, String)) {
        (self.parts, self.center) = (parts, center)
    }

    /// The number of available colours.
    private static let most = 6

    /// The coins and the cash of wallets.
    package static func holdings(_ report: GainsReport, _ words: Words) -> WalletRing {
        let rows = report.rows.filter { $0.quantity > .zero }
        let coins = rows.count { $0.asset.id != .usd }
        let parts = rows.map { row in
            Part(
                label: row.asset.id == .usd ? words("wallet.cash") : "\(row.asset.ticker)",
                value: report.gains.assets[row.asset.id]?.marketValue.known.doubleValue ?? 0)
        }
        let center = coins == 0 ? (words("wallet.cash"), "") : ("\(coins)", words("wallet.coins-word", n: coins))
        return WalletRing(parts: parts, center: center)
    }

    /// The wallets of a sum.
    package static func wallets(_ valuations: [Valuation], _ words: Words) -> WalletRing {
        let parts = valuations.map { Part(label: $0.wallet.name, value: $0.knownTotal.doubleValue) }
        return WalletRing(parts: parts, center: ("\(parts.count)", words("wallet.wallets-word", n: parts.count)))
    }

    /// A part of a total as text, beside the ring and in tables.
    package static func share(_ ratio: Double, _ words: Words) -> String { words.format.share(ratio, decimals: 1) }

    /// The values of `wallet-ring.mustache`.
    package func values(_ words: Words) -> Values {
        let positive = parts.filter { $0.value > 0 }.sorted { $0.value > $1.value }
        let sum = positive.reduce(0) { $0 + $1.value }
        guard sum > 0 else { return ["hasRing": false] }
        var shown = positive.count <= Self.most ? positive : Array(positive.prefix(Self.most - 1))
        if shown.count < positive.count {
            shown.append(
                Part(label: words("wallet.others-together"), value: positive.dropFirst(shown.count).reduce(0) { $0 + $1.value }))
        }
        let slices = shown.enumerated().map { index, part in
            RingChart.Slice(
                label: part.label, share: part.value / sum, name: "part-\(index + 1)",
                shareText: Self.share(part.value / sum, words))
        }
        return [
            "hasRing": true, "ring": .html(RingChart(slices: slices, center: center).svg()),
            "slices": .list(
                slices.enumerated().map { index, slice in
                    ["part": "\(index + 1)", "label": .text(slice.label), "share": .text(slice.shareText)]
                }),
        ]
    }
}
