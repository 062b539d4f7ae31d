import Charts
import Forecasting
import Glibc
import HTMLTemplates
import Languages
import Market
import PageKit

/// "How likely is the total to be above a value?", with its answer as a sentence and as 100 dots.
package struct WalletQuestion: Sendable {
    /// The typed value; nil for the initial value.
    let typed: String?
    /// Nil if the text is not an amount.
    let value: Double?

    /// - Parameter typed: nil or empty before the first question.
    init(typed: String?, _ format: Conventions) {
        self.typed = typed
        value = typed.flatMap { format.decimal(typed: $0) }.flatMap(Double.init).flatMap { $0 > 0 && $0 < 1e15 ? $0 : nil }
    }

    private init(value: Double) { (typed, self.value) = (nil, value) }

    /// The question itself; before the first question, one about a round value slightly above a total.
    func orStandard(total: Double) -> WalletQuestion {
        guard typed == nil else { return self }
        guard total > 0 else { return WalletQuestion(value: 1) }
        let step = pow(10, floor(log10(total)) - 1)
        return WalletQuestion(value: (total * 1.05 / step).rounded() * step)
    }

    var isWrong: Bool { typed != nil && value == nil }
    /// For links and scripts: a plain decimal.
    var plainValue: String? { value.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" } }

    /// The values of `wallet-question.mustache`.
    ///
    /// - Parameter daysAhead: the day that the question is about.
    func values(_ outlook: WalletOutlook, daysAhead: Int, _ amounts: Amounts) -> Values {
        let words = amounts.words
        let shown = value.map { words.format.price($0, decimals: $0 == $0.rounded() ? 0 : 2) } ?? typed ?? ""
        var values: Values = [
            "aboveShown": .text(shown), "aboveError": .optional(isWrong ? words("wallet.amount.bad", ["text": typed ?? ""]) : nil),
            "aboveType": amounts.isHidden ? "password" : "text", "answer": "", "dots": .html(PathDots(above: 0).svg()),
            "dependence": .text(dependence(outlook, words)), "measured": .text(measured(outlook, words)),
            "caveats": .list(caveats(outlook, words).map { .text($0) }),
        ]
        guard value != nil, outlook.above.count >= daysAhead else { return values }
        let odds = outlook.above[daysAhead - 1]
        values["answer"] = .text(Self.sentence(odds, shown: amounts.veiled(shown), daysAhead, outlook, words))
        values["dots"] = .html(PathDots(above: Int((odds * 100).rounded())).svg())
        return values
    }

    /// The answer in words. A probability is never given as 0 or 100 %.
    static func sentence(
        _ odds: Double, shown: String, _ daysAhead: Int, _ outlook: WalletOutlook, _ words: Words
    ) -> String {
        let values = [
            "value": shown, "unit": outlook.currency.code, "days": words("wallet.in-days", n: daysAhead),
            "date": words.format.date(outlook.cutoff + daysAhead, .plain),
        ]
        if odds < 0.01 { return words("wallet.above.none", values) }
        if odds > 0.99 { return words("wallet.above.all", values) }
        return words("wallet.above.many", n: Int((odds * 100).rounded()), values)
    }

    private func dependence(_ outlook: WalletOutlook, _ words: Words) -> String {
        outlook.commonDays.map { words("wallet.together", n: $0) } ?? words("wallet.alone")
    }

    /// The weights whose wallet totals were measured: those of `daily-average`. A model of the same name may have others.
    package static let measuredSHA256 = "a96875cac2d89b1daa0a3da093ea9a294644c3bb62d0132a77d96f696043f7be"

    /// The measured accuracy of such totals: only for the weights and the kind of wallet that were measured.
    ///
    /// Source: docs/quality.md, "Wallets": 200 random wallets of 2 to 8 of 16 coins, 16 cutoffs in 2024 that the model had not seen.
    private func measured(_ outlook: WalletOutlook, _ words: Words) -> String {
        guard outlook.modelSHA256 == Self.measuredSHA256 else { return words("wallet.measured.never") }
        guard outlook.coins > 1 else { return words("wallet.measured.one") }
        return words("wallet.measured.many", ["inside": "76", "wallets": "200", "year": "2024"])
    }

    /// A sentence for each reason why the measured accuracy does not apply to coins of the wallet, with their names.
    private func caveats(_ outlook: WalletOutlook, _ words: Words) -> [String] {
        func sentence(_ key: String, _ isReason: (ForecastCaveat) -> Bool) -> String? {
            let coins = outlook.caveats.filter { isReason($0.caveat) }.map { "\($0.ticker)" }
            return coins.isEmpty ? nil : words(key, ["coins": coins.joined(separator: ", ")])
        }
        return [
            sentence("wallet.caveat.returns") { if case .returns = $0 { true } else { false } },
            sentence("wallet.caveat.unchanged") { if case .unchanged = $0 { true } else { false } },
        ].compactMap(\.self)
    }
}
