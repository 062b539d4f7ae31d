/// A network that is ready to run: immutable, `Sendable`, shared by any number of workers.
public struct Network: Sendable {
    /// The network's weights.
    public let weights: Weights
    let kernels: Kernels
    let blas: BLAS
    let layout: RowLayout
    /// One for each LSTM layer.
    let steps: [LayerStep]
    /// The number of rows of one product: the fastest for the widest layer.
    let rowsPerProduct: Int
    /// Whether a series' outputs are independent of the other series, to the bit.
    package let rowsAreIndependent: Bool

    /// Creates a network with the best kernels for this processor.
    public init(_ weights: Weights) {
        self.init(weights, kernels: .best)
    }

    /// Creates a network with given kernels.
    ///
    /// - Parameter rowsAreIndependent: makes a series' outputs independent of the other series, to the bit. A single series
    ///   then takes an eighth longer; see the page "The step loop".
    package init(_ weights: Weights, kernels: Kernels = .best, rowsAreIndependent: Bool = false) {
        self.weights = weights
        self.kernels = kernels
        self.rowsAreIndependent = rowsAreIndependent
        let (blas, layout) = (BLAS.shared, RowLayout(weights.architecture))
        (self.blas, self.layout) = (blas, layout)
        let fastest = weights.matrices.map { blas.rowsPerProduct(columns: $0.stride, depth: $0.rows) }.min()!
        steps = zip(weights.matrices, weights.tiles).enumerated().map { layer, numbers in
            let (matrix, tiles) = numbers
            let areEqual = !rowsAreIndependent || kernels.tilesEqual(blas, matrix, tiles, rows: fastest)
            return LayerStep(matrix, tiles, layout, layer: layer, tiledRows: Self.tiledRows(kernels, areEqual: areEqual))
        }
        rowsPerProduct = fastest
    }

    private static func tiledRows(_ kernels: Kernels, areEqual: Bool) -> Int {
        if BLAS.doesAll { return 0 }
        return areEqual ? kernels.tiledRows : .max
    }

    /// The layers of the network.
    public var architecture: Architecture { weights.architecture }

    /// The fastest number of series for one worker to compute together.
    public var preferredBlock: Int { rowsPerProduct }

    /// Returns scratch memory for one worker.
    public func makeWorkspace() -> Workspace { Workspace(self) }

    // MARK: The step loop

    /// Runs a block of series without allocating memory.
    ///
    /// Reads `workspace.values`, shape `[series, times, inputs]`, in which each series ends at `timeline.length`. Writes
    /// forecasts to `results`, shape `[series, steps, outputs]`, and, if outputs can be inputs, also behind the values. The
    /// workspace must be prepared.
    func run(_ timeline: Timeline, _ workspace: inout Workspace, results: UnsafeMutablePointer<Float>) {
        let (inputs, outputs) = (architecture.inputs, architecture.outputs)
        let times = timeline.length + timeline.steps - 1
        timeline.rows.withUnsafeBufferPointer { rows in
            var (first, end) = (0, 0)  // the range of active rows
            for time in 0..<times {
                while first < rows.count, rows[first].last < time { first += 1 }
                while end < rows.count, rows[end].first <= time { end += 1 }
                for row in first..<end {
                    let value = workspace.values.base + (rows[row].series * times + time) * inputs
                    let operand = workspace.operands.base + row * layout.stride
                    // A loop instead of a copy: inputs are few, mostly one, and a call of memmove would cost more.
                    for input in 0..<inputs { operand[input] = value[input] }
                }
                step(rows: first..<end, time: time, &workspace)

                var emitting = first
                while emitting < end, rows[emitting].emitsFrom <= time { emitting += 1 }
                guard emitting > first else { continue }
                emit(rows: first..<emitting, workspace)
                for row in first..<emitting {
                    let output = workspace.outputs.base + (row - first) * outputs
                    let series = rows[row].series
                    let step = time - (timeline.length - 1)
                    (results + (series * timeline.steps + step) * outputs).update(from: output, count: outputs)
                    if time + 1 < times {
                        (workspace.values.base + (series * times + time + 1) * inputs).update(from: output, count: inputs)
                    }
                }
            }
        }
    }

    /// Computes one time step of the LSTM layers for a range of rows, in groups of one product.
    func step(rows: Range<Int>, time: Int, _ workspace: inout Workspace) {
        let isEven = time & 1 == 0
        let cells = isEven ? workspace.evenCells.base : workspace.oddCells.base
        let newCells = isEven ? workspace.oddCells.base : workspace.evenCells.base
        let gates = workspace.gates.base
        steps.withUnsafeBufferPointer { steps in
            var start = rows.lowerBound
            while start < rows.upperBound {
                let count = min(rowsPerProduct, rows.upperBound - start)
                let row = workspace.operands.base + start * layout.stride  // [count, layout.stride]
                for step in steps {
                    let gateStride = multiply(step, rows: count, operand: row + step.operand, gates: gates, descending: !isEven)
                    let cell = start * layout.cellStride + step.cells
                    kernels.updateCells(
                        rows: count, units: step.columns / 4, gates: gates, gateStride: gateStride,
                        cells: cells + cell, newCells: newCells + cell, cellStride: layout.cellStride,
                        hidden: row + step.hidden, hiddenStride: layout.stride)
                }
                start += count
            }
        }
    }

    /// Computes the gate sums of a layer.
    ///
    /// - Returns: the stride of the sums, in floats.
    @inline(__always)
    private func multiply(
        _ step: LayerStep, rows: Int, operand: UnsafePointer<Float>, gates: UnsafeMutablePointer<Float>, descending: Bool
    ) -> Int {
        if rows <= step.tiledRows {
            // Descending tiles add in another order, and the other series determine which rows share a step.
            kernels.multiplyTiles(
                rows: rows, depth: step.depth, columns: step.tiledColumns, width: step.tileWidth,
                descending: descending && !rowsAreIndependent, vectors: operand, vectorStride: layout.stride, matrix: step.tiles,
                products: gates, productStride: step.tiledColumns
            )
            return step.tiledColumns
        }
        blas.multiply(
            rows: blas.productRows(rows), columns: step.stride, depth: step.depth, left: operand, leftStride: layout.stride,
            right: step.matrix, product: gates, productStride: step.stride)
        return step.stride
    }

    /// Computes the dense layer for a range of rows, into the beginning of `workspace.outputs`, shape `[rows, outputs]`.
    func emit(rows: Range<Int>, _ workspace: borrowing Workspace) {
        let head = weights.head
        let outputs = workspace.outputs.base
        kernels.multiplyTransposed(
            rows: rows.count, depth: head.depth, outputs: head.outputs,
            left: workspace.operands.base + rows.lowerBound * layout.stride + layout.head, leftStride: layout.stride,
            right: head.values.base, product: outputs)
        head.activation.apply(to: outputs, count: rows.count * head.outputs, kernels: kernels)
    }
}
