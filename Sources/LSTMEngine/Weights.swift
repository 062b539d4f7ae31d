/// The weights of a network, checked and arranged for the step loop. Immutable and shared by all workers.
///
/// Each layer is one matrix, so that a layer's step is one product. With `before` the number of its inputs:
///
///     lstm   [before + 1 + units, 4 · units]   rows: kernel | bias | recurrent kernel; columns: i | f | g | o
///     dense  [units, before + 1]               columns: kernel | bias
///
/// The bias is multiplied by a column of ones in the workspace. The columns of i, f and o are halved, see `updateCells`.
public struct Weights: Sendable {
    struct Matrix: Sendable {
        let values: SharedFloats
        let rows: Int
        let columns: Int
        /// The distance between rows, in floats.
        let stride: Int
    }

    /// The dense layer.
    struct Head: Sendable {
        /// Shape `[outputs, depth]`.
        let values: SharedFloats
        let outputs: Int
        let depth: Int
        let activation: Activation
    }

    /// A second copy of a matrix, arranged for products of one or two rows; see `multiplyTiles`.
    struct Tiles: Sendable {
        /// Shape `[columns / width, rows, width]`. Columns beyond the matrix are zero.
        let values: SharedFloats
        let columns: Int
        let width: Int

        init(_ matrix: Matrix) {
            // The width that needs the fewest columns, and the widest of equal ones. Wider tiles do not fit into 16 registers.
            let widths = [96, 80, 64]
            func padded(_ width: Int) -> Int { (matrix.columns + width - 1) / width * width }
            width = widths.min { padded($0) < padded($1) }!
            columns = padded(width)
            values = SharedFloats(count: matrix.rows * columns)
            for row in 0..<matrix.rows {
                for column in 0..<matrix.columns {
                    let (tile, place) = column.quotientAndRemainder(dividingBy: width)
                    values.base[(tile * matrix.rows + row) * width + place] = matrix.values.base[row * matrix.stride + column]
                }
            }
        }
    }

    /// The layers that the weights belong to.
    public let architecture: Architecture
    /// One for each LSTM layer.
    let matrices: [Matrix]
    let tiles: [Tiles]
    let head: Head

    /// Reads and checks a safetensors file (https://github.com/huggingface/safetensors#format), which may be hostile.
    ///
    /// - Parameters:
    ///   - bytes: the whole file. Its tensors are those of ``Layer``, in F32, F16, BF16 or F64, row-major, little-endian.
    ///   - file: the file's name in errors.
    ///   - sha256: the expected hash of `bytes`, 64 hexadecimal digits; nil skips that check.
    /// - Throws: ``WeightsError``.
    /// - Complexity: one pass over the file. Memory: the floats twice, as matrices and as tiles.
    public init(
        safetensors bytes: [UInt8], architecture: Architecture, sha256: String? = nil, file: String = "model.safetensors"
    ) throws(WeightsError) {
        if let sha256 { try Tensors.check(bytes, sha256: sha256, file: file) }
        self.architecture = architecture
        (matrices, head) = try bytes.withUnsafeBufferPointer { bytes throws(WeightsError) in
            try Self.layers(UnsafeRawBufferPointer(bytes), architecture, file)
        }
        tiles = matrices.map(Tiles.init)
    }

    /// Finds and checks all tensors, then copies them.
    private static func layers(
        _ bytes: UnsafeRawBufferPointer, _ architecture: Architecture, _ file: String
    ) throws(WeightsError) -> ([Matrix], Head) {
        let contents = try SafetensorsFile(bytes, file: file)
        let expected = architecture.layers.enumerated().map { $1.tensors(index: $0) }
        var found = try contents.tensors(Array(expected.joined()), file: file)[...]
        var matrices: [Matrix] = []
        var head: Head?
        for (layer, wanted) in zip(architecture.layers, expected) {
            let tensors = Array(found.prefix(wanted.count))
            found = found.dropFirst(wanted.count)
            switch layer {
            case .lstm(let inputs, let units, let gates):
                matrices.append(try matrix(inputs, units, gates, tensors, bytes, file))
            case .dense(let inputs, let units, let activation):
                head = try self.head(inputs, units, activation, tensors, bytes, file)
            }
        }
        guard let head else { preconditionFailure("an architecture ends with a dense layer") }
        return (matrices, head)
    }

    /// Stacks kernel, bias and recurrent kernel.
    private static func matrix(
        _ inputs: Int, _ units: Int, _ gates: GateOrder, _ tensors: [SafetensorsFile.Tensor], _ bytes: UnsafeRawBufferPointer,
        _ file: String
    ) throws(WeightsError) -> Matrix {
        let (rows, columns) = (inputs + 1 + units, 4 * units)
        let matrix = Matrix(
            values: SharedFloats(count: rows * paddedToLine(columns)), rows: rows, columns: columns, stride: paddedToLine(columns))
        for (tensor, firstRow) in zip(tensors, [0, inputs + 1, inputs]) {
            try tensor.forEachValue(of: bytes, file) { index, value in
                let (row, column) = index.quotientAndRemainder(dividingBy: columns)
                let gate = gates.positions.firstIndex(of: column / units)!
                let place = gate * units + column % units
                matrix.values.base[(firstRow + row) * matrix.stride + place] = value * (gate == 2 ? 1 : 0.5)
            }
        }
        return matrix
    }

    /// Transposes the kernel and appends the bias.
    private static func head(
        _ inputs: Int, _ outputs: Int, _ activation: Activation, _ tensors: [SafetensorsFile.Tensor],
        _ bytes: UnsafeRawBufferPointer, _ file: String
    ) throws(WeightsError) -> Head {
        let depth = inputs + 1
        let head = Head(values: SharedFloats(count: outputs * depth), outputs: outputs, depth: depth, activation: activation)
        for (tensor, firstRow) in zip(tensors, [0, inputs]) {
            try tensor.forEachValue(of: bytes, file) { index, value in
                let (row, output) = index.quotientAndRemainder(dividingBy: outputs)
                head.values.base[output * depth + firstRow + row] = value
            }
        }
        return head
    }
}
