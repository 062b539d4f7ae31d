import APIKit
import HTTPEdge
import HTTPTypes
import Languages
import Market
import MarketData
import PageKit

/// The errors of price files, in the reader's language.
struct PriceFaultWords: Sendable {
    /// The sentence for a field.
    let sentence: String
    /// The figures and faults behind it.
    var details: [String] = []
    /// Whether the name of the coin is at fault, not the file.
    var isOfCoin = false

    init(_ error: any Error, _ words: Words) {
        switch error {
        case let error as PriceFileError:
            (sentence, details) = (words("prices.refused.bad-price-file"), words.sentences(for: .file(error)))
        case let fault as FileFault:
            let lines = words.sentences(for: fault)
            (sentence, details) = (lines.first ?? words("prices.refused.bad-price-file"), Array(lines.dropFirst()))
        case let error as QuoteConversionError:
            let values = ["code": error.quote.code, "label": words("prices.quote")]
            (sentence, details) = (words("prices.refused.other-currency"), [words("prices.other-currency", values)])
        case PriceFault.noTicker: (sentence, isOfCoin) = (words("prices.refused.no-ticker"), true)
        case PriceFault.twice(let ticker): sentence = words("prices.refused.twice", ["name": "\(ticker)"])
        case is AssetEntryError: (sentence, isOfCoin) = (words("prices.refused.taken"), true)
        default:
            let code = Problem(error).code
            (sentence, details) = (words("prices.refused.\(code)"), words.figures(of: error))
            isOfCoin = Self.codesOfCoins.contains(code)
        }
    }

    private static let codesOfCoins: Set = ["unknown-asset", "ambiguous-ticker", "cash", "not-a-currency"]
    private static let codes = codesOfCoins.union(["no-closes", "close-jumps", "closes-disagree"])

    /// Whether an error concerns a file or the name of its coin; others are failures of the server.
    static func isOfFile(_ error: any Error) -> Bool {
        switch error {
        case is PriceFileError, is FileFault, is QuoteConversionError, is PriceFault, is AssetEntryError: true
        default: codes.contains(Problem(error).code)
        }
    }

    /// The status of a page all of whose files are refused.
    static func status(_ error: any Error) -> HTTPResponse.Status {
        switch error {
        case is PriceFileError, is FileFault, is QuoteConversionError, is PriceFault, is AssetEntryError: .unprocessableContent
        default: Problem(error).status
        }
    }
}
