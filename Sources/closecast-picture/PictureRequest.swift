import CPicture
import Glibc

/// The request to the program.
struct PictureRequest {
    let type: closecast_picture_type
    let edge: UInt32
    let shape: closecast_picture_shape

    /// - Parameter arguments: media type, edge in pixels, and `whole` for a picture that is not cropped to a square.
    init?(arguments: [String]) {
        let types = [
            "image/jpeg": CLOSECAST_PICTURE_JPEG, "image/png": CLOSECAST_PICTURE_PNG, "image/webp": CLOSECAST_PICTURE_WEBP,
        ]
        guard 2...3 ~= arguments.count, let type = types[arguments[0]], let edge = UInt32(arguments[1]),
            1...UInt32(CLOSECAST_PICTURE_MAXIMUM_EDGE) ~= edge, arguments.count == 2 || arguments[2] == "whole"
        else { return nil }
        (self.type, self.edge) = (type, edge)
        shape = arguments.count == 2 ? CLOSECAST_PICTURE_SQUARE : CLOSECAST_PICTURE_WHOLE
    }

    /// Reads the picture from standard input and writes the JPEG to standard output.
    ///
    /// - Returns: the exit status.
    func perform() -> Int32 {
        let internalError = Int32(CLOSECAST_PICTURE_INTERNAL.rawValue)
        guard let bytes = StandardStreams.readAll(atMost: Int(CLOSECAST_PICTURE_MAXIMUM_BYTES)) else { return internalError }
        defer { free(bytes.baseAddress) }
        guard bytes.count <= Int(CLOSECAST_PICTURE_MAXIMUM_BYTES) else { return Int32(CLOSECAST_PICTURE_TOO_LARGE.rawValue) }
        var jpeg: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return internalError }
        let status = closecast_picture_reencode(start, bytes.count, type, edge, shape, &jpeg, &count)
        defer { closecast_picture_free(jpeg) }
        guard status == CLOSECAST_PICTURE_OK else { return Int32(status.rawValue) }
        return StandardStreams.writeAll(UnsafeRawBufferPointer(start: jpeg, count: count), to: STDOUT_FILENO) ? 0 : internalError
    }
}
