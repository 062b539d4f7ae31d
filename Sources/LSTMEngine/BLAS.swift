import COpenBLAS

/// The matrix products, on OpenBLAS with one thread: the engine is parallel over blocks of series.
struct BLAS: Sendable {
    /// The kernels that OpenBLAS chose when it was loaded, e.g. `Cooperlake`, from the processor or `OPENBLAS_CORETYPE`.
    let coreName: String
    /// OpenBLAS's version and build options.
    let build: String
    /// Whether these kernels have a path for small products that packs neither operand: up to three times as fast for a few rows.
    let hasSmallProducts: Bool

    /// Loading sets the whole process to one BLAS thread, once.
    static let shared = BLAS()

    private init() {
        openblas_set_num_threads(1)
        coreName = String(cString: openblas_get_corename())
        build = String(cString: openblas_get_config())
        hasSmallProducts = ["SkylakeX", "Cooperlake", "SapphireRapids"].contains(coreName)
    }

    /// `product[rows, columns] = left[rows, depth] · right[depth, columns]`, all row-major.
    ///
    /// - Parameter columns: a multiple of 16. For other widths OpenBLAS's small products allocate memory at every call.
    func multiply(
        rows: Int, columns: Int, depth: Int,
        left: UnsafePointer<Float>, leftStride: Int, right: UnsafePointer<Float>,
        product: UnsafeMutablePointer<Float>, productStride: Int
    ) {
        // Without small products, sgemm packs `right` again at every call, and up to four rows are faster one by one.
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
        /// Whether sgemm computes every product: the thread sanitizer makes the tiled loops a hundred times slower, in which no other
        /// thread has a part, and sgemv adds in another order.
        static let doesAll = true
    #else
        static let doesAll = false
    #endif

    /// How many rows to compute for `rows` wanted ones. Three rows take longer than four (1.77 and 1.44 us), whose kernel they miss.
    func productRows(_ rows: Int) -> Int { hasSmallProducts ? Self.wholeKernels(rows) : rows }

    /// Rounded up to whole kernels of 4 rows; what stands in the rows beyond is computed and not used.
    static func wholeKernels(_ rows: Int) -> Int { (rows + 3) & ~3 }

    /// How many rows one product should have for the highest speed: measured on LSTM(100), see the page "The step loop".
    func rowsPerProduct(columns: Int, depth: Int) -> Int {
        guard hasSmallProducts else { return 64 }
        // OpenBLAS takes the small path up to rows · columns · depth = 100³; its kernel works on 4 rows or multiples.
        let limit = 1_000_000 / (columns * depth)
        return max(4, min(24, limit & ~3))
    }
}
