/// What one time step of an LSTM layer needs, resolved to pointers once: the step loop reads no array and counts no reference.
///
/// `@unchecked Sendable`: the pointers lead into the ``Weights`` of the network that holds this value; both are read only.
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
    /// Up to how many rows the tiles serve; OpenBLAS multiplies more.
    let tiledRows: Int
    /// Offsets within a row of the workspace: what the layer reads, what it writes, and its cells.
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
