import Dispatch
import Synchronization

/// Re-encodes people's pictures, so that no byte of an upload is ever served: one at a time, each in a process of its own that holds
/// nothing and may do nothing but decode.
///
/// A process takes 5 ms for a small picture and up to a second for the largest, and is waited for on a thread of its own: nothing blocks
/// an event loop or the cooperative pool.
package final class PictureReencoder: Sendable {
    /// The largest file.
    package static let maximumBytes = 10 << 20
    /// The most pictures that wait while one is decoded.
    package static let maximumWaiting = 8
    /// The largest edge.
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
    ///   - type: what the sender says it is; the bytes must agree.
    ///   - edge: of the result in pixels, 1 to ``maximumEdge``.
    ///   - shape: what becomes of a picture that is not square.
    /// - Throws: ``PictureError``, every case of it.
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
