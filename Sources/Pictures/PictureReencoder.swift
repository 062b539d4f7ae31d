import Dispatch
import Synchronization

/// Re-encodes people's pictures, so that no byte of an upload is ever served. Pictures are decoded one at a time, each in a process
/// of its own that has no data and no permission except to decode.
///
/// A process takes 5 ms for a small picture and up to a second for the largest. A separate thread waits for it, so that no event
/// loop and no thread of the cooperative pool is blocked.
package final class PictureReencoder: Sendable {
    /// The maximum size of a file.
    package static let maximumBytes = 10 << 20
    /// The maximum number of pictures that wait while one is decoded.
    package static let maximumWaiting = 8
    /// The maximum edge in pixels.
    package static let maximumEdge = 4096

    private let process: PictureProcess
    private let queue = DispatchQueue(label: "closecast.pictures")
    private let pictures = Atomic(0)

    /// - Parameters:
    ///   - program: the path of `closecast-picture`, which is installed beside the server.
    ///   - timeoutSeconds: how long one picture may take.
    package init(program: String, timeoutSeconds: Int = 5) {
        process = PictureProcess(program: program, timeoutSeconds: timeoutSeconds)
    }

    /// Decodes a picture completely and returns it as a JPEG without metadata, the orientation of its EXIF applied.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - type: the type that the sender declares; the bytes must match it.
    ///   - edge: of the result in pixels, 1 to ``maximumEdge``.
    ///   - shape: how a picture that is not square is fitted.
    /// - Throws: ``PictureError``, any case of it.
    package func jpeg(
        from bytes: [UInt8], type: PictureType, edge: Int, shape: PictureShape = .square
    ) async throws(PictureError) -> [UInt8] {
        precondition(1...Self.maximumEdge ~= edge, "edge \(edge) is not 1 to \(Self.maximumEdge)")
        guard bytes.count <= Self.maximumBytes else { throw .tooLarge(bytes: bytes.count, maximum: Self.maximumBytes) }
        guard type.begins(bytes) else { throw .notAPicture(type) }
        defer { pictures.subtract(1, ordering: .relaxed) }
        guard pictures.add(1, ordering: .relaxed).newValue <= 1 + Self.maximumWaiting else { throw .busy }
        let result = await withCheckedContinuation { continuation in
            queue.async { [process] in
                continuation.resume(returning: process.jpeg(from: bytes, type: type, edge: edge, shape: shape))
            }
        }
        return try result.get()
    }
}
