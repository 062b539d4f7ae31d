import JSONText

/// A safetensors file for tests, valid or invalid in any part.
struct TestFile {
    struct Entry {
        var name: String
        var type = "F32"
        var shape: [Int]
        var begin: Int
        var end: Int
    }

    var entries: [Entry] = []
    var data: [UInt8] = []
    /// Replaces the header made of `entries`.
    var headerText: String?
    /// Replaces the true length of the header.
    var headerLength: UInt64?

    init() {}

    init(tensors: [(name: String, shape: [Int], values: [Float])]) {
        for tensor in tensors {
            let bytes = tensor.values.flatMap { littleEndian($0.bitPattern) }
            entries.append(Entry(name: tensor.name, shape: tensor.shape, begin: data.count, end: data.count + bytes.count))
            data += bytes
        }
    }

    var header: String {
        if let headerText { return headerText }
        let members = entries.map {
            "\"\($0.name)\":{\"dtype\":\"\($0.type)\",\"shape\":\($0.shape.description),\"data_offsets\":[\($0.begin),\($0.end)]}"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    var bytes: [UInt8] {
        let header = Array(header.utf8)
        return littleEndian(headerLength ?? UInt64(header.count)) + header + data
    }
}

func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
