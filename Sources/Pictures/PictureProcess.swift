import Glibc
import Platform

/// One run of `closecast-picture`. Blocking: up to the timeout.
struct PictureProcess: Sendable {
    /// More than any JPEG of 4,096 by 4,096 pixels takes at quality 85.
    private static let maximumAnswerBytes = 32 << 20

    let program: String
    let timeoutSeconds: Int

    func jpeg(from bytes: [UInt8], type: PictureType, edge: Int, shape: PictureShape) -> Result<[UInt8], PictureError> {
        do throws(PictureError) {
            let child = try ConfinedChild(program, [type.mediaType, String(edge)] + (shape == .whole ? ["whole"] : []))
            let deadline = ProcessState.monotonicSeconds + Double(timeoutSeconds)
            let answer = child.exchange(bytes, maximumAnswerBytes: Self.maximumAnswerBytes, deadline: deadline)
            let end = child.end(deadline: deadline)
            return .success(try jpeg(answer, end, type: type))
        } catch {
            return .failure(error)
        }
    }

    /// The answer, if it is a JPEG. The process decoded a stranger's bytes, so its answer is checked for the outline of a JPEG.
    private func jpeg(_ answer: [UInt8], _ end: SpawnedProcess.End?, type: PictureType) throws(PictureError) -> [UInt8] {
        switch end {
        case .exited(0):
            guard PictureType.jpeg.begins(answer), answer.suffix(2) == [0xFF, 0xD9] else { throw .failed(status: 0) }
            return answer
        case .exited(65): throw .notAPicture(type)
        case .exited(66): throw .tooManyPixels(type)
        case .exited(let status): throw .failed(status: status)
        case nil, .killed(signal: SIGXCPU): throw .timedOut(seconds: timeoutSeconds)
        case .killed(let signal): throw .failed(status: 128 + signal)
        case .unknown: throw .failed(status: -1)
        }
    }
}
