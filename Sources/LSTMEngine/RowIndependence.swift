extension Kernels {
    /// Returns true if OpenBLAS and ``multiplyTiles`` agree to the bit on this processor, for every number of rows up to `rows`.
    ///
    /// OpenBLAS's AVX-512 kernels add a row's products one after the other for any number of rows, as the tiles do. Its AVX2
    /// kernels do not, and give the last rows of a block other sums than the first. Because this also depends on the depth, it
    /// is measured instead of looked up: results can only agree on thousands of sums if both add in the same order.
    func tilesEqual(_ blas: BLAS, _ matrix: Weights.Matrix, _ tiles: Weights.Tiles, rows: Int) -> Bool {
        let stride = paddedToLine(matrix.rows)
        let rows = max(rows, tiledRows + 1)
        let vectors = FloatBuffer(count: (rows + 3) * stride)
        for index in 0..<rows * stride { vectors.base[index] = Float((index &* 2_654_435_761) & 0xFFFF) * 0x1p-15 - 1 }
        let products = FloatBuffer(count: BLAS.wholeKernels(rows) * matrix.stride)
        let sums = FloatBuffer(count: rows * tiles.columns)
        multiplyTiles(
            rows: rows, depth: matrix.rows, columns: tiles.columns, width: tiles.width, descending: false, vectors: vectors.base,
            vectorStride: stride, matrix: tiles.values.base, products: sums.base, productStride: tiles.columns)
        return (tiledRows + 1...rows).allSatisfy { count in
            blas.multiply(
                rows: blas.productRows(count), columns: matrix.stride, depth: matrix.rows, left: vectors.base, leftStride: stride,
                right: matrix.values.base, product: products.base, productStride: matrix.stride)
            return (0..<count).allSatisfy { row in
                (0..<matrix.columns).allSatisfy {
                    products.base[row * matrix.stride + $0].bitPattern == sums.base[row * tiles.columns + $0].bitPattern
                }
            }
        }
    }
}
