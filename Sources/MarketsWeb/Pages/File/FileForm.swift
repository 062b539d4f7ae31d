import HTMLTemplates
import Languages
import Market
import PageKit

/// The upload form, and the errors of the uploaded file.
struct FileForm: Sendable {
    let words: Words
    let fields: Fields

    /// Longer texts are not sent back to the browser, which already has them.
    private static let mostText = 200_000

    /// The empty form.
    ///
    /// - Parameter isGone: whether the requested file is no longer kept.
    func page(isGone: Bool = false) -> Page {
        var values = common
        values["isGone"] = .flag(isGone)
        return page(values)
    }

    /// The form with the errors.
    ///
    /// - Parameter file: kept, so that it can be tried again with other options; nil if it is not.
    func page(_ fault: FileFault, _ file: FileAttempt.File?) -> Page {
        var values = common
        let lines = words.sentences(for: fault)
        values["hasError"] = true
        values["errorTitle"] = .text(
            file.map { words("file.error.named", ["name": $0.name]) } ?? words("file.error.title"))
        values["errors"] = .list(lines.map { .text($0) })
        let buttons = file.map { remedies(fault, $0) } ?? []
        values["remedies"] = .list(buttons)
        values["hasRemedies"] = .flag(!buttons.isEmpty)
        if let file, fault.isAboutReading { values["again"] = Self.again(file, words) }
        let text = fields["text"].utf8.count <= Self.mostText ? fields["text"] : ""
        values["text"] = .text(text)
        values["hasText"] = .flag(!text.isEmpty)
        return page(values)
    }

    private func page(_ values: Values) -> Page {
        Page("file", title: words("file.title"), place: .file, scripts: ["file"], values)
    }

    private var common: Values {
        [
            "isGone": false, "hasError": false, "errorTitle": "", "errors": [], "remedies": [], "hasRemedies": false,
            "again": false, "text": "", "hasText": false,
            "hasSample": .flag(FilePages.sample != nil), "minutes": "\(SentFileLimits().minutes)",
            "limit": .text(words.format.bytes(FileForecasts.maximumBytes)), "maximumBytes": "\(FileForecasts.maximumBytes)",
            "kept": .text(words("file.kept", n: SentFileLimits().minutes)),
        ]
    }

    // MARK: Remedies

    /// Buttons that try the same file with one option changed.
    private func remedies(_ fault: FileFault, _ file: FileAttempt.File) -> [TemplateValue] {
        switch fault {
        case .file(let error):
            guard case .severalCoins(let coins)? = error.faults.first?.kind else { return [] }
            return coins.prefix(30).map { coin in
                var options = file.content.options
                options.coin = coin
                return remedy(words("file.remedy.coin", ["name": coin]), file, options)
            }
        case .closes(let error): return remedies(error, file)
        case .busy: return [remedy(words("file.remedy.again"), file, file.content.options)]
        default: return []
        }
    }

    /// Buttons for remedies that were tried on the closes and work.
    private func remedies(_ error: CloseSeriesError, _ file: FileAttempt.File) -> [TemplateValue] {
        error.remedies.compactMap { tried in
            // The form has no field for a cutoff.
            guard tried.asOf == nil else { return nil }
            var options = file.content.options
            options.skipped += tried.skippedDays.filter { !options.skipped.contains($0) }
            options.fills = options.fills || tried.fillsWithPrevious
            options.since = tried.isWithoutSince ? nil : tried.since?.day ?? options.since
            return remedy(label(tried), file, options)
        }
    }

    private func label(_ remedy: CloseRemedy) -> String {
        let days = remedy.skippedDays.map { words.format.date($0) }.joined(separator: ", ")
        let parts = [
            remedy.skippedDays.isEmpty ? nil : words("file.remedy.skip", n: remedy.skippedDays.count, ["days": days]),
            remedy.fillsWithPrevious ? words("file.remedy.fill") : nil,
            remedy.since.map { words("file.remedy.since", n: $0.closes, ["day": words.format.date($0.day)]) },
            remedy.isWithoutSince ? words("file.remedy.all-days") : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private func remedy(_ label: String, _ file: FileAttempt.File, _ options: FileOptions) -> TemplateValue {
        ["label": .text(label), "action": "/file/\(file.id)", "options": Self.options(options)]
    }

    /// The form that reads a kept file in another way.
    static func again(_ file: FileAttempt.File, _ words: Words) -> TemplateValue {
        [
            "action": "/file/\(file.id)", "options": options(file.content.options.withoutChoices),
            "fields": file.content.options.choices.values(words, hasVolume: false),
        ]
    }

    /// Hidden fields.
    static func options(_ options: FileOptions) -> TemplateValue {
        let fields: [(name: String, value: String)] = [
            ("coin", options.coin), ("fill", options.fills ? "yes" : ""), ("since", options.since.map { "\($0)" } ?? ""),
            ("skip_day", options.skippedText),
        ]
        return .list(
            (fields.filter { !$0.value.isEmpty } + options.choices.fields).map {
                ["name": .text($0.name), "value": .text($0.value)]
            })
    }
}

extension FileFault {
    /// Whether the file may be readable with other choices.
    fileprivate var isAboutReading: Bool {
        switch self {
        case .dateFormat: true
        case .file(let error):
            switch error.faults.first?.kind {
            case .noDateColumn, .noCloseColumn, .noNamedColumn, .fixedColumn, .repeatedColumn, .badDate, .dateNotInFormat,
                .datesDisagree, .badNumber, .extraFields, .mixedNumbers, .ambiguousNumbers, .mixedColumns, .ambiguousCurrency,
                .otherCurrency, .rateDirection:
                true
            default: false
            }
        default: false
        }
    }
}
