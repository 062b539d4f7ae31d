/// Why a file cannot be added to an archive.
package enum ArchiveError: Error, Equatable, Sendable {
    /// The name is empty, too long, absolute, or leads out of the folder into which the archive is unpacked.
    case badName(String)
    /// The archive has a file of that name.
    case nameTaken(String)
    /// The file, or the archive with it, exceeds what the format holds.
    case tooLarge(name: String, bytes: Int, maximum: Int)
    /// The archive has as many files as the format allows.
    case tooManyFiles(maximum: Int)
    /// zlib cannot allocate memory.
    case outOfMemory
}

extension ArchiveError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .badName(let name):
            "\"\(name)\" is not a valid file name in an archive. Use a relative path of at most 65,535 bytes, such as wallets/main.csv."
        case .nameTaken(let name): "The archive already has a file \(name). Choose another name."
        case .tooLarge(let name, let bytes, let maximum):
            "\(name) has \(bytes) bytes, and the archive can take \(maximum) more. Put it into another archive."
        case .tooManyFiles(let maximum): "The archive has \(maximum) files, which is the maximum. Make another archive."
        case .outOfMemory: "There is not enough memory to compress an archive. Try again later."
        }
    }
}
