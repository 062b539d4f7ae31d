import APIKit
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio
import Services

/// The tax report of a year: a page to read, to print and to save as CSV.
package struct TaxPages: Sendable {
    let portfolios: Portfolios
    /// The first day that has not ended.
    let today: @Sendable () -> Day
    let operations: TaxOperations

    static let path = "/wallets/tax"

    func add(to pages: inout PageList) { pages.get(Self.path, .scope(.read)) { visit in .page(try await page(visit)) } }

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let choice = TaxChoice(visit, today: today())
        var errors = FormErrors()
        var values: Values = ["htmlClass": Amounts(visit).pageClass, "hasReport": false]
        do {
            let report = try await visit.perform(operations.report, choice.texts)
            values.merge(TaxView(report: report, amounts: Amounts(visit).in(report.currency)).values) { $1 }
            values["hasReport"] = true
            values["csvHref"] = .text("/v1/portfolio/tax?\(choice.query)&format=csv")
        } catch {
            errors = try FormErrors(error, TaxChoice.fieldsByError, words)
        }
        values["generalError"] = .optional(errors.general)
        let wallets = try await portfolios(visit.caller).wallets.all()
        values["fields"] = .list(choice.fields(wallets, words).map { $0.values(errors) })
        values["action"] = .text(Self.path)
        values["zonePath"] = .text(PagePaths.timeZone(hasAccounts: visit.host.hasAccounts))
        return Page("wallet-tax", title: words("tax.title"), place: .portfolio, scripts: ["account"], values)
            .with(errors.isEmpty ? .ok : .unprocessableContent)
    }
}

/// What the reader chose: in the query, or the last year by the rules of the language's country.
struct TaxChoice: Sendable {
    /// The fields of the form by the names that errors give them.
    static let fieldsByError = Dictionary(
        uniqueKeysWithValues: ["year", "country", "method", "wallet", "currency"].flatMap { [($0, $0), ("/\($0)", $0)] })

    private let year: String
    private let country: TaxCountry
    private let method: MatchingMethod?
    private let wallet: String?
    private let currency: Currency?
    private let thisYear: Int

    init(_ visit: Visit, today: Day) {
        thisYear = today.civil.year
        year = visit.query("year") ?? "\(thisYear - 1)"
        country = visit.choice("country", default: Self.country(of: visit.words.language))
        // A method of the country that was chosen before.
        let method = visit.query("method").flatMap(MatchingMethod.init(rawValue:))
        self.method = method.flatMap { [rules = country.rules] in rules.methods.contains($0) ? $0 : nil }
        wallet = visit.query("wallet")
        currency = visit.query("currency").flatMap(Currency.init(rawValue:))
    }

    private static func country(of language: Language) -> TaxCountry {
        switch language {
        case .italian: .italy
        case .kazakh: .kazakhstan
        default: .generic
        }
    }

    /// The parameters of the operation.
    var texts: KeyValuePairs<String, String?> {
        [
            "year": year, "country": country.rawValue, "method": method?.rawValue, "wallet": wallet, "currency": currency?.rawValue,
        ]
    }

    var query: String {
        texts.compactMap { name, text in text.map { "\(name)=\(URLForm.encoded($0))" } }.joined(separator: "&")
    }

    func fields(_ wallets: [Wallet], _ words: Words) -> [FieldView] {
        let recent = (0..<12).map { "\(thisYear - $0)" }
        let years = recent.contains(year) ? recent : recent + [year]
        let methods = country.rules.methods.map { (value: $0.rawValue, text: words("tax.method.\($0.rawValue)")) }
        let all = [(value: "", text: words("wallet.all"))] + wallets.map { (value: $0.publicID, text: $0.name) }
        return [
            FieldView("year", .choice(years.map { ($0, $0) }), words("tax.year"), value: year),
            FieldView(
                "country", .choice(TaxCountry.allCases.map { ($0.rawValue, words("tax.country.\($0.rawValue)")) }),
                words("tax.country"), value: country.rawValue),
            FieldView(
                "method", .choice(methods), words("tax.method"), value: (method ?? country.rules.methods[0]).rawValue),
            FieldView("wallet", .choice(all), words("tax.wallet"), value: wallet ?? ""),
            FieldView(
                "currency", .choice([("", words("tax.currency-own"))] + Currency.allCases.map { ($0.code, $0.code) }),
                words("tax.currency"), value: currency?.code ?? ""),
        ]
    }
}

/// A tax report as the values of its template.
struct TaxView: Sendable {
    let report: TaxReport
    let amounts: Amounts

    private var words: Words { amounts.words }

    var values: Values {
        let rules = report.rules
        let days = [report.days.lowerBound, report.days.upperBound - 1].map { words.format.date($0, .plain) }
        return [
            "heading": .text(
                words("tax.heading", ["year": "\(report.year)", "country": words("tax.country.\(report.country.rawValue)")])),
            "period": .text(words("tax.period", ["first": days[0], "last": days[1], "zone": report.zone.name])),
            "methodText": .text(words("tax.method.\(report.method.rawValue)")),
            "lotsText": .text(words(rules.isPerWallet ? "tax.per-wallet" : "tax.together")),
            "unit": .text(report.currency.code), "countryNote": .text(words("tax.rules.\(report.country.rawValue)")),
            "sources": .list(rules.sources.map(source)), "hasSources": .flag(!rules.sources.isEmpty),
            "rows": .list(report.rows.map(row)), "isEmpty": .flag(report.rows.isEmpty),
            "hasTerms": .flag(rules.holding != nil), "sums": .list(sums),
            "income": .list(report.income.map(income)), "hasIncome": .flag(!report.income.isEmpty),
            "incomeSums": .list(report.incomeSums.map(sum)), "incomeTotal": amounts.money(report.incomeTotal.total),
            "notes": .list(notes.map(TemplateValue.text)),
        ]
    }

    private func source(_ source: TaxRules.Source) -> TemplateValue {
        [
            "title": .text(source.title), "date": .text(Day(iso: source.date).map { words.format.date($0, .plain) } ?? source.date),
            "isOriginal": .flag(source.isOriginal),
        ]
    }

    private func row(_ row: TaxReport.Row) -> TemplateValue {
        [
            "coin": .text("\(row.asset.ticker)"), "quantity": amounts.quantity(row.disposal.quantity),
            "kind": .text(words("tax.kind.\(row.disposal.kind.rawValue)")), "wallet": .text(row.wallet.name),
            "sold": .text(words.format.date(row.day, .plain)),
            "acquired": .text(row.acquiredDay.map { words.format.date($0, .plain) } ?? Conventions.dash),
            "held": .text(row.heldDays.map { words.format.exact("\($0)") } ?? Conventions.dash),
            "rule": .text(words("tax.rule.\(row.match.rule.rawValue)")),
            "term": .optional(row.term.map { words("tax.term.\($0.rawValue)") }),
            "proceeds": amounts.money(row.disposal.proceeds), "cost": amounts.money(row.disposal.cost),
            "gain": amounts.gain(row.disposal.gain), "fee": amounts.money(row.match.fee),
        ]
    }

    private var sums: [TemplateValue] {
        let terms = TaxReport.Term.allCases.compactMap { term in report.terms[term].map { (words("tax.term.\(term.rawValue)"), $0) }
        }
        return (terms + [(words("tax.total"), report.total)]).map { name, sums in
            [
                "name": .text(name), "proceeds": amounts.money(sums.proceeds.total), "cost": amounts.money(sums.cost.total),
                "gain": amounts.gain(sums.gain.total), "fees": amounts.money(sums.fees.total),
            ]
        }
    }

    private func income(_ part: TaxReport.Income) -> TemplateValue {
        [
            "day": .text(words.format.date(part.day, .plain)), "coin": .text("\(part.asset.ticker)"),
            "quantity": amounts.quantity(part.income.quantity, of: part.asset.id), "wallet": .text(part.wallet.name),
            "value": amounts.money(part.income.value),
            "label": .optional(part.income.label.map { words("wallet.label.\($0.rawValue)") }),
        ]
    }

    private func sum(_ sum: TaxReport.LabelSum) -> TemplateValue {
        [
            "name": .text(words("wallet.label.\(sum.label?.rawValue ?? "other")")), "value": amounts.money(sum.value.total),
        ]
    }

    // MARK: Notes

    /// The number of days that a note names.
    private static let mostDays = 5

    private var notes: [String] {
        var notes: [String] = []
        if let own = report.countryCurrency {
            notes.append(words("tax.note.currency", ["own": own.code, "shown": report.currency.code]))
        }
        if !report.daysWithoutRate.isEmpty {
            let days = report.daysWithoutRate.prefix(Self.mostDays).map { words.format.date($0, .plain) }
            let more = report.daysWithoutRate.count > Self.mostDays ? ["…"] : []
            notes.append(
                words(
                    "tax.note.no-rate",
                    [
                        "currency": report.currency.code, "days": (days + more).joined(separator: ", "),
                        "command": CurrencyTable.ratesCommand(report.currency.code),
                    ]))
        }
        if !report.withoutCost.isEmpty {
            notes.append(words("tax.note.no-cost", ["coins": report.withoutCost.joined(separator: ", ")]))
        }
        if report.freeIncome > 0 { notes.append(words("tax.note.free")) }
        if report.wholeDays > 0 { notes.append(words("tax.note.whole-days")) }
        if !report.olderRates.isEmpty { notes.append(words("tax.note.older-rates")) }
        if report.isUnfinished { notes.append(words("tax.note.unfinished")) }
        return notes
    }
}
