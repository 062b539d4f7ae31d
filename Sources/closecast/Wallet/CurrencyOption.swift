import ArgumentParser
import Ledger

extension Currency: ExpressibleByArgument {
    /// Parses a code in any case.
    package init?(argument: String) { self.init(anyCase: argument) }

    package static var allValueStrings: [String] { ["a currency of ISO 4217, such as EUR, GBP or KZT"] }
}

/// The currency of a report's figures.
struct CurrencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The currency of all figures, converted by its stored closes of each day (default: USD). Any of ISO 4217.",
            valueName: "code"))
    var currency: Currency = .usd
}
