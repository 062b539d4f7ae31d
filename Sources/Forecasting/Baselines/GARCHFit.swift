import Glibc

/// A zero-mean GARCH(1,1) with Student-t innovations: r_t = √v_t z_t, v_{t+1} = ω + α r_t² + β v_t, z of variance 1.
///
/// Bollerslev 1987, doi:10.2307/1925546. Like the package arch, the variance starts at ω + (α + β) b, with b the weighted mean
/// of the first squares, so that likelihoods are comparable.
package struct GARCHFit: Equatable, Sendable {
    /// ω, in squared daily log-returns.
    package let omega: Double
    /// α, the weight of a day's squared return in the next day's variance.
    package let alpha: Double
    /// β, the weight of a day's variance in the next day's variance; α + β < 1.
    package let beta: Double
    /// Degrees of freedom ν, in 2.05...500.
    package let degrees: Double
    /// The log-likelihood of the fitted returns, in nats.
    package let logLikelihood: Double

    /// Fits the parameters by maximum likelihood. Nil if all returns are zero.
    ///
    /// - Parameter returns: daily log-returns, oldest first; at least 1.
    /// - Complexity: about a millisecond for 499 returns.
    package init?(_ returns: [Double]) {
        let count = Double(returns.count)
        let scale = (returns.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
        guard scale > 0 else { return nil }
        // Scaled to unit variance, so that one search suits every coin.
        let likelihood = GARCHLikelihood(returns.map { $0 / scale })
        let (point, value) = likelihood.maximum()
        let parameters = GARCHLikelihood.Parameters(point)
        omega = parameters.omega * scale * scale
        alpha = parameters.alpha
        beta = parameters.beta
        degrees = parameters.degrees
        logLikelihood = value - count * log(scale)
    }

    /// Returns the variance of each day before its return is known; the last element is that of the day after the returns. One
    /// more than returns.
    package func variances(of returns: [Double]) -> [Double] {
        var variances = [omega + (alpha + beta) * backcastVariance(returns)]
        for value in returns { variances.append(omega + alpha * value * value + beta * variances.last!) }
        return variances
    }

    /// Returns the log density of a day's return, in nats.
    package func logDensity(_ value: Double, variance: Double) -> Double {
        let scale = max(variance.squareRoot(), Baseline.leastDeviation) * ((degrees - 2) / degrees).squareRoot()
        return StudentT.logDensity(value / scale, degrees: degrees) - log(scale)
    }
}

/// The log-likelihood of returns of unit variance as a function of four unbounded numbers, and its maximization.
struct GARCHLikelihood {
    private let squares: [Double]
    private let backcast: Double

    init(_ returns: [Double]) {
        squares = returns.map { $0 * $0 }
        backcast = backcastVariance(returns)
    }

    /// The model's parameters, each a logistic function of an unbounded number, so that the search cannot leave their range.
    struct Parameters {
        let omega, persistence, alphaShare, degrees: Double
        var alpha: Double { persistence * alphaShare }
        var beta: Double { persistence * (1 - alphaShare) }
        /// The derivatives of (ω, α + β, α / (α + β), ν) with respect to the unbounded numbers.
        let slopes: SIMD4<Double>

        /// The bounds of arch: ω from 1e-8 to 10 and ν - 2 from 0.05 to 498, both on a logarithmic scale. α + β stays below 1.
        private static let (leastOmega, omegaRatio, leastExcess, excessRatio) = (1e-8, 1e9, 0.05, 9960.0)
        private static let greatestPersistence = 1 - 1e-6

        init(_ point: SIMD4<Double>) {
            let share = SIMD4(Self.logistic(point[0]), Self.logistic(point[1]), Self.logistic(point[2]), Self.logistic(point[3]))
            omega = Self.leastOmega * pow(Self.omegaRatio, share[0])
            persistence = Self.greatestPersistence * share[1]
            alphaShare = share[2]
            let excess = Self.leastExcess * pow(Self.excessRatio, share[3])
            degrees = 2 + excess
            slopes =
                share * (1 - share)
                * SIMD4(omega * log(Self.omegaRatio), Self.greatestPersistence, 1, excess * log(Self.excessRatio))
        }

        /// Returns the unbounded numbers of given parameters, as a start of the search.
        static func point(omega: Double, persistence: Double, alpha: Double, degrees: Double) -> SIMD4<Double> {
            SIMD4(
                logit(log(omega / leastOmega) / log(omegaRatio)), logit(persistence), logit(alpha / persistence),
                logit(log((degrees - 2) / leastExcess) / log(excessRatio)))
        }

        private static func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
        private static func logit(_ share: Double) -> Double { log(share / (1 - share)) }
    }

    /// Returns the log-likelihood, in nats, and its gradient with respect to the unbounded numbers.
    ///
    /// With x = r² / (v (ν - 2)), one day contributes
    /// lnΓ((ν + 1) / 2) - lnΓ(ν / 2) - ln(π (ν - 2) v) / 2 - (ν + 1) / 2 · ln(1 + x).
    func callAsFunction(_ point: SIMD4<Double>) -> (value: Double, gradient: SIMD4<Double>) {
        let parameters = Parameters(point)
        let (omega, alpha, beta, degrees) = (parameters.omega, parameters.alpha, parameters.beta, parameters.degrees)
        let (excess, half) = (degrees - 2, (degrees + 1) / 2)
        var variance = omega + (alpha + beta) * backcast
        var slope = SIMD4(1, backcast, backcast, 0)  // derivative of the variance by ω, α, β
        var (logVariance, logTail) = (ProductLogarithm(), ProductLogarithm())
        var (gradient, tailWeight) = (SIMD4<Double>.zero, 0.0)
        for square in squares {
            let x = square / (variance * excess)
            let weight = x / (1 + x)
            logVariance.multiply(by: variance)
            logTail.multiply(by: 1 + x)
            gradient += slope * ((half * weight - 0.5) / variance)
            tailWeight += weight
            slope = SIMD4(1, square, variance, 0) + beta * slope
            variance = omega + alpha * square + beta * variance
        }
        let (count, tail) = (Double(squares.count), logTail.sum)
        let value = count * Self.constant(degrees) - 0.5 * logVariance.sum - half * tail
        let byDegrees = count * Self.constantSlope(degrees) - 0.5 * tail + half * tailWeight / excess
        // Chain rule from (ω, α, β, ν) to (ω, α + β, α / (α + β), ν).
        let share = parameters.alphaShare
        let byParameters = SIMD4(
            gradient[0], share * gradient[1] + (1 - share) * gradient[2], parameters.persistence * (gradient[1] - gradient[2]),
            byDegrees)
        return (value, byParameters * parameters.slopes)
    }

    private static func constant(_ degrees: Double) -> Double {
        lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - 0.5 * log(.pi * (degrees - 2))
    }

    private static func constantSlope(_ degrees: Double) -> Double {
        let gamma = { lgamma(($0 + 1) / 2) - lgamma($0 / 2) }
        let step = 1e-4 * degrees
        return (gamma(degrees + step) - gamma(degrees - step)) / (2 * step) - 0.5 / (degrees - 2)
    }

    /// Returns the highest maximum found from the best starts.
    func maximum() -> (point: SIMD4<Double>, value: Double) {
        let starts = Self.starts.map { (point: $0, value: self($0).value) }.sorted { $0.value > $1.value }
        // Likelihoods can have two peaks along the persistence.
        let peaks = starts.prefix(Self.searches).map { Ascent.maximum(of: self, from: $0.point) }
        return peaks.max { $0.value < $1.value }!
    }

    private static let searches = 3
    private static let starts: [SIMD4<Double>] = [(0.5, 0.1), (0.9, 0.05), (0.9, 0.2), (0.98, 0.02), (0.98, 0.1), (0.995, 0.05)]
        .flatMap { persistence, alpha in
            [3, 8].map { Parameters.point(omega: 1 - persistence, persistence: persistence, alpha: alpha, degrees: $0) }
        }
}

/// A sum of logarithms of positive numbers, computed from products of 8 factors, because logarithms dominate the likelihood's cost.
private struct ProductLogarithm {
    private var product = 1.0
    private var factors = 0
    private var total = 0.0

    @inline(__always)
    mutating func multiply(by factor: Double) {
        product *= factor
        factors += 1
        if factors == 8 {
            total += log(product)
            (product, factors) = (1, 0)
        }
    }

    var sum: Double { total + log(product) }
}

/// Maximizes a function of four numbers by the BFGS method (Broyden, Fletcher, Goldfarb, Shanno), with Armijo's rule for step
/// lengths.
///
/// Nocedal and Wright 2006, Numerical Optimization, algorithm 6.1, doi:10.1007/978-0-387-40065-5.
private enum Ascent {
    private static let rounds = 100

    static func maximum(of function: GARCHLikelihood, from start: SIMD4<Double>) -> (point: SIMD4<Double>, value: Double) {
        var (point, (value, gradient)) = (start, function(start))
        var inverse = Matrix.scaled(1 / max(1, length(gradient)))
        for _ in 0..<rounds {
            var direction = inverse * gradient
            if dot(direction, gradient) <= 0 {
                inverse = .scaled(1 / max(1, length(gradient)))
                direction = inverse * gradient
            }
            guard let (next, nextValue, nextGradient) = step(function, from: point, value, gradient, along: direction) else {
                break
            }
            inverse.update(step: next - point, change: gradient - nextGradient)
            let gain = nextValue - value
            (point, value, gradient) = (next, nextValue, nextGradient)
            if gain < 1e-9 && length(gradient) < 1e-3 { break }
        }
        return (point, value)
    }

    /// Returns the first of successively shorter steps with sufficient gain, or nil if there is none.
    private static func step(
        _ function: GARCHLikelihood, from point: SIMD4<Double>, _ value: Double, _ gradient: SIMD4<Double>,
        along direction: SIMD4<Double>
    ) -> (SIMD4<Double>, Double, SIMD4<Double>)? {
        // A logistic function is flat beyond a few units.
        var share = min(1, 4 / length(direction))
        for _ in 0..<30 {
            let next = point + share * direction
            let (nextValue, nextGradient) = function(next)
            if nextValue >= value + 1e-4 * share * dot(direction, gradient) { return (next, nextValue, nextGradient) }
            share *= 0.4
        }
        return nil
    }

    /// A symmetric 4 x 4 matrix: the approximate inverse of the negative Hessian.
    private struct Matrix {
        var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

        static func scaled(_ scale: Double) -> Matrix {
            Matrix(
                columns: (SIMD4(scale, 0, 0, 0), SIMD4(0, scale, 0, 0), SIMD4(0, 0, scale, 0), SIMD4(0, 0, 0, scale)))
        }

        static func * (matrix: Matrix, vector: SIMD4<Double>) -> SIMD4<Double> {
            matrix.columns.0 * vector[0] + matrix.columns.1 * vector[1] + matrix.columns.2 * vector[2] + matrix.columns.3
                * vector[3]
        }

        /// H + (1 + yHy / sy) s sᵀ / sy - (H y sᵀ + s (H y)ᵀ) / sy; unchanged if the curvature has the wrong sign.
        mutating func update(step s: SIMD4<Double>, change y: SIMD4<Double>) {
            let sy = dot(s, y)
            guard sy > 1e-12 * length(s) * length(y) else { return }
            let hy = self * y
            let first = (1 + dot(y, hy) / sy) / sy
            func column(_ index: Int) -> SIMD4<Double> { s * (first * s[index] - hy[index] / sy) - hy * (s[index] / sy) }
            columns.0 += column(0)
            columns.1 += column(1)
            columns.2 += column(2)
            columns.3 += column(3)
        }
    }

    private static func dot(_ one: SIMD4<Double>, _ other: SIMD4<Double>) -> Double { (one * other).sum() }
    private static func length(_ vector: SIMD4<Double>) -> Double { dot(vector, vector).squareRoot() }
}
