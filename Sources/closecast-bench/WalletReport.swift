import Forecasting
import JSONText

/// The scores of wallets, by group of steps and method. A ratio is computed for each wallet from sums over cutoffs, then
/// averaged over wallets. Intervals come from a bootstrap over wallets and 90-day blocks of cutoffs.
struct WalletReport {
    let cases: [WalletBench.Case]
    /// Names; the first is the reference of ratios, the second is compared with the others.
    let methods: [String]
    let horizon: Int

    func write(to writer: inout JSONWriter) {
        writer.key("cases")
        writer.number(Double(cases.count))
        writer.key("groups")
        writer.array { writer in
            for (place, group) in StepGroup.all(horizon: horizon).enumerated() {
                writer.object { writer in
                    writer.key("days")
                    writer.string(group.name)
                    writer.key("methods")
                    writer.array { writer in
                        for method in methods.indices { write(method, group: place, to: &writer) }
                    }
                }
            }
        }
    }

    private func write(_ method: Int, group: Int, to writer: inout JSONWriter) {
        func mean(_ value: (WalletScores) -> Double) -> Estimate {
            estimate { (value($0[method][group]), $0[method][group].steps) }
        }
        func ratio(_ loss: (WalletScores) -> Double, to other: Int) -> Estimate {
            estimate { (loss($0[method][group]), loss($0[other][group])) }
        }
        writer.object { writer in
            writer.key("name")
            writer.string(methods[method])
            let bands = WalletScores.coverages.indices
            Self.write("coverage", bands.map { band in mean { $0.inside[band] } }, to: &writer)
            Self.write("width", bands.map { band in mean { $0.widths[band] } }, to: &writer)
            Self.write("below", [mean(\.below)], to: &writer)
            Self.write("crps_to_naive", [ratio(\.crps, to: 0)], to: &writer)
            Self.write("crps_to_joint", [ratio(\.crps, to: 1)], to: &writer)
            Self.write("low_loss_to_joint", [ratio(\.lowLoss, to: 1)], to: &writer)
        }
    }

    /// Writes each estimate as its value and the ends of its interval.
    private static func write(_ name: String, _ estimates: [Estimate], to writer: inout JSONWriter) {
        writer.key(name)
        writer.array { writer in
            for estimate in estimates {
                writer.array { writer in
                    for value in [estimate.value, estimate.low, estimate.high] { writer.number(value) }
                }
            }
        }
    }

    private func estimate(_ share: ([[WalletScores]]) -> (numerator: Double, denominator: Double)) -> Estimate {
        let entries = cases.map { item in
            let (numerator, denominator) = share(item.scores)
            return BlockBootstrap.Entry(
                coin: item.wallet, day: item.cutoff.daysSince1970, numerator: numerator, denominator: denominator)
        }
        guard let found = BlockBootstrap(draws: 1000).interval(of: entries) else { fatalError("nothing was scored") }
        return found
    }
}
