import Glibc

/// Student's t distribution with location 0 and scale 1.
package enum StudentT {
    /// Transforms two uniform numbers into a Student-t draw.
    ///
    /// Uses Bailey 1994, doi:10.2307/2153537, in the form without rejection. As `degrees` grows, it approaches Box and Muller's
    /// method.
    ///
    /// - Parameters:
    ///   - degrees: degrees of freedom, above 0, not necessarily an integer.
    ///   - radius: uniform in (0, 1).
    ///   - angle: uniform in [0, 1).
    @inline(__always)
    package static func draw(degrees: Double, radius: Double, angle: Double) -> Double {
        (degrees * expm1(-2 / degrees * log(radius))).squareRoot() * cos(2 * .pi * angle)
    }

    /// Returns the log density at `value`, in nats.
    package static func logDensity(_ value: Double, degrees: Double) -> Double {
        lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - 0.5 * log(degrees * .pi)
            - (degrees + 1) / 2 * log1p(value * value / degrees)
    }
}
