import ArgumentParser
import PaperTrading

/// A comma-separated list of strategies, `rebalance,follow`.
struct StrategyList: ExpressibleByArgument {
    let values: [Strategy]

    init(_ values: [Strategy]) { self.values = values }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { Strategy(rawValue: String($0)) }
        guard !names.contains(nil), Set(names).count == names.count else { return nil }
        values = names.map { $0! }
    }

    var defaultValueDescription: String { values.map(\.rawValue).joined(separator: ",") }
}
