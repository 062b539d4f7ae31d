/// Pictures in forms.
package enum SentPicture {
    package static let types = "image/jpeg,image/png,image/webp"

    /// Returns the type by the first bytes, because browsers derive the type from the file name's extension.
    package static func type(of file: Fields.File) -> String? {
        if file.bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if file.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if file.bytes.starts(with: Array("RIFF".utf8)), file.bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            return "image/webp"
        }
        return nil
    }
}
