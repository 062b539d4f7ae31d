import Glibc
import LSTMEngine

/// The distribution of the next scaled return, given by three network outputs; see ``Head/studentT``.
package struct StudentTHead: Equatable {
    package let location: Double
    package let scale: Double
    /// Degrees of freedom.
    package let degrees: Double

    package init(_ output0: Float, _ output1: Float, _ output2: Float) {
        location = 0.1 * Double(output0)
        scale = exp(min(max(Double(output1) - 0.3, -6), 3))
        let x = Double(output2) + 1
        // softplus, in a form whose exp cannot overflow.
        degrees = 2.1 + max(x, 0) + log1p(exp(-abs(x)))
    }

    /// Returns the log density of a scaled return, in nats.
    package func logDensity(_ value: Double) -> Double {
        StudentT.logDensity((value - location) / scale, degrees: degrees) - log(scale)
    }
}

/// Draws scaled returns from a network with a Student-t head.
///
/// Paths 2k and 2k + 1 are antithetic: their shocks differ only in sign.
struct StudentTSampler: PathSampler {
    let noise: PathNoise
    /// The largest absolute value drawn.
    let clip: Double

    func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>) {
        let noise = noise.step(step)
        for row in 0..<paths.count {
            let path = paths.lowerBound + row
            let head = StudentTHead(outputs[3 * row], outputs[3 * row + 1], outputs[3 * row + 2])
            let bits = noise.bits(path: path >> 1)
            let shock = StudentT.draw(
                degrees: head.degrees, radius: (Double(bits >> 32) + 0.5) * 0x1p-32,
                angle: Double(bits & 0xFFFF_FFFF) * 0x1p-32)
            let value = head.location + (path & 1 == 0 ? shock : -shock) * head.scale
            next[row] = Float(min(max(value, -clip), clip))
        }
    }
}
