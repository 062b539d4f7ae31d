import ArgumentParser
import Ledger

extension Currency {
    /// Parses the code of an option, in any case.
    static func argument(_ text: String) throws -> Currency {
        guard let currency = Currency(anyCase: text) else {
            throw ValidationError("\"\(text)\" is not a currency; expected a code of ISO 4217, such as EUR, GBP or KZT")
        }
        return currency
    }

    /// The codes that a shell offers.
    static var completion: CompletionKind { .list(allCases.map(\.code)) }
}

/// The currency of a report's figures.
struct CurrencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The currency of all figures, any of ISO 4217, converted by its stored closes of each day (default: USD).",
            valueName: "code"), completion: Currency.completion, transform: Currency.argument)
    var currency: Currency = .usd
}
