/// What becomes of a picture that is not square.
package enum PictureShape: Sendable {
    /// The square in its middle, scaled to `edge` by `edge` pixels.
    case square
    /// All of it, scaled down until its longer side has at most `edge` pixels; a smaller one keeps its size.
    case whole
}
