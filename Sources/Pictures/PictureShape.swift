/// What becomes of a picture that is not square.
package enum PictureShape: String, Sendable {
    /// The square in the middle is kept and has `edge` by `edge` pixels, whatever size it had.
    case square
    /// All of it is kept, scaled down until its longer side has at most `edge` pixels.
    case whole
}
