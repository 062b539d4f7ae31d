/// Why a text has no QR code.
package enum QRCodeError: Error, Equatable, Sendable {
    /// There is nothing to encode.
    case empty
    /// The text contains a NUL, which would end it early.
    case containsNUL
    /// The text does not fit into the largest code.
    case tooLong(bytes: Int, maximum: Int)
    /// libqrencode failed for another reason; `code` is `errno`.
    case failed(code: Int32)
}
