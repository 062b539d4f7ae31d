// One source for three targets, compiled for x86-64, x86-64-v3 and x86-64-v4 (see Package.swift). The arithmetic is
// deliberately scalar: the compiler vectorizes such loops, while loops over Swift's SIMD types compiled to scalar code.

/// Whether these loops were compiled with a fused multiply-add. In a package that depends on this one by version, all levels
/// are compiled for the baseline (see Package.swift).
package var hasFusedMultiplyAdd: Bool {
    #if FMA || arch(arm64)
        true
    #else
        false
    #endif
}

/// Computes `a * b + c`, as one instruction if the target has it. Without it, `addingProduct` would be a library call.
@inline(__always)
func multiplyAdd(_ a: Float, _ b: Float, _ c: Float) -> Float {
    #if FMA || arch(arm64)
        c.addingProduct(a, b)
    #else
        a * b + c
    #endif
}

/// Returns tanh(x) as numerator and denominator, so that a caller that multiplies several of them divides only once.
///
/// The fraction is `x P(x²) / Q(x²)` with P and Q of degree 4, fitted for the least maximum absolute error on [0, 8.6]. The
/// coefficients were rounded to floats one after the other, and the rest refitted each time. This gives an error of 1.4e-8.
/// Rounding all at once gives 5.4e-8, with the same sign at every step, which the recurrence accumulates. The rounding of the
/// arithmetic raises the error to 3.3e-7 at worst, and to 5e-8 (root mean square) on [-3, 3]. At ±8.733361 numerator and
/// denominator are the same float, with and without fused multiply-add, so inputs beyond give exactly ±1. Comparisons are
/// written so that NaN passes through.
@inline(__always)
func tanhFraction(_ x: Float) -> (numerator: Float, denominator: Float) {
    let bounded = x > 8.733361 ? 8.733361 : x
    let x = bounded < -8.733361 ? -8.733361 : bounded
    let square = x * x
    var p = multiplyAdd(square, 1.40661225e-08, 2.1109336e-05)
    p = multiplyAdd(p, square, 0.0035255565)
    p = multiplyAdd(p, square, 0.13406149)
    p = multiplyAdd(p, square, 1)
    var q = multiplyAdd(square, 8.0635755e-07, 0.00033349244)
    q = multiplyAdd(q, square, 0.025990635)
    q = multiplyAdd(q, square, 0.4673947)
    q = multiplyAdd(q, square, 1)
    return (x * p, q)
}

/// Replaces each value with its hyperbolic tangent: accurate to 5e-7, within [-1, 1], exactly ±1 beyond ±20. NaN stays NaN.
package func tanh(_ values: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
        let (numerator, denominator) = tanhFraction(values[index])
        let quotient = numerator / denominator
        let capped = quotient > 1 ? 1 : quotient
        values[index] = capped < -1 ? -1 : capped
    }
}

/// Replaces each value with its logistic sigmoid, `(1 + tanh(x / 2)) / 2`: accurate to 5e-7, within [0, 1], exactly 0 or 1
/// beyond ±20.
package func sigmoid(_ values: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
        let (numerator, denominator) = tanhFraction(values[index] * 0.5)
        let quotient = (denominator + numerator) / (denominator + denominator)
        let capped = quotient > 1 ? 1 : quotient
        values[index] = capped < 0 ? 0 : capped
    }
}
