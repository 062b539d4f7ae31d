import HTMLTemplates
import Languages
import Market
import PageKit

/// The page of a file that could be forecast.
struct FilePage: Sendable {
    let file: FileAttempt.File
    let forecast: FileForecast
    /// How long the file is kept, in minutes from now.
    let minutesLeft: Int
    let visit: Visit

    private var words: Words { visit.words }
    private var path: String { "/file/\(file.id)" }

    var page: Page {
        let picture = forecast.picture
        let choice = ChartChoice(visit)
        let chart = ForecastChart(
            picture: picture, choice: choice, path: path, data: "\(path)/chart.json",
            files: [
                (label: words("file.csv"), href: "\(path)/forecast.csv"),
                (label: words("file.json"), href: "\(path)/forecast.json"),
            ], words: words)
        let days = choice.ahead.days(of: forecast.outlook.horizon)
        return Page(
            "file-forecast", title: words("file.forecast-of", ["name": picture.name]), place: .file, scripts: ["chart-page"],
            [
                "path": .text(path), "name": .text(picture.name), "fileName": .text(file.name),
                "price": .text(words.format.price(picture.lastClose)),
                "closeNote": .text(words("coin.close-of", ["day": words.format.date(picture.last)])),
                "facts": .text(
                    words(
                        "file.facts", n: picture.closes.count,
                        ["first": words.format.date(picture.first), "last": words.format.date(picture.last)])),
                "chart": chart.values, "odds": OddsView.values(forecast.outlook, days: days, unit: "", words),
                "honesty": HonestyView.values(forecast.outlook, note: words("file.honesty-note"), words),
                "extremes": ExtremesView.values(picture, choice.past, words),
                "notes": .list(words.sentences(for: forecast.notes).map { .text($0) }), "hasNotes": .flag(!forecast.notes.isEmpty),
                "again": FileForm.again(file, words),
                "kept": .text(words("file.kept-for", n: minutesLeft)),
            ])
    }
}
