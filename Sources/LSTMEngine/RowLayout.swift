/// The layout of a workspace row: `x | 1 | h0 | 1 | h1 | 1 …`. All that a layer reads, including its own last output, is
/// contiguous, so that its step is one product. The ones are multiplied by the biases.
struct RowLayout: Equatable, Sendable {
    /// The offsets at which LSTM layer l reads and writes.
    let operands: [Int]
    let hidden: [Int]
    /// The offset at which the dense layer reads. It writes to another buffer.
    let head: Int
    /// The offsets of the ones.
    let ones: [Int]
    /// The distance between rows, in floats.
    let stride: Int
    /// The offset of each layer's cells within a row of cells, and the length of that row, in floats.
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
