import Market
import Testing
import Text

@Suite struct CSVTextTests {
    /// The cells of lines, as the transaction import reads them.
    private static func read(_ text: String) -> [[String]] {
        var lines = DelimitedText(Array(text.utf8), keepsQuotedBlanks: true)
        var rows: [[String]] = []
        while let line = lines.next() { rows.append(line.fields.map { String(decoding: $0, as: UTF8.self) }) }
        return rows
    }

    /// The only cell of a line, between a first and a last one.
    private static func written(_ text: String) -> String {
        read("first,text,last\n" + CSVText.line(["a", text, "z"]))[1][1]
    }

    static let formulas = [
        "=1+1", "=cmd|' /C calc'!A0", "+49 30 1234", "-2+3+cmd|' /C calc'!A0", "@SUM(1,2)", "-", "--1", "+1.5", "-1.5 ", " =1",
        "\t1",
        "\r1", "\n1", "  \t=1", "\u{A0}=1", "\u{3000}＝1", "\u{FEFF}=1", "\u{200B}=1", "\u{202E}=1", "\u{1}=1", "＝1", "＋1", "－1",
        "＠SUM", "﹦1", "﹢1", "﹣1", "﹫1", "=\u{301}", "-1e", "-.5", "-1.", "-0x1", "-inf",
    ]

    @Test(arguments: formulas) func formulasGetAnApostrophe(text: String) {
        #expect(Array(Self.written(text).utf8) == Array("'\(text)".utf8))
        #expect(Array(CSVText.text(ofCell: Self.written(text)).utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        "", "plain", "-1.5", "-0", "-1e-05", "-12.5E+3", "1.5", "2024-01-01", "a=1", "'tis", "'", "''", "'-1.5", "(1)", "#3",
        "\"=1\"",
        " blank ", "Ärger", "🪙",
    ]) func numbersAndOtherTextsAreUnchanged(text: String) {
        #expect(Array(Self.written(text).utf8) == Array(text.utf8))
        #expect(CSVText.text(ofCell: text) == text)
    }

    @Test(arguments: ["'=1", "''=1", "'\t", "' @SUM"]) func anApostropheBeforeAFormulaSurvives(text: String) {
        #expect(Self.written(text) == "'\(text)")
        #expect(CSVText.text(ofCell: Self.written(text)) == text)
    }

    /// All texts are read back unchanged, and no cell starts like a formula.
    @Test(arguments: 0..<64) func everyTextIsReadBackAndNeverAFormula(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array(
            "'''==+-@\"\",;\t\r\n 019.eE|a\u{301}\u{FEFF}\u{200B}\u{A0}\u{3000}\u{2028}\u{85}＝＋－＠﹦ß日🪙\u{0}".unicodeScalars)
        for _ in 0..<200 {
            let cells = (0..<3).map { _ in
                var text = String.UnicodeScalarView()
                for _ in 0..<random.index(below: 7) { text.append(alphabet[random.index(below: alphabet.count)]) }
                return String(text)
            }
            // A line that only has empty cells may be read as a blank one.
            let read = Self.read("a,b,c,d\n" + CSVText.line(["x"] + cells))[1]
            #expect(
                read.dropFirst().map { Array(CSVText.text(ofCell: $0).utf8) } == cells.map { Array($0.utf8) },
                "seed \(seed): \(cells)")
            for cell in read where Double(cell) == nil {
                let start = cell.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{200B}" }.first
                #expect(!"=+-@＝＋－＠﹦".unicodeScalars.contains(start ?? "x"), "seed \(seed): \(cell)")
                #expect(!"\t\r\n".unicodeScalars.contains(cell.unicodeScalars.first ?? "x"), "seed \(seed): \(cell)")
            }
        }
    }
}
