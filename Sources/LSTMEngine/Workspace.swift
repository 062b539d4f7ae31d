/// The scratch memory of one worker: allocated when a block needs more than the last one, reused else. Not shared.
public struct Workspace: ~Copyable {
    let layout: RowLayout
    private(set) var rowCapacity = 0
    /// Shape `[rows, layout.stride]`, see ``RowLayout``.
    private(set) var operands = AlignedFloats(count: 0)
    /// Shape `[rows, layout.cellStride]` each; a step reads one and writes the other.
    private(set) var cells = (AlignedFloats(count: 0), AlignedFloats(count: 0))
    /// Shape `[rowsPerProduct, layout.gateStride]`.
    private(set) var gates = AlignedFloats(count: 0)
    /// Shape `[rows, outputs]`.
    private(set) var outputs = AlignedFloats(count: 0)
    /// Shape `[series, times, inputs]`: what is given and what is forecast.
    private(set) var values = AlignedFloats(count: 0)

    init(_ network: Network) {
        layout = network.layout
        // The product of one row may be padded to whole tiles.
        let tiled = network.weights.matrices.compactMap { $0.tiles?.columns }.max()!
        gates = AlignedFloats(count: max(network.rowsPerProduct * layout.gateStride, tiled))
    }

    /// Makes room for `rows` rows and `valueCount` values, and zeroes the rows' states.
    mutating func prepare(rows: Int, valueCount: Int, outputCount: Int) {
        if rows > rowCapacity {
            rowCapacity = rows
            operands = AlignedFloats(count: rows * layout.stride)
            cells = (AlignedFloats(count: rows * layout.cellStride), AlignedFloats(count: rows * layout.cellStride))
        } else {
            operands.base.update(repeating: 0, count: rows * layout.stride)
            cells.0.base.update(repeating: 0, count: rows * layout.cellStride)
            cells.1.base.update(repeating: 0, count: rows * layout.cellStride)
        }
        for row in 0..<rows {
            for one in layout.ones { operands.base[row * layout.stride + one] = 1 }
        }
        if valueCount > values.count { values = AlignedFloats(count: valueCount) }
        if rows * outputCount > outputs.count { outputs = AlignedFloats(count: rows * outputCount) }
    }

    /// One row's operands and cells, to be copied to other workspaces.
    struct RowState {
        let operands: AlignedFloats
        let cells: (AlignedFloats, AlignedFloats)
    }

    /// The state of row 0. Shares memory with this workspace, which must not run on while it is used.
    var state: RowState { RowState(operands: operands, cells: cells) }

    /// Gives the first `rows` rows one state.
    mutating func setAllRows(to state: RowState, rows: Int) {
        for row in 0..<rows {
            (operands.base + row * layout.stride).update(from: state.operands.base, count: layout.stride)
            (cells.0.base + row * layout.cellStride).update(from: state.cells.0.base, count: layout.cellStride)
            (cells.1.base + row * layout.cellStride).update(from: state.cells.1.base, count: layout.cellStride)
        }
    }
}
