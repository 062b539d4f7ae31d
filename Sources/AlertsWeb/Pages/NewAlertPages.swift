import APIKit
import Access
import Alerts
import HTMLTemplates
import Ledger
import PageKit
import Portfolio
import Records
import Services

/// Sets an alert: first what to watch, then its threshold.
package struct NewAlertPages: Sendable {
    let operations: AlertsOperations
    let figures: AlertFigures
    let coins: CoinFinder
    let portfolios: Portfolios

    private static let path = "/alerts/new"
    private static let usualDays = "7"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { visit in .page(try await page(visit, FormErrors(), typed: nil)) }
        pages.post(Self.path, .scope(.write), send)
    }

    private func page(_ visit: Visit, _ errors: FormErrors, typed: PageKit.Fields?) async throws -> Page {
        let chosen = typed?["measure"] ?? visit.query("measure") ?? ""
        guard let measure = AlertMeasure(rawValue: chosen) else { return choice(visit) }
        let page = AlertsPages.page(visit.words("alerts.new"), [try await card(measure, visit, errors, typed)], isBelow: true)
        return page.with(errors)
    }

    // MARK: What to watch

    private func choice(_ visit: Visit) -> Page {
        let words = visit.words
        let groups: [(name: String, measures: [AlertMeasure])] = [
            ("price", [.price, .change, .highest, .lowest, .staleness]),
            ("forecast", [.probabilityBelow, .probabilityAbove, .band, .range, .coverage]),
            ("wallets", [.total, .totalChange, .share]),
        ]
        let subject = Self.subject(visit)
        let cards = groups.map { group in
            var card = CardView(group.name, words("alerts.group.\(group.name)"))
            card.items = group.measures.map { measure in
                var item = ItemView(
                    title: words("alerts.measure.\(measure.rawValue)"), detail: words("alerts.measure.\(measure.rawValue).text"))
                item.link = (
                    words("alerts.choose"), "\(Self.path)?measure=\(measure.rawValue)" + (subject.isEmpty ? "" : "&\(subject)")
                )
                return item
            }
            return card
        }
        return AlertsPages.page(words("alerts.new"), cards, lead: words("alerts.choose-text"), isBelow: true)
    }

    /// Whose figure it is about, as in the address.
    private static func subject(_ visit: Visit) -> String {
        ["asset", "wallet", "account"].compactMap { name in visit.query(name).map { "\(name)=\(URLForm.encoded($0))" } }
            .joined(separator: "&")
    }

    // MARK: The form

    private func card(_ measure: AlertMeasure, _ visit: Visit, _ errors: FormErrors, _ typed: PageKit.Fields?) async throws
        -> CardView
    {
        let words = visit.words
        var card = CardView(
            "new-alert", words("alerts.measure.\(measure.rawValue)"), words("alerts.measure.\(measure.rawValue).text"))
        var form = FormView(Self.path, try await fields(measure, visit), submit: words("alerts.set"))
        form.hidden = [("measure", measure.rawValue)]
        card.forms = [form.values(errors, typed: typed, id: "form")]
        card.link = (words("alerts.choose-other"), Self.path + (Self.subject(visit).isEmpty ? "" : "?\(Self.subject(visit))"))
        if let terms = await terms(measure, visit), let now = await AlertView(visit, figures).now(terms, visit.caller.owner) {
            card.pairs = [now]
        }
        return card
    }

    /// Terms of the figure that the address names, as a bell beside a figure does, with any threshold; nil if something is missing.
    private func terms(_ measure: AlertMeasure, _ visit: Visit) async -> AlertTerms? {
        let texts: [(name: String, text: String?)] = [
            ("measure", measure.rawValue), ("asset", measure.isOfCoin ? visit.query("asset") : nil),
            ("wallet", measure.isOfWallets ? visit.query("wallet") : nil),
            ("account", measure.isOfWallets ? visit.query("account") : nil),
            ("days", measure.days == nil ? nil : visit.query("days") ?? Self.usualDays),
            ("price", measure.hasPrice ? visit.query("price") : nil),
            ("currency", measure.hasCurrency ? visit.preferences.currency.code : nil),
            ("direction", measure.usual == nil ? "above" : nil), ("threshold", measure.usual == nil ? "1" : nil),
        ]
        let given = texts.compactMap { name, text in text.map { (name: name, text: $0) } }
        guard let draft = try? Shape<AlertDraft>().value(texts: given) else { return nil }
        return try? await Alerts(figures.market.store, figures).terms(draft, visit.caller.owner)
    }

    private func fields(_ measure: AlertMeasure, _ visit: Visit) async throws -> [FieldView] {
        let words = visit.words
        var fields: [FieldView] = []
        if measure.isOfWallets { fields.append(try await whose(visit)) }
        if measure.isOfCoin {
            let picker = try await CoinPicker(.priced, coins, words)
            fields.append(
                FieldView("asset", .coin(picker), words("alerts.coin"), value: visit.query("asset") ?? "", isRequired: true))
        }
        if measure.hasPrice {
            fields.append(
                FieldView(
                    "price", .amount(unit: Currency.usd.code), words("alerts.price"), value: amount("price", visit) ?? "",
                    isRequired: true))
        }
        if let range = measure.days {
            fields.append(
                FieldView(
                    "days", .amount(), words("alerts.days.\(measure.rawValue)"),
                    hint: words("alerts.days-hint", ["most": "\(range.upperBound)"]), value: visit.query("days") ?? Self.usualDays,
                    isRequired: true))
        }
        if measure.hasSince { fields.append(FieldView("since", .date, words("alerts.since"), hint: words("alerts.since-hint"))) }
        return fields + thresholds(measure, visit) + ends(measure, visit)
    }

    private func thresholds(_ measure: AlertMeasure, _ visit: Visit) -> [FieldView] {
        let words = visit.words
        var fields: [FieldView] = []
        if measure.usual == nil {
            let directions = AlertDirection.allCases.map { ($0.rawValue, words("alerts.direction.\($0.rawValue)")) }
            fields.append(
                FieldView(
                    "direction", .choice(directions.map { (value: $0.0, text: $0.1) }), words("alerts.direction"),
                    value: visit.query("direction") ?? (measure.isOfForecast ? "above" : "below")))
        }
        let unit = measure.unit == .percent ? "%" : nil
        fields.append(
            FieldView(
                "threshold", .amount(unit: unit), words("alerts.threshold"),
                hint: measure.unit == .days ? words("alerts.threshold-days") : nil,
                value: amount("threshold", visit) ?? measure.usual.map { "\($0.threshold)" } ?? "", isRequired: true))
        if measure.hasCurrency {
            let currencies = Currency.allCases.map { (value: $0.code, text: $0.code) }
            fields.append(
                FieldView("currency", .choice(currencies), words("alerts.currency"), value: visit.preferences.currency.code))
        }
        return fields
    }

    /// An amount in the address, as the reader writes it.
    private func amount(_ name: String, _ visit: Visit) -> String? {
        visit.query(name).map { FixedDecimal($0) == nil ? $0 : visit.format.exact($0) }
    }

    private func ends(_ measure: AlertMeasure, _ visit: Visit) -> [FieldView] {
        let words = visit.words
        var note = FieldView("note", .text, words("alerts.note"))
        note.maximumLength = AlertDraft.longestNote
        return [
            FieldView("repeats", .check, words("alerts.repeat")),
            FieldView(
                "margin", .amount(unit: measure.unit == .money ? "%" : nil), words("alerts.margin"),
                hint: words("alerts.margin-hint.\(measure.unit)"), value: "\(AlertTerms.usualMargin)", isRequired: true),
            FieldView("ends_on", .date, words("alerts.ends"), hint: words("alerts.ends-hint")), note,
        ]
    }

    /// A wallet, all wallets, or the simulated account.
    private func whose(_ visit: Visit) async throws -> FieldView {
        let words = visit.words
        let wallets = try await portfolios(visit.caller).wallets.all()
        let choices =
            [(value: "*", text: words("alerts.all-wallets"))] + wallets.map { (value: $0.publicID, text: $0.name) }
            + [(value: "practice", text: words("alerts.practice"))]
        let asked = visit.query("account") == "practice" ? "practice" : visit.query("wallet")
        let value = wallets.first { $0.publicID == asked || $0.name == asked }?.publicID ?? (asked == "practice" ? "practice" : "*")
        return FieldView("whose", .choice(choices), words("alerts.whose"), value: value)
    }

    /// The limits of the measure, which a refusal states in English.
    private func check(_ measure: AlertMeasure, days: String, threshold: String?, _ words: Words, _ errors: inout FormErrors) {
        if let range = measure.days, Int(days).map(range.contains) != true {
            errors.add(words("alerts.days-hint", ["most": "\(range.upperBound)"]), to: "days")
        }
        let range = measure.thresholds
        guard measure != .price, let value = threshold.flatMap({ FixedDecimal($0) }),
            value < FixedDecimal(range.lowerBound) || value > FixedDecimal(range.upperBound)
        else { return }
        let (low, high) = (words.format.exact("\(range.lowerBound)"), words.format.exact("\(range.upperBound)"))
        errors.add(words("alerts.threshold-range", ["low": low, "high": high]), to: "threshold")
    }

    private func send(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let (words, whose) = (visit.words, fields["whose"])
        var errors = FormErrors()
        let measure = AlertMeasure(rawValue: fields["measure"])
        let isMoney = measure?.unit == .money
        let threshold = fields.decimal("threshold", words, &errors, allowsNegative: !isMoney || measure == .total)
        let price = measure?.hasPrice == true ? fields.decimal("price", words, &errors) : nil
        let margin = fields.decimal("margin", words, &errors)
        if let measure { check(measure, days: fields["days"], threshold: threshold, words, &errors) }
        guard errors.isEmpty else { return .page(try await page(visit, errors, typed: fields)) }
        do {
            let alert = try await visit.perform(
                operations.add,
                [
                    "measure": fields["measure"], "asset": fields["asset"], "threshold": threshold, "price": price,
                    "margin": margin,
                    "account": whose == "practice" ? "practice" : nil,
                    "wallet": ["", "*", "practice"].contains(whose) ? nil : whose, "direction": fields["direction"],
                    "currency": fields["currency"], "days": fields["days"], "since": fields["since"],
                    "repeats": fields["repeats"] == "yes" ? "true" : nil, "ends_on": fields["ends_on"], "note": fields["note"],
                ], key: fields.key)
            return .redirect("\(AlertsPages.path)/\(alert.id)?done=\(alert.state == .waiting ? "alert-set-passed" : "alert-set")")
        } catch {
            let names = ["asset", "threshold", "price", "margin", "direction", "currency", "days", "since", "ends_on", "note"]
            return .page(try await page(visit, try FormErrors(error, names, words), typed: fields))
        }
    }
}
