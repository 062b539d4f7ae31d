/// Why a text has no QR code.
package enum QRCodeError: Error, Equatable, Sendable {
    /// There is nothing to encode.
    case empty
    /// A NUL would end the text early.
    case containsNUL
    /// The text does not fit into the largest code.
    case tooLong(bytes: Int, maximum: Int)
    /// libqrencode failed otherwise; `code` is `errno`.
    case failed(code: Int32)
}
