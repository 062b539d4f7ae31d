import JSONText

/// The checked table of contents of a safetensors file. Every byte of the data belongs to exactly one tensor.
///
/// - SeeAlso: https://github.com/huggingface/safetensors#format
struct SafetensorsFile {
    struct Tensor: Equatable {
        let name: String
        let type: ElementType
        let shape: [Int]
        /// The offset of its data in the file, and its number of values.
        let byteOffset: Int
        let count: Int
    }

    static let maximumHeaderBytes = 100_000_000
    static let maximumTensors = 4 * Architecture.maximumLayers

    let tensors: [Tensor]

    /// Reads and checks the header, without reading the data.
    ///
    /// - Parameter file: the file's name in errors.
    init(_ bytes: UnsafeRawBufferPointer, file: String) throws(WeightsError) {
        guard bytes.count >= 8 else { throw .tooShort(file: file, bytes: bytes.count) }
        let claimed = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard claimed <= Self.maximumHeaderBytes else {
            throw .headerTooLong(file: file, bytes: claimed, limit: Self.maximumHeaderBytes)
        }
        let headerBytes = Int(claimed)
        guard headerBytes <= bytes.count - 8 else {
            throw .headerBeyondFile(file: file, bytes: headerBytes, available: bytes.count - 8)
        }
        let header = UnsafeRawBufferPointer(rebasing: bytes[8..<8 + headerBytes]).bindMemory(to: UInt8.self)
        guard header.first == UInt8(ascii: "{") else { throw .badHeader(file: file, problem: "expected it to begin with '{'") }
        let entries = try Self.entries(of: header, file: file)
        tensors = try Self.located(entries, dataStart: 8 + headerBytes, dataBytes: bytes.count - 8 - headerBytes, file: file)
    }

    // MARK: The header's JSON

    private struct Entry {
        let name: String
        var typeName: String?
        var shape: [Int]?
        var offsets: [Int]?
    }

    private static func entries(of header: UnsafeBufferPointer<UInt8>, file: String) throws(WeightsError) -> [Entry] {
        var reader = JSONReader(header)
        var entries: [Entry] = []
        var current = ""
        do throws(JSONError) {
            try reader.object { (reader, name) throws(JSONError) in
                current = name
                if name == "__metadata__" {
                    try reader.object { (reader, _) throws(JSONError) in _ = try reader.string() }
                } else if entries.count < maximumTensors {
                    entries.append(try entry(name, &reader))
                } else {
                    throw reader.error(tooMany)
                }
                current = ""
            }
            try reader.end()
        } catch {
            if error.problem == tooMany { throw .tooManyTensors(file: file, limit: maximumTensors) }
            if current.isEmpty {
                if let tensor = error.duplicateKey { throw .duplicateTensor(file: file, tensor: tensor) }
                throw .badHeader(file: file, problem: error.description)
            }
            throw .badEntry(file: file, tensor: current, problem: error.description)
        }
        return entries
    }

    private static let tooMany = "too many tensors"

    private static func entry(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Entry {
        var entry = Entry(name: name)
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "dtype": entry.typeName = try reader.string()
            case "shape": entry.shape = try sizes(&reader, atMost: 8)
            case "data_offsets": entry.offsets = try sizes(&reader, atMost: 2)
            default: throw reader.error("expected dtype, shape and data_offsets, found the member \"\(key)\"")
            }
        }
        return entry
    }

    private static func sizes(_ reader: inout JSONReader, atMost limit: Int) throws(JSONError) -> [Int] {
        var sizes: [Int] = []
        try reader.array { (reader, index) throws(JSONError) in
            guard index < limit else { throw reader.error("expected at most \(limit) numbers") }
            let size = try reader.integer()
            guard size >= 0 else { throw reader.error("expected no negative number, found \(size)") }
            sizes.append(size)
        }
        return sizes
    }

    // MARK: Sizes and places

    private static func located(
        _ entries: [Entry], dataStart: Int, dataBytes: Int, file: String
    ) throws(WeightsError) -> [Tensor] {
        var placed: [(begin: Int, end: Int, tensor: Tensor)] = []
        for entry in entries {
            placed.append(try place(entry, dataStart: dataStart, dataBytes: dataBytes, file: file))
        }
        // Also by end, so that an empty tensor precedes the one that begins at the same offset.
        placed.sort { ($0.begin, $0.end) < ($1.begin, $1.end) }
        var expected = 0
        for (begin, end, tensor) in placed {
            if begin > expected { throw .hole(file: file, tensor: tensor.name, expectedBegin: expected, foundBegin: begin) }
            if begin < expected { throw .overlap(file: file, tensor: tensor.name, expectedBegin: expected, foundBegin: begin) }
            expected = end
        }
        guard expected == dataBytes else { throw .trailingBytes(file: file, expectedBytes: expected, foundBytes: dataBytes) }
        return placed.map(\.tensor)
    }

    private static func place(
        _ entry: Entry, dataStart: Int, dataBytes: Int, file: String
    ) throws(WeightsError) -> (begin: Int, end: Int, tensor: Tensor) {
        guard let typeName = entry.typeName, let shape = entry.shape, let offsets = entry.offsets, offsets.count == 2 else {
            throw .badEntry(file: file, tensor: entry.name, problem: "expected dtype, shape and two data_offsets")
        }
        guard let type = ElementType(rawValue: typeName) else {
            throw .unsupportedType(file: file, tensor: entry.name, found: typeName)
        }
        var count = 1
        for size in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: size)
            guard !overflow else { throw .sizeOverflow(file: file, tensor: entry.name, shape: shape) }
            count = product
        }
        let (size, overflow) = count.multipliedReportingOverflow(by: type.width)
        guard !overflow else { throw .sizeOverflow(file: file, tensor: entry.name, shape: shape) }
        let (begin, end) = (offsets[0], offsets[1])
        guard begin <= end, end <= dataBytes else {
            throw .offsetsBeyondData(file: file, tensor: entry.name, begin: begin, end: end, dataBytes: dataBytes)
        }
        guard end - begin == size else {
            throw .sizeMismatch(file: file, tensor: entry.name, expectedBytes: size, foundBytes: end - begin)
        }
        return (begin, end, Tensor(name: entry.name, type: type, shape: shape, byteOffset: dataStart + begin, count: count))
    }
}
