/// The scratch memory of one worker. It is reallocated only if a block needs more than all before. Not shared.
public struct Workspace: ~Copyable {
    let layout: RowLayout
    private var rowCapacity = 0
    /// Shape `[rows, layout.stride]`, see ``RowLayout``.
    private(set) var operands = FloatBuffer(count: 0)
    /// Shape `[rows, layout.cellStride]` each. Each step reads one and writes the other.
    private(set) var evenCells = FloatBuffer(count: 0)
    private(set) var oddCells = FloatBuffer(count: 0)
    /// The gate sums of one product, shape `[rows, gateStride]`. The stride depends on the layer.
    private(set) var gates: FloatBuffer
    /// The outputs of the dense layer, shape `[rows, outputs]`.
    private(set) var outputs = FloatBuffer(count: 0)
    /// Given and forecast values, shape `[series, times, inputs]`.
    private(set) var values = FloatBuffer(count: 0)

    init(_ network: Network) {
        layout = network.layout
        let sums = network.steps.map { network.rowsPerProduct * max($0.stride, $0.tiledColumns) }
        gates = FloatBuffer(count: sums.max()!)
    }

    /// Makes room for `rows` rows and `valueCount` values, and resets the rows' states to zero.
    mutating func prepare(rows: Int, valueCount: Int, outputCount: Int) {
        if rows > rowCapacity {
            // Products read whole kernels of 4 rows, starting at any row, hence 3 extra rows.
            rowCapacity = rows
            operands = FloatBuffer(count: (rows + 3) * layout.stride)
            evenCells = FloatBuffer(count: rows * layout.cellStride)
            oddCells = FloatBuffer(count: rows * layout.cellStride)
        } else {
            operands.base.update(repeating: 0, count: rows * layout.stride)
            evenCells.base.update(repeating: 0, count: rows * layout.cellStride)
            oddCells.base.update(repeating: 0, count: rows * layout.cellStride)
        }
        for row in 0..<rows {
            for one in layout.ones { operands.base[row * layout.stride + one] = 1 }
        }
        if valueCount > values.count { values = FloatBuffer(count: valueCount) }
        if rows * outputCount > outputs.count { outputs = FloatBuffer(count: rows * outputCount) }
    }

    /// A copy of one row's operands and cells, for other workspaces.
    struct RowState: Sendable {
        let operands: [Float]
        let evenCells: [Float]
        let oddCells: [Float]
    }

    /// The state of row 0.
    var state: RowState {
        func copy(_ base: UnsafePointer<Float>, _ count: Int) -> [Float] { Array(UnsafeBufferPointer(start: base, count: count)) }
        return RowState(
            operands: copy(operands.base, layout.stride), evenCells: copy(evenCells.base, layout.cellStride),
            oddCells: copy(oddCells.base, layout.cellStride))
    }

    /// Sets the first `rows` rows to one state.
    mutating func setAllRows(to state: RowState, rows: Int) {
        for row in 0..<rows {
            (operands.base + row * layout.stride).update(from: state.operands, count: layout.stride)
            (evenCells.base + row * layout.cellStride).update(from: state.evenCells, count: layout.cellStride)
            (oddCells.base + row * layout.cellStride).update(from: state.oddCells, count: layout.cellStride)
        }
    }
}

extension Network {
    /// Runs `body` with a worker's scratch memory, which is made first if there is none.
    package func with<Output>(
        _ workspace: inout Workspace?, _ body: (inout Workspace) throws(NetworkError) -> Output
    ) throws(NetworkError) -> Output {
        var taken = workspace.take() ?? makeWorkspace()
        let output = try body(&taken)
        workspace = consume taken
        return output
    }
}
