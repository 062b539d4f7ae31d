/// A kind of picture that people may send.
package enum PictureType: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"

    /// - Parameter mediaType: such as `image/png`, in any case; the result is nil for all but the three types.
    package init?(mediaType: String) { self.init(rawValue: mediaType.lowercased()) }

    /// The type that matches the first bytes of a file; nil if none of the three does.
    package init?(firstBytesOf bytes: [UInt8]) {
        guard let type = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
        self = type
    }

    package var mediaType: String { rawValue }

    /// The name as people write it.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .webp: "WebP"
        }
    }

    /// The maximum number of pixels, in units of 2^20 (JPEGs may have more because they are decoded scaled down).
    package var maximumMegapixels: Int { self == .jpeg ? 50 : 16 }

    /// Whether a file begins like pictures of this type. The rest of the file is not checked.
    package func begins(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .webp: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        }
    }
}
