import Market

/// A line chart of history and forecast in braille dots, two by four per character.
struct TextChart {
    let past: [Double]
    let future: [Double]
    /// Dotted lines beside the future values: the edges of a band.
    var edges: [[Double]] = []
    let firstDay: Day
    let height: Int
    let width: Int
    let hasColours: Bool

    private static let colour = "\u{1B}[36m"
    private static let plain = "\u{1B}[0m"

    var text: String {
        let values = past + future
        let (low, high) = bounds(values + edges.joined())
        let labels = [high, (low + high) / 2, low].map(ShownPrice.text)
        let labelWidth = labels.map(\.count).max()!
        let columns = max(16, width - labelWidth - 4)
        var canvas = Canvas(columns: columns, rows: height)
        canvas.draw(values, low: low, high: high)
        for edge in edges { canvas.dot(edge, from: past.count, among: values.count, low: low, high: high) }
        // The forecast begins after the column of the last known close.
        let border = canvas.column(of: past.count - 1, among: values.count)
        var lines: [String] = []
        for row in 0..<height {
            let label = row == 0 ? labels[0] : row == height / 2 ? labels[1] : row == height - 1 ? labels[2] : ""
            let known = canvas.text(row: row, columns: 0..<border + 1)
            let expected = canvas.text(row: row, columns: border + 1..<columns)
            let coloured = hasColours ? Self.colour + expected + Self.plain : expected
            lines.append(String(repeating: " ", count: labelWidth - label.count) + label + " ┤" + known + "│" + coloured)
        }
        return (lines + [axis(border: border, columns: columns, indent: labelWidth + 2)]).joined(separator: "\n") + "\n"
    }

    /// Returns the lowest and highest value, spread apart if all values are equal.
    private func bounds(_ values: [Double]) -> (low: Double, high: Double) {
        let (low, high) = (values.min()!, values.max()!)
        return low < high ? (low, high) : (low * 0.99, high * 1.01)
    }

    /// Returns the date axis: the cutoff, and the first and last day if there is room for them.
    private func axis(border: Int, columns: Int, indent: Int) -> String {
        var line = Array(repeating: Character(" "), count: indent + columns + 1)
        func place(_ day: Day, at start: Int) {
            let text = Array(day.description)
            let start = min(max(start, 0), line.count - text.count)
            let room = line[max(start - 1, 0)..<min(start + text.count + 1, line.count)]
            guard room.allSatisfy({ $0 == " " }) else { return }
            line.replaceSubrange(start..<start + text.count, with: text)
        }
        place(firstDay + (past.count - 1), at: indent + border - 4)
        place(firstDay, at: indent)
        place(firstDay + (past.count + future.count - 1), at: line.count)
        return String(line)
    }
}

/// A grid of dots drawn with braille characters.
private struct Canvas {
    private let columns: Int
    private let rows: Int
    private var cells: [UInt8]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: 0, count: columns * rows)
    }

    private func x(of index: Int, among count: Int) -> Int { count < 2 ? 0 : index * (2 * columns - 1) / (count - 1) }

    func column(of index: Int, among count: Int) -> Int { min(x(of: index, among: count) / 2, columns - 2) }

    private func y(of value: Double, low: Double, high: Double) -> Int {
        // Not finite if the values are so close or so far apart that their difference underflows or overflows.
        let place = (high - value) / (high - low)
        return Int(((place.isFinite ? place : 0.5) * Double(4 * rows - 1)).rounded())
    }

    /// Draws a dot for every other value, starting at position `first` of `count`.
    mutating func dot(_ values: [Double], from first: Int, among count: Int, low: Double, high: Double) {
        for (index, value) in values.enumerated() where index % 2 == 0 {
            set(x(of: first + index, among: count), y(of: value, low: low, high: high))
        }
    }

    mutating func draw(_ values: [Double], low: Double, high: Double) {
        var (lastX, lastY) = (x(of: 0, among: values.count), y(of: values[0], low: low, high: high))
        set(lastX, lastY)
        for index in values.indices.dropFirst() {
            let (nextX, nextY) = (x(of: index, among: values.count), y(of: values[index], low: low, high: high))
            let steps = max(nextX - lastX, abs(nextY - lastY), 1)
            for step in 1...steps {
                set(lastX + (nextX - lastX) * step / steps, lastY + (nextY - lastY) * step / steps)
            }
            (lastX, lastY) = (nextX, nextY)
        }
    }

    /// The bit of each dot in a braille character (Unicode 11.0, chapter 21), `[y][x]`.
    private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    private mutating func set(_ x: Int, _ y: Int) {
        cells[y / 4 * columns + x / 2] |= Canvas.bits[y % 4][x % 2]
    }

    func text(row: Int, columns range: Range<Int>) -> String {
        String(String.UnicodeScalarView(range.map { UnicodeScalar(0x2800 + UInt32(cells[row * columns + $0]))! }))
    }
}
