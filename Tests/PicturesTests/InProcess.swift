import CPicture
import Pictures

extension PictureType {
    var inC: closecast_picture_type {
        switch self {
        case .jpeg: CLOSECAST_PICTURE_JPEG
        case .png: CLOSECAST_PICTURE_PNG
        case .webp: CLOSECAST_PICTURE_WEBP
        }
    }
}

/// The decoders without a separate process: faster, and checked by the sanitizers.
func reencodedInProcess(
    _ bytes: [UInt8], _ type: PictureType, edge: UInt32 = 64, shape: closecast_picture_shape = CLOSECAST_PICTURE_SQUARE
) -> (status: closecast_picture_status, jpeg: [UInt8]) {
    var jpeg: UnsafeMutablePointer<UInt8>?
    var count = 0
    // A copy of exactly these bytes, so that a sanitizer sees a read beyond the end.
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    copy.initialize(from: bytes, count: bytes.count)
    defer { copy.deallocate() }
    let status = closecast_picture_reencode(copy, bytes.count, type.inC, edge, shape, &jpeg, &count)
    defer { closecast_picture_free(jpeg) }
    return (status, Array(UnsafeBufferPointer(start: jpeg, count: count)))
}
