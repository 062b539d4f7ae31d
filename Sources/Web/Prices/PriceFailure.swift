import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData

/// Why no closes of a coin were stored.
package struct PriceFailure: Error {
    enum Reason: Sendable {
        /// No provider answered; the text for operators has the failure of each.
        case noAnswer(String)
        case noProvider
        /// The server may not ask providers.
        case offline
        /// The task's time was over before the coin's turn.
        case noTime
        case cancelled
        /// The server failed.
        case fault
        /// The closes contradict the stored ones, or the name of the coin was taken meanwhile: see ``PriceFaultWords``.
        case refused(any Error)
    }

    let ticker: Ticker
    let reason: Reason

    init(_ asset: Asset, _ reason: Reason) { (ticker, self.reason) = (asset.ticker, reason) }

    /// One sentence in the reader's language.
    func sentence(_ words: Words) -> String {
        switch reason {
        case .noAnswer: words("prices.no-answer", ["name": "\(ticker)"])
        case .noProvider: words("prices.no-provider", ["name": "\(ticker)"])
        case .offline: words("done.refresh-off")
        case .noTime: words("prices.late", ["name": "\(ticker)"])
        case .cancelled: words("prices.cancelled")
        case .fault: words("prices.failed")
        case .refused(let error): PriceFaultWords(error, words).sentence
        }
    }

    /// What stands behind the sentence. The failures of providers are in English: they are for operators.
    func details(_ words: Words) -> [String] {
        switch reason {
        case .noAnswer(let text): text.split(separator: "\n").map { String($0.trimmed) }
        case .refused(let error): PriceFaultWords(error, words).details
        case .noProvider, .offline, .noTime, .cancelled, .fault: []
        }
    }

    func values(_ words: Words) -> TemplateValue {
        let details = details(words)
        return [
            "ticker": .text("\(ticker)"), "text": .text(sentence(words)), "details": .list(details.map { .text($0) }),
            "hasDetails": .flag(!details.isEmpty),
        ]
    }
}
