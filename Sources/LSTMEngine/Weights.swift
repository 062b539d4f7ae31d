/// The numbers of a network, checked and laid out for the step loop. Immutable, shared by all workers.
///
/// A layer is one matrix, so that a step of a layer is one product. With `before` the width of what comes in:
///
///     lstm   [before + 1 + units, 4 · units]   rows: kernel | bias | recurrent kernel; columns: i | f | g | o
///     dense  [before + 1, units]               rows: kernel | bias
///
/// The bias' row meets a column of ones in the workspace. The columns of i, f and o are halved, see `updateCells`.
public struct Weights: Sendable {
    struct Matrix: Sendable {
        let values: SharedFloats
        let rows: Int
        let columns: Int
        /// Floats from one row to the next.
        let stride: Int
        /// The same numbers in tiles for the product of one row, see `multiplyTiles`; nil for the dense layer, which is small.
        var tiles: Tiles?
    }

    struct Tiles: Sendable {
        /// Shape `[columns / width, rows, width]`; columns beyond the matrix' are zero.
        let values: SharedFloats
        let columns: Int
        let width: Int

        init(_ matrix: Matrix) {
            // The width that needs the fewest columns; of equal ones the widest.
            let widths = [128, 112, 96, 80, 64]
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

    /// The layers that these numbers belong to.
    public let architecture: Architecture
    /// One a layer.
    let matrices: [Matrix]

    /// Reads and checks a safetensors file (https://github.com/huggingface/safetensors#format), hostile until checked.
    ///
    /// - Parameters:
    ///   - bytes: the whole file. Tensors are those that ``Layer`` names, F32, F16, BF16 or F64, row-major, little-endian.
    ///   - file: what to call the file in errors.
    ///   - sha256: the expected hash of `bytes`, 64 hexadecimal digits; nil skips that check.
    /// - Throws: ``WeightsError``.
    /// - Complexity: one pass over the file; memory: the floats, once.
    public init(
        safetensors bytes: [UInt8], architecture: Architecture, sha256: String? = nil, file: String = "model.safetensors"
    ) throws(WeightsError) {
        if let sha256 {
            let found = SHA256.hexadecimal(of: bytes)
            guard found == sha256.lowercased() else { throw .wrongHash(file: file, expected: sha256, found: found) }
        }
        var result = Result<[Matrix], WeightsError>.success([])
        bytes.withUnsafeBytes { raw in
            do throws(WeightsError) {
                result = .success(try Self.matrices(raw, architecture, file))
            } catch {
                result = .failure(error)
            }
        }
        self.architecture = architecture
        matrices = try result.get()
    }

    private static func matrices(
        _ bytes: UnsafeRawBufferPointer, _ architecture: Architecture, _ file: String
    ) throws(WeightsError) -> [Matrix] {
        let contents = try SafetensorsFile(bytes, file: file)
        let expected = architecture.layers.enumerated().map { $1.tensors(index: $0) }
        let names = Set(expected.joined().map(\.name))
        for tensor in contents.tensors where !names.contains(tensor.name) {
            throw .unexpectedTensor(file: file, tensor: tensor.name, shape: tensor.shape)
        }
        var matrices: [Matrix] = []
        for (layer, wanted) in zip(architecture.layers, expected) {
            var tensors: [SafetensorsFile.Tensor] = []
            for (name, shape) in wanted {
                guard let tensor = contents.tensors.first(where: { $0.name == name }) else {
                    throw .missingTensor(file: file, tensor: name, shape: shape)
                }
                guard tensor.shape == shape else {
                    throw .wrongShape(file: file, tensor: name, expected: shape, found: tensor.shape)
                }
                tensors.append(tensor)
            }
            matrices.append(try matrix(layer, tensors, bytes, file))
        }
        return matrices
    }

    /// Stacks a layer's tensors into one matrix.
    private static func matrix(
        _ layer: Layer, _ tensors: [SafetensorsFile.Tensor], _ bytes: UnsafeRawBufferPointer, _ file: String
    ) throws(WeightsError) -> Matrix {
        let rows: Int
        let columns: Int
        let tensorRows: [Int]
        switch layer {
        case .lstm(let inputs, let units, _):
            (rows, columns) = (inputs + 1 + units, 4 * units)
            tensorRows = [0, inputs + 1, inputs]  // kernel, recurrent kernel, bias
        case .dense(let inputs, let units, _):
            (rows, columns) = (inputs + 1, units)
            tensorRows = [0, inputs]  // kernel, bias
        }
        var matrix = Matrix(
            values: SharedFloats(count: rows * paddedToLine(columns)), rows: rows, columns: columns, stride: paddedToLine(columns))
        for (tensor, firstRow) in zip(tensors, tensorRows) {
            for index in 0..<tensor.count {
                let value = tensor.type.load(bytes, at: tensor.byteOffset + index * tensor.type.width)
                guard value.isFinite else { throw .notFinite(file: file, tensor: tensor.name, index: index, found: value) }
                let (row, column) = index.quotientAndRemainder(dividingBy: columns)
                let (place, factor) = layer.columnPlace(column)
                matrix.values.base[(firstRow + row) * matrix.stride + place] = value * factor
            }
        }
        if case .lstm = layer { matrix.tiles = Tiles(matrix) }
        return matrix
    }
}

extension Layer {
    /// Where a column of the file stands in the engine's matrix, and what its values are multiplied by.
    fileprivate func columnPlace(_ column: Int) -> (place: Int, factor: Float) {
        guard case .lstm(_, let units, let gates) = self else { return (column, 1) }
        let gate = gates.positions.firstIndex(of: column / units)!
        return (gate * units + column % units, gate == 2 ? 1 : 0.5)
    }
}
