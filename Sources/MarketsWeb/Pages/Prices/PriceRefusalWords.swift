import Languages
import Market
import MarketData
import PageKit

extension Words {
    /// Returns the figures of closes that contradict the stored ones, and the probable cause; none for another error.
    func figures(of error: any Error) -> [String] {
        guard let error = error as? CloseImportError else { return [] }
        switch error {
        case .cash, .notCurrency: return []
        case .jumps(_, let jump):
            let values = [
                "from": format.price(jump.from), "first": format.date(jump.fromDay), "to": format.price(jump.to),
                "last": format.date(jump.toDay), "times": format.price(CloseJump.ratio(jump.from, jump.to)),
            ]
            return [self("prices.refused.close-jumps.figures", values)]
        case .disagrees(_, let found):
            let values = [
                "count": format.price(Double(found.of), decimals: 0), "typical": format.share(found.typical, decimals: 1),
            ]
            return [self("prices.refused.closes-disagree.figures", n: found.days, values), cause(found.guess)]
        }
    }

    private func cause(_ guess: HistorySplice.Guess) -> String {
        switch guess {
        case .moved(let days):
            self(
                days > 0 ? "prices.refused.closes-disagree.moved-later" : "prices.refused.closes-disagree.moved-earlier",
                ["field": self("prices.choice.stamp")])
        case .asset(let ticker): self("prices.refused.closes-disagree.asset", ["coin": "\(ticker)"])
        case .factor(let factor): self("prices.refused.closes-disagree.factor", ["times": format.price(factor)])
        case .unknown: self("prices.refused.closes-disagree.unknown")
        }
    }
}
