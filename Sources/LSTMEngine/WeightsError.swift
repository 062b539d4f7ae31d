/// The reasons why a weights file is rejected. Every case names the file, as given by the caller.
public enum WeightsError: Error, Equatable, Sendable {
    /// The file is shorter than the 8 bytes of the header length.
    case tooShort(file: String, bytes: Int)
    /// The header is longer than the 100 MB that the format allows.
    case headerTooLong(file: String, bytes: UInt64, limit: Int)
    /// The header extends beyond the end of the file.
    case headerBeyondFile(file: String, bytes: Int, available: Int)
    /// The header is not a JSON object of the expected form.
    case badHeader(file: String, problem: String)
    /// The header lists more tensors than any network has.
    case tooManyTensors(file: String, limit: Int)
    /// Two tensors have the same name.
    case duplicateTensor(file: String, tensor: String)
    /// An entry lacks a member, has an unknown one, or has one of the wrong type.
    case badEntry(file: String, tensor: String, problem: String)
    /// The engine does not read this number format.
    case unsupportedType(file: String, tensor: String, found: String)
    /// The size of the shape does not fit an integer.
    case sizeOverflow(file: String, tensor: String, shape: [Int])
    /// The offsets are reversed or end beyond the data.
    case offsetsBeyondData(file: String, tensor: String, begin: Int, end: Int, dataBytes: Int)
    /// The offsets span another number of bytes than shape and type need.
    case sizeMismatch(file: String, tensor: String, expectedBytes: Int, foundBytes: Int)
    /// The bytes before the tensor belong to no tensor.
    case hole(file: String, tensor: String, expectedBegin: Int, foundBegin: Int)
    /// The tensor overlaps the previous one.
    case overlap(file: String, tensor: String, expectedBegin: Int, foundBegin: Int)
    /// The bytes after the last tensor belong to no tensor.
    case trailingBytes(file: String, expectedBytes: Int, foundBytes: Int)
    /// The file lacks a tensor that the network needs.
    case missingTensor(file: String, tensor: String, shape: [Int])
    /// The file has a tensor that the network does not need.
    case unexpectedTensor(file: String, tensor: String, shape: [Int])
    /// A tensor's shape does not match the layers.
    case wrongShape(file: String, tensor: String, expected: [Int], found: [Int])
    /// A value is NaN, infinite or beyond a float's range.
    case notFinite(file: String, tensor: String, index: Int, found: Float)
    /// The file's hash is not the one in its configuration.
    case wrongHash(file: String, expected: String, found: String)
}

extension WeightsError: CustomStringConvertible {
    /// A sentence with the numbers and, if possible, how to fix the problem.
    public var description: String {
        switch self {
        case .tooShort(let file, let bytes):
            "\(file): too short for a safetensors file: it has \(bytes) of the 8 bytes of the header length"
        case .headerTooLong(let file, let bytes, let limit):
            "\(file): the header claims \(bytes) bytes, at most \(limit) are allowed"
        case .headerBeyondFile(let file, let bytes, let available):
            "\(file): the header claims \(bytes) bytes and the file has \(available) after its length; the file may be cut off"
        case .badHeader(let file, let problem): "\(file): bad header: \(problem)"
        case .tooManyTensors(let file, let limit): "\(file): the header lists more than \(limit) tensors"
        case .duplicateTensor(let file, let tensor): "\(file): tensor \(tensor): listed twice, expected once"
        case .badEntry(let file, let tensor, let problem): "\(file): tensor \(tensor): \(problem)"
        case .unsupportedType(let file, let tensor, let found):
            "\(file): tensor \(tensor): expected type \(ElementType.allCases.map(\.rawValue).joined(separator: ", ")), found \(found)"
        case .sizeOverflow(let file, let tensor, let shape):
            "\(file): tensor \(tensor): the size of shape \(shape) does not fit 64 bits"
        case .offsetsBeyondData(let file, let tensor, let begin, let end, let dataBytes):
            "\(file): tensor \(tensor): expected offsets within 0...\(dataBytes), found \(begin)..<\(end)"
        case .sizeMismatch(let file, let tensor, let expected, let found):
            "\(file): tensor \(tensor): its shape and type need \(expected) bytes, its offsets span \(found)"
        case .hole(let file, let tensor, let expected, let found):
            "\(file): tensor \(tensor): expected to begin at byte \(expected) of the data, found \(found): a hole"
        case .overlap(let file, let tensor, let expected, let found):
            "\(file): tensor \(tensor): expected to begin at byte \(expected) of the data, found \(found): it overlaps another"
        case .trailingBytes(let file, let expected, let found):
            "\(file): the tensors end at byte \(expected) of the data, which has \(found)"
        case .missingTensor(let file, let tensor, let shape): "\(file): tensor \(tensor): expected with shape \(shape), not found"
        case .unexpectedTensor(let file, let tensor, let shape):
            "\(file): tensor \(tensor): not expected by the layers of config.json, found with shape \(shape)"
        case .wrongShape(let file, let tensor, let expected, let found):
            "\(file): tensor \(tensor): expected shape \(expected), found \(found)"
        case .notFinite(let file, let tensor, let index, let found):
            "\(file): tensor \(tensor): expected finite floats, found \(found) at index \(index)"
        case .wrongHash(let file, let expected, let found):
            "\(file): expected sha256 \(expected) (config.json), found \(found); the file was changed or belongs to another model"
        }
    }
}
