extension Kernels {
    /// Whether OpenBLAS and ``multiplyTiles`` agree to the bit on this processor, for every number of rows up to `rows`.
    ///
    /// OpenBLAS's kernels for AVX-512 add up a row's products one after the other whatever the number of rows, as the tiles do;
    /// those for AVX2 do not, and the last rows of a block get other sums than the first. It depends on the depth too, so it is
    /// tried and not looked up: the two can only agree on all of some thousand sums if they add in one order.
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
