import ArgumentParser
import Forecasting

/// A comma-separated list of baselines, `naive,garch`.
struct BaselineList: ExpressibleByArgument {
    let values: [Baseline]

    init(_ values: [Baseline]) {
        self.values = values
    }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { Baseline(rawValue: String($0)) }
        guard !names.contains(nil), Set(names).count == names.count else { return nil }
        values = names.map { $0! }
    }

    var defaultValueDescription: String { values.map(\.rawValue).joined(separator: ",") }
}
