/// Computes `products[rows, columns] = vectors[rows, depth] · matrix[depth, columns]` for a few rows. The matrix is stored as
/// `columns / width` contiguous tiles of shape `[depth, width]`.
///
/// A step of a single series reads the whole matrix once, so it runs at the speed of the cache that holds the matrix; a second
/// row costs little more. Tiles make this one sequential stream and keep the sums in registers. Alternating the direction from
/// step to step finds the last rows still in the first-level cache. For measurements see the page "The step loop".
///
/// - Parameters:
///   - rows: at least 1. A row's sums do not depend on the other rows, to the bit.
///   - rowsAtOnce: 1, or 2 if there are enough registers for the sums of both.
///   - width: 64, 80 or 96; `columns` is a multiple of it.
///   - descending: whether to begin with the last row of the last tile.
///   - vectors: the rows, `vectorStride` apart.
///   - matrix: shape `[columns / width, depth, width]`.
///   - products: the rows of sums, `productStride` apart.
package func multiplyTiles(
    rows: Int, rowsAtOnce: Int, depth: Int, columns: Int, width: Int, descending: Bool,
    vectors: UnsafePointer<Float>, vectorStride: Int, matrix: UnsafePointer<Float>,
    products: UnsafeMutablePointer<Float>, productStride: Int
) {
    let count = columns / width
    for index in 0..<count {
        let tile = descending ? count &- 1 &- index : index
        let part = matrix + tile &* depth &* width
        var row = 0
        while row < rows {
            let together = min(rowsAtOnce, rows &- row)
            multiplyTile(
                rows: together, depth: depth, width: width, descending: descending, vectors: vectors + row &* vectorStride,
                vectorStride: vectorStride, matrix: part, products: products + row &* productStride + tile &* width,
                productStride: productStride)
            row &+= together
        }
    }
}

/// Multiplies one or two rows by one tile.
@inline(__always)
private func multiplyTile(
    rows: Int, depth: Int, width: Int, descending: Bool, vectors: UnsafePointer<Float>, vectorStride: Int,
    matrix: UnsafePointer<Float>, products: UnsafeMutablePointer<Float>, productStride: Int
) {
    switch (rows, width) {
    case (1, 64): multiplyTile(InlineArray<64, Float>(repeating: 0), depth, descending, vectors, matrix, products)
    case (1, 80): multiplyTile(InlineArray<80, Float>(repeating: 0), depth, descending, vectors, matrix, products)
    case (1, 96): multiplyTile(InlineArray<96, Float>(repeating: 0), depth, descending, vectors, matrix, products)
    case (2, 64):
        multiplyTileByTwo(
            InlineArray<64, Float>(repeating: 0), depth, descending, vectors, vectorStride, matrix, products, productStride)
    case (2, 80):
        multiplyTileByTwo(
            InlineArray<80, Float>(repeating: 0), depth, descending, vectors, vectorStride, matrix, products, productStride)
    case (2, 96):
        multiplyTileByTwo(
            InlineArray<96, Float>(repeating: 0), depth, descending, vectors, vectorStride, matrix, products, productStride)
    default: preconditionFailure("no product of \(rows) rows and tiles of \(width) columns")
    }
}

@inline(__always)
private func multiplyTile<let width: Int>(
    _ zero: InlineArray<width, Float>, _ depth: Int, _ descending: Bool,
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

/// Multiplies two rows by one tile, like ``multiplyTile``.
@inline(__always)
private func multiplyTileByTwo<let width: Int>(
    _ zero: InlineArray<width, Float>, _ depth: Int, _ descending: Bool,
    _ vectors: UnsafePointer<Float>, _ vectorStride: Int, _ matrix: UnsafePointer<Float>,
    _ products: UnsafeMutablePointer<Float>, _ productStride: Int
) {
    var first = zero
    var second = zero
    var value = descending ? vectors + (depth &- 1) : vectors
    var weights = descending ? matrix + (depth &- 1) &* width : matrix
    let step = descending ? -1 : 1
    for _ in 0..<depth {
        for column in 0..<width {
            first[unchecked: column] = multiplyAdd(value[0], weights[column], first[unchecked: column])
            second[unchecked: column] = multiplyAdd(value[vectorStride], weights[column], second[unchecked: column])
        }
        value += step
        weights += step &* width
    }
    for column in 0..<width {
        products[column] = first[unchecked: column]
        products[productStride &+ column] = second[unchecked: column]
    }
}
