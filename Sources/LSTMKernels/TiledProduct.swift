/// `product = vector · matrix` for one row, the matrix in tiles: `columns / width` of shape `[depth, width]`, one after the other.
///
/// A step of one series reads the whole matrix once, so it runs at the speed of the cache that holds it. Tiles make that one
/// stream, and their sums stay in registers. Going through them in alternating directions from step to step finds the last rows
/// still in the first-level cache. Measured in the page "The step loop".
///
/// - Parameters:
///   - width: 64, 80, 96, 112 or 128; `columns` is a multiple of it.
///   - descending: whether to begin with the last row of the last tile.
///   - matrix: shape `[columns / width, depth, width]`.
///   - product: shape `[columns]`.
package func multiplyTiles(
    depth: Int, columns: Int, width: Int, descending: Bool,
    vector: UnsafePointer<Float>, matrix: UnsafePointer<Float>, product: UnsafeMutablePointer<Float>
) {
    let count = columns / width
    for index in 0..<count {
        let tile = descending ? count &- 1 &- index : index
        let part = matrix + tile &* depth &* width
        let sums = product + tile &* width
        switch width {
        case 64: multiplyTile(descending, InlineArray<64, Float>(repeating: 0), depth, vector, part, sums)
        case 80: multiplyTile(descending, InlineArray<80, Float>(repeating: 0), depth, vector, part, sums)
        case 96: multiplyTile(descending, InlineArray<96, Float>(repeating: 0), depth, vector, part, sums)
        case 112: multiplyTile(descending, InlineArray<112, Float>(repeating: 0), depth, vector, part, sums)
        case 128: multiplyTile(descending, InlineArray<128, Float>(repeating: 0), depth, vector, part, sums)
        default: preconditionFailure("no tile is \(width) wide")
        }
    }
}

@inline(__always)
private func multiplyTile<let width: Int>(
    _ descending: Bool, _ zero: InlineArray<width, Float>, _ depth: Int,
    _ vector: UnsafePointer<Float>, _ matrix: UnsafePointer<Float>, _ product: UnsafeMutablePointer<Float>
) {
    var sums = zero
    var value = descending ? vector + (depth &- 1) : vector
    var weights = descending ? matrix + (depth &- 1) &* width : matrix
    let step = descending ? -1 : 1
    for _ in 0..<depth {
        for column in 0..<width { sums[unchecked: column] = multiplyAdd(value.pointee, weights[column], sums[unchecked: column]) }
        value += step
        weights += step &* width
    }
    for column in 0..<width { product[column] = sums[unchecked: column] }
}
