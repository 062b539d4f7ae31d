/// Why a picture could not be re-encoded.
package enum PictureError: Error, Equatable, Sendable {
    /// The bytes are no picture of the type, or a damaged, cut or (WebP) animated one.
    case notAPicture(PictureType)
    /// The file is too large.
    case tooLarge(bytes: Int, maximum: Int)
    /// The picture has more pixels than its type may have, or takes more memory to decode than there is.
    case tooManyPixels(PictureType)
    /// Too many pictures wait already.
    case busy
    /// The picture took too long to decode.
    case timedOut(seconds: Int)
    /// The decoding program did not start; `code` is `errno`.
    case notStarted(program: String, code: Int32)
    /// The decoding program ended otherwise: its exit status, or 128 and the number of the signal.
    case failed(status: Int32)
}
