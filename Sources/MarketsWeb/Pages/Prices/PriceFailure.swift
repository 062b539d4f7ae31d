import HTMLTemplates
import Languages
import PageKit

extension PriceFailure {
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
