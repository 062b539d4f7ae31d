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
    typealias MultiplyTiles =
        @Sendable (
            _ depth: Int, _ columns: Int, _ width: Int, _ descending: Bool,
            _ vector: UnsafePointer<Float>, _ matrix: UnsafePointer<Float>, _ product: UnsafeMutablePointer<Float>
        ) -> Void
    package typealias Map = @Sendable (_ values: UnsafeMutablePointer<Float>, _ count: Int) -> Void

    /// The instruction set that the loops were compiled for, as it is printed beside measurements.
    package let name: String
    package let updateCells: UpdateCells
    /// The product of one row; nil where OpenBLAS is faster, which is where the loops have no fused multiply-add.
    let multiplyTiles: MultiplyTiles?
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
                    multiplyTiles: LSTMKernelsV4.multiplyTiles,
                    tanh: LSTMKernelsV4.tanh, sigmoid: LSTMKernelsV4.sigmoid))
        }
        if level >= 3 {
            kernels.append(
                Kernels(
                    name: "x86-64-v3", updateCells: LSTMKernelsV3.updateCells,
                    multiplyTiles: LSTMKernelsV3.multiplyTiles,
                    tanh: LSTMKernelsV3.tanh, sigmoid: LSTMKernelsV3.sigmoid))
        }
        kernels.append(
            Kernels(
                name: level > 0 ? "x86-64" : "baseline", updateCells: LSTMKernels.updateCells,
                multiplyTiles: nil,
                tanh: LSTMKernels.tanh, sigmoid: LSTMKernels.sigmoid))
        return kernels
    }()

    /// The best version, chosen once.
    package static let best = available[0]
}
