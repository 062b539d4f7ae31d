/// One time step of an LSTM layer, resolved to pointers in advance, so that the step loop accesses no arrays and counts no
/// references.
///
/// `@unchecked Sendable`: the pointers lead into the ``Weights`` of the network that holds this value, and both are read-only.
struct LayerStep: @unchecked Sendable {
    /// Shape `[depth, stride]`.
    let matrix: UnsafePointer<Float>
    let depth: Int
    let columns: Int
    let stride: Int
    /// Shape `[tiledColumns / tileWidth, depth, tileWidth]`.
    let tiles: UnsafePointer<Float>
    let tiledColumns: Int
    let tileWidth: Int
    /// The largest number of rows computed with tiles; OpenBLAS computes more.
    let tiledRows: Int
    /// Offsets within a row of the workspace: the layer's operand, its hidden state and its cells.
    let operand: Int
    let hidden: Int
    let cells: Int

    init(_ matrix: Weights.Matrix, _ tiles: Weights.Tiles, _ layout: RowLayout, layer: Int, tiledRows: Int) {
        self.matrix = UnsafePointer(matrix.values.base)
        depth = matrix.rows
        columns = matrix.columns
        stride = matrix.stride
        self.tiles = UnsafePointer(tiles.values.base)
        tiledColumns = tiles.columns
        tileWidth = tiles.width
        self.tiledRows = tiledRows
        operand = layout.operands[layer]
        hidden = layout.hidden[layer]
        cells = layout.cells[layer]
    }
}
