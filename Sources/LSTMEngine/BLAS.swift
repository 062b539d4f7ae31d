import COpenBLAS

/// Matrix products on OpenBLAS, limited to one thread: the engine parallelizes over blocks of series instead.
struct BLAS: Sendable {
    /// The kernels that OpenBLAS chose when it was loaded, by processor or `OPENBLAS_CORETYPE` (see ``Processor/current``), for example `Cooperlake`.
    let coreName: String
    /// OpenBLAS's version and build options.
    let build: String
    /// Whether these kernels multiply small matrices without packing either operand: up to three times as fast for a few rows.
    let hasSmallProducts: Bool

    /// The process-wide instance. Creating it sets OpenBLAS to one thread.
    static let shared = BLAS()

    private init() {
        openblas_set_num_threads(1)
        coreName = String(cString: openblas_get_corename())
        build = String(cString: openblas_get_config())
        hasSmallProducts = ["SkylakeX", "Cooperlake", "SapphireRapids"].contains(coreName)
    }

    /// Computes `product[rows, columns] = left[rows, depth] · right[depth, columns]`, all row-major.
    ///
    /// - Parameter columns: a multiple of 16. For other widths OpenBLAS's small products allocate memory at every call.
    func multiply(
        rows: Int, columns: Int, depth: Int,
        left: UnsafePointer<Float>, leftStride: Int, right: UnsafePointer<Float>,
        product: UnsafeMutablePointer<Float>, productStride: Int
    ) {
        // Without small products, sgemm packs `right` at every call, so up to four rows are faster one at a time.
        if !hasSmallProducts, rows <= 4, !Self.doesAll {
            for row in 0..<rows {
                cblas_sgemv(
                    CblasRowMajor, CblasTrans, Int32(depth), Int32(columns), 1, right, Int32(columns),
                    left + row &* leftStride, 1, 0, product + row &* productStride, 1)
            }
        } else {
            cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(rows), Int32(columns), Int32(depth), 1,
                left, Int32(leftStride), right, Int32(columns), 0, product, Int32(productStride))
        }
    }

    #if SANITIZED
        /// Whether sgemm computes every product. The thread sanitizer slows the tiled loops a hundredfold, although no other
        /// thread takes part in them, and sgemv adds in another order.
        static let doesAll = true
    #else
        static let doesAll = false
    #endif

    /// Returns the number of rows to compute for `rows` wanted ones. Three rows take longer than four (1.77 and 1.44 us),
    /// because they miss the 4-row kernel.
    func productRows(_ rows: Int) -> Int { hasSmallProducts ? Self.wholeKernels(rows) : rows }

    /// Rounds up to whole kernels of 4 rows. The extra rows are computed but not used.
    static func wholeKernels(_ rows: Int) -> Int { (rows + 3) & ~3 }

    /// Returns the fastest number of rows for one product, measured on LSTM(100); see the page "The step loop".
    func rowsPerProduct(columns: Int, depth: Int) -> Int {
        guard hasSmallProducts else { return 64 }
        // OpenBLAS uses small products up to rows · columns · depth = 100³, with a kernel for multiples of 4 rows.
        let limit = 1_000_000 / (columns * depth)
        return max(4, min(24, limit & ~3))
    }
}
