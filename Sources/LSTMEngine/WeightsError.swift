/// Why a weights file is refused. Every case names the file, as the caller called it.
public enum WeightsError: Error, Equatable, Sendable {
    /// The file is shorter than the 8 bytes of the header's length.
    case tooShort(file: String, bytes: Int)
    /// The header's length is beyond the 100 MB that the format allows.
    case headerTooLong(file: String, bytes: UInt64, limit: Int)
    /// The header's length is beyond the file's end.
    case headerBeyondFile(file: String, bytes: Int, available: Int)
    /// The header is no JSON object of the right shape.
    case badHeader(file: String, problem: String)
    /// The header lists more tensors than any network has.
    case tooManyTensors(file: String, limit: Int)
    /// Two tensors of one name.
    case duplicateTensor(file: String, tensor: String)
    /// An entry lacks a member, has one too many, or one of the wrong kind.
    case badEntry(file: String, tensor: String, problem: String)
    /// A type of numbers that the engine does not read.
    case unsupportedType(file: String, tensor: String, found: String)
    /// The product of the shape does not fit an integer.
    case sizeOverflow(file: String, tensor: String, shape: [Int])
    /// The offsets are reversed or end beyond the data.
    case offsetsBeyondData(file: String, tensor: String, begin: Int, end: Int, dataBytes: Int)
    /// The offsets' distance is not the shape's product times the width.
    case sizeMismatch(file: String, tensor: String, expectedBytes: Int, foundBytes: Int)
    /// Bytes before the tensor belong to none.
    case hole(file: String, tensor: String, expectedBegin: Int, foundBegin: Int)
    /// The tensor begins inside the one before it.
    case overlap(file: String, tensor: String, expectedBegin: Int, foundBegin: Int)
    /// Bytes after the last tensor belong to none.
    case trailingBytes(file: String, expectedBytes: Int, foundBytes: Int)
    /// The network needs a tensor that the file does not hold.
    case missingTensor(file: String, tensor: String, shape: [Int])
    /// The file holds a tensor that the network does not need.
    case unexpectedTensor(file: String, tensor: String, shape: [Int])
    /// The tensor's shape is not the one that the layers ask for.
    case wrongShape(file: String, tensor: String, expected: [Int], found: [Int])
    /// A NaN, an infinity, or a number beyond a float's range.
    case notFinite(file: String, tensor: String, index: Int, found: Float)
    /// The file is not the one that its configuration was written for.
    case wrongHash(file: String, expected: String, found: String)
}

extension WeightsError: CustomStringConvertible {
    /// What is wrong, with the numbers, and how to mend it.
    public var description: String {
        switch self {
        case .tooShort(let file, let bytes):
            "\(file): \(bytes) bytes are no safetensors file, which begins with 8 bytes of header length"
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
