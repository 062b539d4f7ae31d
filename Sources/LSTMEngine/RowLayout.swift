/// Where a row of the workspace keeps what: `x | 1 | h0 | 1 | h1 | 1 …`, so that what a layer reads, its own last output
/// included, is one run of floats and its step one product. The ones meet the biases.
struct RowLayout: Equatable, Sendable {
    /// Offsets of what LSTM layer l reads and of what it writes.
    let operands: [Int]
    let hidden: [Int]
    /// Offset of what the dense layer reads; it writes elsewhere.
    let head: Int
    /// Offsets of the ones.
    let ones: [Int]
    /// Floats from one row to the next.
    let stride: Int
    /// Offset of each layer's cells within a row of cells, and that row's floats.
    let cells: [Int]
    let cellStride: Int

    init(_ architecture: Architecture) {
        var operands = [0]
        var hidden: [Int] = []
        var ones = [architecture.inputs]
        var cells: [Int] = []
        var cellStride = 0
        for case .lstm(_, let units, _) in architecture.layers {
            let start = ones.last! + 1
            hidden.append(start)
            operands.append(start)
            ones.append(start + units)
            cells.append(cellStride)
            cellStride += paddedToLine(units)
        }
        self.operands = operands.dropLast()
        head = operands.last!
        self.hidden = hidden
        self.ones = ones
        self.cells = cells
        self.cellStride = cellStride
        stride = paddedToLine(ones.last! + 1)
    }
}
