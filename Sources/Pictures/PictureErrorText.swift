import Glibc

extension PictureError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAPicture(let type):
            "The file is not a \(type.name) picture, or it is damaged. Open it in a picture editor, save it as JPEG, and send that."
        case .tooLarge(let bytes, let maximum):
            "The file has \(bytes) bytes; a picture may have \(maximum). Make the picture smaller and send it again."
        case .tooManyPixels(let type):
            "The picture has too many pixels; a \(type.name) picture may have \(type.maximumMegapixels) megapixels. "
                + "Make it smaller and send it again."
        case .busy:
            "Too many pictures are being processed. Try again in a few seconds."
        case .timedOut(let seconds):
            "The picture could not be read within \(seconds) s. Open it in a picture editor, save it as JPEG, and send that."
        case .notStarted(let program, let code):
            "\(program) did not start: \(String(cString: strerror(code))). Install it beside closecast-server."
        case .failed(let status):
            "closecast-picture ended with status \(status). Send another picture, and report this one if you may share it."
        }
    }
}
