/// Why a picture could not be re-encoded.
package enum PictureError: Error, Equatable, Sendable {
    /// The bytes are not a picture of the type, or the picture is damaged, cut off or (WebP) animated.
    case notAPicture(PictureType)
    /// The file is too large.
    case tooLarge(bytes: Int, maximum: Int)
    /// The picture has more pixels than its type may have, or needs more memory to decode than is available.
    case tooManyPixels(PictureType)
    /// Too many pictures are waiting already.
    case busy
    /// The picture took too long to decode.
    case timedOut(seconds: Int)
    /// The decoding program did not start; `code` is `errno`.
    case notStarted(program: String, code: Int32)
    /// The decoding program ended with another status: its exit status, or 128 plus the signal's number.
    case failed(status: Int32)
}
