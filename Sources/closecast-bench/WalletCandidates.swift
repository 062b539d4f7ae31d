import Forecasting
import Glibc
import Market

/// Alternative dependence models, to compare with the wallet forecast's own.
enum WalletCandidates {
    /// Adds up quantiles: path n gets the n-th lowest value of every coin, so that all coins rise and fall together.
    struct Added: JointShocks {
        func add(to scores: inout [Float], coin: Int, step: Int) {
            for path in scores.indices { scores[path] = Float(path) }
        }
    }

    /// Independent coins.
    struct Independent: JointShocks {
        let seed: UInt64

        func add(to scores: inout [Float], coin: Int, step: Int) {
            var random = SeededGenerator(seed: seed, stream: UInt64(coin) << 32 | UInt64(step))
            for path in scores.indices { scores[path] += Float(random.normal()) }
        }
    }

    /// A Gaussian copula with the rank correlation of the days' returns.
    struct Gaussian: JointShocks {
        let seed: UInt64
        /// Lower triangular, shape `[coins, coins]`.
        private let factor: [[Double]]

        init(_ days: CommonDays, seed: UInt64) {
            self.seed = seed
            let ranks = days.scores.map(Self.ranks)
            factor = Self.cholesky(
                ranks.map { one in ranks.map { 2 * sin(.pi / 6 * Self.correlation(one, $0)) } })
        }

        func add(to scores: inout [Float], coin: Int, step: Int) {
            // Every coin sees the same normal numbers for a step.
            var randoms = (0...coin).map { SeededGenerator(seed: seed, stream: UInt64($0) << 32 | UInt64(step)) }
            let row = factor[coin]
            for path in scores.indices {
                var sum = 0.0
                for other in 0...coin { sum += row[other] * randoms[other].normal() }
                scores[path] += Float(sum)
            }
        }

        /// Returns each value's rank; ties are ordered by position.
        static func ranks(_ values: [Double]) -> [Double] {
            var ranks = [Double](repeating: 0, count: values.count)
            for (rank, place) in values.indices.sorted(by: { (values[$0], $0) < (values[$1], $1) }).enumerated() {
                ranks[place] = Double(rank)
            }
            return ranks
        }

        static func correlation(_ one: [Double], _ other: [Double]) -> Double {
            func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
            let (first, second) = (one.map { $0 - mean(one) }, other.map { $0 - mean(other) })
            func product(_ one: [Double], _ other: [Double]) -> Double { zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }
            return product(first, second) / (product(first, first) * product(second, second)).squareRoot()
        }

        /// Returns the Cholesky factor of a matrix that 2 sin(π ρ / 6) may have made indefinite: pivots below 0 count as 0.
        static func cholesky(_ matrix: [[Double]]) -> [[Double]] {
            let count = matrix.count
            var factor = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
            for row in 0..<count {
                for column in 0...row {
                    let sum = (0..<column).reduce(matrix[row][column]) { $0 - factor[row][$1] * factor[column][$1] }
                    if row == column {
                        factor[row][row] = max(sum, 0).squareRoot()
                    } else if factor[column][column] > 1e-9 {
                        factor[row][column] = sum / factor[column][column]
                    }
                }
            }
            return factor
        }
    }
}
