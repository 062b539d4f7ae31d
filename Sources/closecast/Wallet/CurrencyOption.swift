import ArgumentParser
import Ledger

extension Currency: ExpressibleByArgument {
    /// Parses a code in any case.
    package init?(argument: String) { self.init(anyCase: argument) }
}

/// The currency of a report's figures.
struct CurrencyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The currency of all figures, converted by its stored closes of each day (default: USD).", valueName: "USD|EUR"))
    var currency: Currency = .usd
}
