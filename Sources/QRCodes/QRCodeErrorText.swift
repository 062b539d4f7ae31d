import Glibc

extension QRCodeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "There is no text for a QR code. Give it at least one character."
        case .containsNUL: "The text for a QR code contains U+0000. Remove it."
        case .tooLong(let bytes, let maximum):
            "The text for a QR code has \(bytes) bytes; a code holds about \(maximum). Shorten it."
        case .failed(let code): "libqrencode failed: \(String(cString: strerror(code)))."
        }
    }
}
