import Forecasting
import JSONText
import Market

/// Measures how often two coins leave their bands on the same side on the same day, compared with how often their joint paths do.
///
/// Over all pairs of coins at all cutoffs, this is the share of coins below their own quantile `level` whose partner is also below
/// its own, and likewise above 1 - `level`.
struct WalletTails {
    private static let level = 0.1

    let coins: [[WalletBench.Coin]]
    let horizon: Int
    let sampling: Sampling

    /// Counts for one side: coins outside their band, and those of them whose partner is outside as well.
    private struct Counts {
        var out = 0.0
        var both = 0.0
    }

    func write(to writer: inout JSONWriter) {
        let groups = StepGroup.all(horizon: horizon)
        let kinds: [(String, (CommonDays) -> any JointShocks)] = [
            ("joint paths", { DrawnDays($0, horizon: horizon, paths: sampling.paths, seed: sampling.seed) }),
            ("Gaussian copula", { WalletCandidates.Gaussian($0, seed: sampling.seed) }),
        ]
        var found = [(name: "what came", sides: came(groups))]
        for (name, shocks) in kinds { found.append((name, drawn(groups, shocks))) }
        writer.key("tails")
        writer.array { writer in
            for (name, sides) in found {
                writer.object { writer in
                    writer.key("name")
                    writer.string(name)
                    for (side, name) in ["low", "high"].enumerated() {
                        writer.key(name)
                        writer.array { writer in
                            for counts in sides[side] { writer.number(counts.both / counts.out) }
                        }
                    }
                }
            }
        }
    }

    /// Returns the actual counts, shape `[sides, groups]`.
    private func came(_ groups: [StepGroup]) -> [[Counts]] {
        var sides = [[Counts]](repeating: groups.map { _ in Counts() }, count: 2)
        for coins in coins {
            for step in 1...horizon {
                let levels = coins.map { $0.forecast.distribution!.probability(atMost: $0.outcomes[step - 1], step: step) }
                Self.count(levels.map { $0 < Self.level }, step, groups, &sides[0])
                Self.count(levels.map { $0 > 1 - Self.level }, step, groups, &sides[1])
            }
        }
        return sides
    }

    private func drawn(_ groups: [StepGroup], _ shocks: (CommonDays) -> any JointShocks) -> [[Counts]] {
        var sides = [[Counts]](repeating: groups.map { _ in Counts() }, count: 2)
        let tail = Int(Self.level * Double(sampling.paths))
        for coins in coins {
            guard let days = try? CommonDays(coins.map(\.history), cutoff: coins[0].forecast.cutoff) else { continue }
            let shocks = shocks(days)
            var scores = coins.map { _ in [Float](repeating: 0, count: sampling.paths) }
            for step in 1...horizon {
                let ranks = coins.indices.map { coin in
                    shocks.add(to: &scores[coin], coin: coin, step: step)
                    return WalletCandidates.Gaussian.ranks(scores[coin].map { Double($0) }).map { Int($0) }
                }
                for path in 0..<sampling.paths {
                    Self.count(ranks.map { $0[path] < tail }, step, groups, &sides[0])
                    Self.count(ranks.map { $0[path] >= sampling.paths - tail }, step, groups, &sides[1])
                }
            }
        }
        return sides
    }

    /// Counts ordered pairs: each coin outside its band, with each other coin.
    private static func count(_ isOut: [Bool], _ step: Int, _ groups: [StepGroup], _ counts: inout [Counts]) {
        let out = Double(isOut.count { $0 })
        guard out > 0 else { return }
        for (place, group) in groups.enumerated() where group.steps.contains(step) {
            counts[place].out += out * Double(isOut.count - 1)
            counts[place].both += out * (out - 1)
        }
    }
}
