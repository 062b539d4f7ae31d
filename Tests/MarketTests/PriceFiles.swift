import Market

/// A clock that stands far behind every day of the tests' files.
let today = Day(iso: "2025-03-01")!
let btc = Ticker("BTC")!

/// What reading a text gives: a history and notes.
func history(
    _ text: String, need: Int = 1, today: Day = today, asOf: String? = nil, since: String? = nil, fill: Bool = false,
    form: PriceFileForm = PriceFileForm()
) throws(PriceFileError) -> (history: PriceHistory, notes: [String]) {
    try PriceFile(Array(text.utf8), name: "BTC.csv", form: form).history(
        btc,
        .init(
            need: need, today: today, asOf: asOf.map { Day(iso: $0)! }, since: since.map { Day(iso: $0)! }, fillsWithPrevious: fill)
    )
}

/// What is wrong with a text; empty when it is read.
func problems(
    _ text: String, need: Int = 1, today: Day = today, asOf: String? = nil, since: String? = nil, fill: Bool = false,
    form: PriceFileForm = PriceFileForm()
) -> [PriceFileError.Problem] {
    do throws(PriceFileError) {
        _ = try history(text, need: need, today: today, asOf: asOf, since: since, fill: fill, form: form)
        return []
    } catch {
        return error.problems
    }
}

/// A good file: closes 1, 2, 3, … from a day on, with some closes replaced and some days left out (by index).
func daily(_ count: Int, from first: String = "2024-01-01", closes: [Int: String] = [:], without missing: Set<Int> = []) -> String {
    let first = Day(iso: first)!
    let lines = (0..<count).filter { !missing.contains($0) }.map { "\(first + $0),\(closes[$0] ?? "\($0 + 100)")\n" }
    return "date,close\n" + lines.joined()
}
