import CProcessor
import LSTMKernels
import LSTMKernelsV3
import LSTMKernelsV4

/// The vectorized loops, compiled for several levels of x86-64. An enumeration instead of closures: a call costs a branch and
/// no reference counting.
package enum Kernels: String, Sendable {
    case v4 = "x86-64-v4"
    case v3 = "x86-64-v3"
    /// Runs on every processor, and on other architectures.
    case baseline

    /// All versions that this processor can run, best first. Only the baseline if the others were not compiled for their level.
    package static let available: [Kernels] = {
        guard LSTMKernelsV3.hasFusedMultiplyAdd else { return [.baseline] }
        return switch closecast_processor_level() {
        case 4...: [.v4, .v3, .baseline]
        case 3: [.v3, .baseline]
        default: [.baseline]
        }
    }()

    /// The best version, chosen once.
    package static let best = available[0]

    /// The largest number of rows for which ``multiplyTiles`` is faster than OpenBLAS. It needs a fused multiply-add, and for
    /// two rows enough registers for the sums of both.
    var tiledRows: Int {
        switch self {
        case .v4: 2
        case .v3: 1
        case .baseline: LSTMKernels.hasFusedMultiplyAdd ? 1 : 0
        }
    }

    @inline(__always)
    func updateCells(
        rows: Int, units: Int, gates: UnsafePointer<Float>, gateStride: Int,
        cells: UnsafePointer<Float>, newCells: UnsafeMutablePointer<Float>, cellStride: Int,
        hidden: UnsafeMutablePointer<Float>, hiddenStride: Int
    ) {
        switch self {
        case .v4:
            LSTMKernelsV4.updateCells(
                rows: rows, units: units, gates: gates, gateStride: gateStride, cells: cells, newCells: newCells,
                cellStride: cellStride, hidden: hidden, hiddenStride: hiddenStride)
        case .v3:
            LSTMKernelsV3.updateCells(
                rows: rows, units: units, gates: gates, gateStride: gateStride, cells: cells, newCells: newCells,
                cellStride: cellStride, hidden: hidden, hiddenStride: hiddenStride)
        case .baseline:
            LSTMKernels.updateCells(
                rows: rows, units: units, gates: gates, gateStride: gateStride, cells: cells, newCells: newCells,
                cellStride: cellStride, hidden: hidden, hiddenStride: hiddenStride)
        }
    }

    /// The number of rows that ``multiplyTiles`` processes together.
    var tiledRowsAtOnce: Int { max(1, tiledRows) }

    @inline(__always)
    func multiplyTiles(
        rows: Int, depth: Int, columns: Int, width: Int, descending: Bool,
        vectors: UnsafePointer<Float>, vectorStride: Int, matrix: UnsafePointer<Float>,
        products: UnsafeMutablePointer<Float>, productStride: Int
    ) {
        switch self {
        case .v4:
            LSTMKernelsV4.multiplyTiles(
                rows: rows, rowsAtOnce: tiledRowsAtOnce, depth: depth, columns: columns, width: width, descending: descending,
                vectors: vectors, vectorStride: vectorStride, matrix: matrix, products: products, productStride: productStride)
        case .v3:
            LSTMKernelsV3.multiplyTiles(
                rows: rows, rowsAtOnce: tiledRowsAtOnce, depth: depth, columns: columns, width: width, descending: descending,
                vectors: vectors, vectorStride: vectorStride, matrix: matrix, products: products, productStride: productStride)
        case .baseline:
            LSTMKernels.multiplyTiles(
                rows: rows, rowsAtOnce: tiledRowsAtOnce, depth: depth, columns: columns, width: width, descending: descending,
                vectors: vectors, vectorStride: vectorStride, matrix: matrix, products: products, productStride: productStride)
        }
    }

    @inline(__always)
    func multiplyTransposed(
        rows: Int, depth: Int, outputs: Int,
        left: UnsafePointer<Float>, leftStride: Int, right: UnsafePointer<Float>, product: UnsafeMutablePointer<Float>
    ) {
        switch self {
        case .v4:
            LSTMKernelsV4.multiplyTransposed(
                rows: rows, depth: depth, outputs: outputs, left: left, leftStride: leftStride, right: right, product: product)
        case .v3:
            LSTMKernelsV3.multiplyTransposed(
                rows: rows, depth: depth, outputs: outputs, left: left, leftStride: leftStride, right: right, product: product)
        case .baseline:
            LSTMKernels.multiplyTransposed(
                rows: rows, depth: depth, outputs: outputs, left: left, leftStride: leftStride, right: right, product: product)
        }
    }

    package func tanh(_ values: UnsafeMutablePointer<Float>, count: Int) {
        switch self {
        case .v4: LSTMKernelsV4.tanh(values, count: count)
        case .v3: LSTMKernelsV3.tanh(values, count: count)
        case .baseline: LSTMKernels.tanh(values, count: count)
        }
    }

    package func sigmoid(_ values: UnsafeMutablePointer<Float>, count: Int) {
        switch self {
        case .v4: LSTMKernelsV4.sigmoid(values, count: count)
        case .v3: LSTMKernelsV3.sigmoid(values, count: count)
        case .baseline: LSTMKernels.sigmoid(values, count: count)
        }
    }
}
