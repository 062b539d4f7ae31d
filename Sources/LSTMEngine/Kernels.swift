import CProcessor
import LSTMKernels
import LSTMKernelsV3
import LSTMKernelsV4

/// The vector loops, in the version that was compiled for this processor's level of x86-64.
package struct Kernels: Sendable {
    package typealias UpdateCells =
        @Sendable (
            _ rows: Int, _ units: Int,
            _ gates: UnsafePointer<Float>, _ gateStride: Int,
            _ cells: UnsafePointer<Float>, _ newCells: UnsafeMutablePointer<Float>, _ cellStride: Int,
            _ hidden: UnsafeMutablePointer<Float>, _ hiddenStride: Int
        ) -> Void
    package typealias Map = @Sendable (_ values: UnsafeMutablePointer<Float>, _ count: Int) -> Void

    /// The instruction set that the loops were compiled for, as it is printed beside measurements.
    package let name: String
    package let updateCells: UpdateCells
    package let tanh: Map
    package let sigmoid: Map

    /// Every version that this processor runs, best first. The last one runs everywhere.
    package static let available: [Kernels] = {
        let level = closecast_processor_level()
        var kernels: [Kernels] = []
        if level >= 4 {
            kernels.append(
                Kernels(
                    name: "x86-64-v4", updateCells: LSTMKernelsV4.updateCells,
                    tanh: LSTMKernelsV4.tanh, sigmoid: LSTMKernelsV4.sigmoid))
        }
        if level >= 3 {
            kernels.append(
                Kernels(
                    name: "x86-64-v3", updateCells: LSTMKernelsV3.updateCells,
                    tanh: LSTMKernelsV3.tanh, sigmoid: LSTMKernelsV3.sigmoid))
        }
        kernels.append(
            Kernels(
                name: level > 0 ? "x86-64" : "baseline", updateCells: LSTMKernels.updateCells,
                tanh: LSTMKernels.tanh, sigmoid: LSTMKernels.sigmoid))
        return kernels
    }()

    /// The best version, chosen once.
    package static let best = available[0]
}
