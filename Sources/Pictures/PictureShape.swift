/// How a picture that is not square is fitted.
package enum PictureShape: Sendable {
    /// The square in the middle, scaled to `edge` by `edge` pixels.
    case square
    /// The whole picture, scaled down until its longer side has at most `edge` pixels; a smaller one keeps its size.
    case whole
}
