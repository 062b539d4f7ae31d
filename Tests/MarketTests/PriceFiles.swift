import Market

/// A day later than every day in the tests' files.
let today = Day(iso: "2025-03-01")!
let btc = Ticker("BTC")!

/// The result of reading a text: a history and notes.
func history(
    _ text: String, need: Int = 1, today: Day = today, asOf: String? = nil, since: String? = nil, fill: Bool = false,
    form: PriceFileForm = PriceFileForm()
) throws -> (history: PriceHistory, notes: [String]) {
    let read = try PriceFile(Array(text.utf8), name: "BTC.csv", form: form).history(
        btc,
        .init(
            need: need, today: today, asOf: asOf.map { Day(iso: $0)! }, since: since.map { Day(iso: $0)! }, fillsWithPrevious: fill)
    )
    return (read.history, read.notes.map(\.description))
}

/// The problems of a file, or of the closes in it.
struct ReadFault {
    let file: String
    let line: Int?
    let kind: PriceFileError.Kind?
    let series: CloseSeriesError.Kind?
    let description: String
}

/// The problems of a text; empty if it is valid.
func problems(
    _ text: String, need: Int = 1, today: Day = today, asOf: String? = nil, since: String? = nil, fill: Bool = false,
    form: PriceFileForm = PriceFileForm()
) -> [ReadFault] {
    do {
        _ = try history(text, need: need, today: today, asOf: asOf, since: since, fill: fill, form: form)
        return []
    } catch let error as PriceFileError {
        return error.faults.map {
            ReadFault(file: $0.file, line: $0.line, kind: $0.kind, series: nil, description: $0.description)
        }
    } catch let error as CloseSeriesError {
        let lines = error.description.split(separator: "\n")
        return zip(error.faults, lines).map {
            ReadFault(file: error.name, line: $0.line, kind: nil, series: $0.kind, description: String($1))
        }
    } catch {
        preconditionFailure("\(error)")
    }
}

/// A good file: closes 1, 2, 3, … from a day on, with some closes replaced and some days left out (by index).
func daily(_ count: Int, from first: String = "2024-01-01", closes: [Int: String] = [:], without missing: Set<Int> = []) -> String {
    let first = Day(iso: first)!
    let lines = (0..<count).filter { !missing.contains($0) }.map { "\(first + $0),\(closes[$0] ?? "\($0 + 100)")\n" }
    return "date,close\n" + lines.joined()
}
