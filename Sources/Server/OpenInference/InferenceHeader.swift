import Inference
import JSONText

/// The JSON of an inference request, with all members of the right type.
struct InferenceHeader {
    struct Input {
        var name = ""
        var datatype = ""
        var shape: [Int] = []
        var data: (values: [Float], sizes: [Int])?
        /// Bytes of this tensor after the JSON.
        var binarySize: Int?
    }

    struct Output {
        var name = ""
        var isBinary: Bool?
    }

    private(set) var id = ""
    /// The parameters except `binary_data_output`.
    private(set) var parameters: [TensorRequest.Parameter] = []
    private(set) var isBinaryOutput = false
    private(set) var inputs: [Input] = []
    private(set) var outputs: [Output] = []

    /// The maximum length of lists, which are short in every legitimate request: in memory, elements take more space than their
    /// text.
    private static let maximumElements = 16
    private static let maximumText = 1024

    /// - Throws: ``TensorRefusal`` with the code `malformed-json`.
    init(_ text: UnsafeBufferPointer<UInt8>) throws(TensorRefusal) {
        do throws(JSONError) {
            var reader = JSONReader(text)
            try read(&reader)
            try reader.end()
        } catch {
            throw TensorRefusal(
                "malformed-json", "the request cannot be read: \(error)", field: "body",
                accepted: "the JSON of an inference request")
        }
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var header = InferenceHeader()
        var hasInputs = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "id": header.id = try Self.text(&reader, "id")
            case "parameters": header.take(try Self.parameters(&reader))
            case "inputs":
                hasInputs = true
                try reader.array { (reader, index) throws(JSONError) in
                    try Self.check(index, "inputs", reader)
                    header.inputs.append(try Self.input(&reader))
                }
            case "outputs":
                try reader.array { (reader, index) throws(JSONError) in
                    try Self.check(index, "outputs", reader)
                    header.outputs.append(try Self.output(&reader))
                }
            default: throw Self.unknown(key, "id, parameters, inputs, outputs", reader)
            }
        }
        guard hasInputs else { throw reader.error("the request has no member \"inputs\"") }
        self = header
    }

    private init() {}

    private mutating func take(_ found: [TensorRequest.Parameter]) {
        for parameter in found {
            if parameter.name == "binary_data_output", case .boolean(let flag) = parameter.value {
                isBinaryOutput = flag
            } else {
                parameters.append(parameter)
            }
        }
    }

    // MARK: Tensors

    private static func input(_ reader: inout JSONReader) throws(JSONError) -> Input {
        var input = Input()
        var missing: Set = ["name", "shape", "datatype"]
        try reader.object { (reader, key) throws(JSONError) in
            missing.remove(key)
            switch key {
            case "name": input.name = try text(&reader, "name")
            case "datatype": input.datatype = try text(&reader, "datatype")
            case "shape":
                try reader.array { (reader, index) throws(JSONError) in
                    try check(index, "sizes", reader)
                    input.shape.append(try reader.whole())
                }
            case "data":
                var values: [Float] = []
                let sizes = try reader.floats(into: &values)
                input.data = (values, sizes)
            case "parameters":
                for parameter in try parameters(&reader) {
                    guard parameter.name == "binary_data_size", case .integer(let size) = parameter.value else {
                        throw unknown(parameter.name, "binary_data_size, a whole number,", reader)
                    }
                    input.binarySize = size
                }
            default: throw unknown(key, "name, shape, datatype, parameters, data", reader)
            }
        }
        if let name = missing.min() { throw reader.error("an input has no member \"\(name)\"") }
        return input
    }

    private static func output(_ reader: inout JSONReader) throws(JSONError) -> Output {
        var output = Output()
        var hasName = false
        try reader.object { (reader, key) throws(JSONError) in
            switch key {
            case "name":
                hasName = true
                output.name = try text(&reader, "name")
            case "parameters":
                for parameter in try parameters(&reader) {
                    guard parameter.name == "binary_data", case .boolean(let flag) = parameter.value else {
                        throw unknown(parameter.name, "binary_data, true or false,", reader)
                    }
                    output.isBinary = flag
                }
            default: throw unknown(key, "name, parameters", reader)
            }
        }
        guard hasName else { throw reader.error("an output has no member \"name\"") }
        return output
    }

    // MARK: Values

    private static func parameters(_ reader: inout JSONReader) throws(JSONError) -> [TensorRequest.Parameter] {
        var parameters: [TensorRequest.Parameter] = []
        try reader.object { (reader, key) throws(JSONError) in
            try check(parameters.count, "parameters", reader)
            parameters.append(TensorRequest.Parameter(key, try value(&reader, key)))
        }
        return parameters
    }

    private static func value(_ reader: inout JSONReader, _ key: String) throws(JSONError) -> TensorRequest.Value {
        switch try reader.nextKind() {
        case .boolean: return .boolean(try reader.boolean())
        case .string: return .text(try text(&reader, key))
        case .number:
            let number = try reader.number()
            return Int(exactly: number).map(TensorRequest.Value.integer) ?? .number(number)
        case let kind:
            throw reader.error(
                "the parameter \"\(TensorRefusal.cut(key))\" is \(kind.rawValue); a parameter is true, false, a number or a string")
        }
    }

    private static func text(_ reader: inout JSONReader, _ name: String) throws(JSONError) -> String {
        let text = try reader.string()
        guard text.utf8.count <= maximumText else {
            throw reader.error("\"\(TensorRefusal.cut(name))\" has more than \(maximumText) bytes")
        }
        return text
    }

    private static func check(_ count: Int, _ name: String, _ reader: JSONReader) throws(JSONError) {
        guard count < maximumElements else { throw reader.error("more than \(maximumElements) \(name)") }
    }

    private static func unknown(_ key: String, _ known: String, _ reader: JSONReader) -> JSONError {
        reader.error("\"\(TensorRefusal.cut(key))\" is not accepted here; there may be \(known)")
    }
}

extension JSONReader {
    /// Reads an integer. `3.0` counts as one: JSON makes no distinction, and some clients write it like that.
    fileprivate mutating func whole() throws(JSONError) -> Int {
        let value = try number()
        guard let whole = Int(exactly: value) else { throw error("expected a whole number, found \(value)") }
        return whole
    }
}
