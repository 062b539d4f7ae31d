/// Draws a line with gaps as the data of a path.
struct ChartPen {
    private var path = ""
    private var isDown = false
    private var isAlone = false

    mutating func go(to x: Double, _ y: Double) {
        path += isDown ? "L" : "M"
        path += SVGText.number(x)
        path += ","
        path += SVGText.number(y)
        (isAlone, isDown) = (!isDown, true)
    }

    /// Draws horizontally, unless a line begins here.
    mutating func goAcross(to x: Double) {
        if isDown { path += "H" + SVGText.number(x) }
    }

    /// Ends a part of the line. A value between two gaps is a line of zero length, drawn as a dot.
    mutating func lift() {
        if isAlone { path += "h0" }
        (isAlone, isDown) = (false, false)
    }

    /// The data, after everything is drawn.
    var finished: String {
        var pen = self
        pen.lift()
        return pen.path
    }
}
