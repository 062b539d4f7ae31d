import ArgumentParser
import Ledger
import PaperTrading

/// A share on the command line, in percent with or without the sign: `0.1%`, `50`.
struct ShareArgument: ExpressibleByArgument, Equatable {
    /// 1 is 100 %.
    let value: FixedDecimal

    init(_ value: FixedDecimal) { self.value = value }

    init?(argument: String) {
        let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
        guard let percent = FixedDecimal(digits), let value = try? percent.divided(by: FixedDecimal(100)) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { "\(PaperMatch.percent(value))%" }
}
