/// Computes one time step of `rows` LSTM rows from their gate sums.
///
///     c' = sigmoid(f) c + sigmoid(i) tanh(g)        h = sigmoid(o) tanh(c')
///
/// - Parameters:
///   - gates: shape `[rows, gateStride]`; a row is `i | f | g | o`, `units` each. The columns of i, f and o hold **half** the
///     sum, because `sigmoid(x) = (1 + tanh(x / 2)) / 2`. The weights are halved when they are loaded.
///   - cells: the state before the step, shape `[rows, cellStride]`, the first `units` of each row.
///   - newCells: the state after the step, same shape. It must be a different buffer, because the last columns are computed
///     twice, see below.
///   - hidden: the output, shape `[rows, hiddenStride]`, the first `units` of each row.
package func updateCells(
    rows: Int,
    units: Int,
    gates: UnsafePointer<Float>,
    gateStride: Int,
    cells: UnsafePointer<Float>,
    newCells: UnsafeMutablePointer<Float>,
    cellStride: Int,
    hidden: UnsafeMutablePointer<Float>,
    hiddenStride: Int
) {
    // A remainder of columns would run as scalar steps, each as slow as a vector of 16. Instead the last 16 columns are
    // computed a second time: 7 vectors for 100 units, where 6 vectors and 4 scalars would cost as much as 10.
    let whole = units < 16 ? units : units & ~15
    for row in 0..<rows {
        let i = gates + row &* gateStride
        let c = cells + row &* cellStride
        let newC = newCells + row &* cellStride
        let h = hidden + row &* hiddenStride
        updateColumns(0, whole, units, i, c, newC, h)
        if whole < units { updateColumns(units &- 16, units, units, i, c, newC, h) }
    }
}

/// Computes columns `start..<end` of one row. The fractions of the three gates in c' and of the two in h are multiplied out,
/// which takes two divisions a cell instead of five.
@inline(__always)
private func updateColumns(
    _ start: Int,
    _ end: Int,
    _ units: Int,
    _ i: UnsafePointer<Float>,
    _ c: UnsafePointer<Float>,
    _ newC: UnsafeMutablePointer<Float>,
    _ h: UnsafeMutablePointer<Float>
) {
    let f = i + units
    let g = f + units
    let o = g + units
    for column in start..<end {
        let (inputUp, inputDown) = tanhFraction(i[column])
        let (forgetUp, forgetDown) = tanhFraction(f[column])
        let (candidateUp, candidateDown) = tanhFraction(g[column])
        let down = inputDown * candidateDown
        let kept = (forgetDown + forgetUp) * c[column]
        let added = (inputDown + inputUp) * candidateUp
        let cell = multiplyAdd(kept, down, added * forgetDown) / ((forgetDown + forgetDown) * down)
        newC[column] = cell
        let (outputUp, outputDown) = tanhFraction(o[column])
        let (cellUp, cellDown) = tanhFraction(cell)
        h[column] = (outputDown + outputUp) * cellUp / ((outputDown + outputDown) * cellDown)
    }
}
