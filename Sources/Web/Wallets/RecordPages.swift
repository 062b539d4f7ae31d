import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import Portfolio
import Server

/// The form that records events in a wallet, with a preview of exactly what it will do.
struct RecordPages: Sendable {
    let portfolios: Portfolios
    let market: MarketData
    let operations: OrderOperations

    func add(to pages: inout PageList) {
        pages.get("/wallets/:wallet/record", .scope(.read), open)
        pages.post("/wallets/:wallet/record", .scope(.write), send)
    }

    private func open(_ visit: Visit) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios)
        let form = RecordForm(visit.fields)
        // A link that fills in the whole form, such as the one for removing a coin, shows the effect at once.
        let isWhole = !form["asset"].isEmpty && !form["quantity"].isEmpty
        let preview = isWhole ? try? await preview(form.input(place.id, visit.words).texts, visit) : nil
        return .page(try await page(form, place, visit, errors: FormErrors(), preview: preview))
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios)
        let form = RecordForm(fields)
        let (texts, errors) = form.input(place.id, visit.words)
        guard errors.isEmpty else {
            return .page(try await page(form, place, visit, errors: errors, preview: nil).with(errors))
        }
        do {
            if fields["do"] == "preview" {
                let preview = try await preview(texts, visit)
                return .page(try await page(form, place, visit, errors: errors, preview: preview))
            }
            let receipt = try await visit.perform(operations.record, texts, key: fields.key)
            return .redirect(place.path + (receipt.isNew ? "?done=wallet-recorded" : "?done=wallet-same"))
        } catch {
            let errors = try await explained(error, texts, visit)
            return .page(try await page(form, place, visit, errors: errors, preview: nil).with(errors))
        }
    }

    /// A stored refusal has lost its numbers: the preview of the same order supplies them.
    private func explained(
        _ error: any Error, _ texts: KeyValuePairs<String, String?>, _ visit: Visit
    ) async throws -> FormErrors {
        guard error is Problem else { return try WalletErrors.of(error, visit.words) }
        do {
            _ = try await visit.perform(operations.preview, texts)
        } catch let previewed {
            return try WalletErrors.of(previewed, visit.words)
        }
        return try WalletErrors.of(error, visit.words)
    }

    // MARK: Preview

    private func preview(_ texts: KeyValuePairs<String, String?>, _ visit: Visit) async throws -> TemplateValue {
        let receipt = try await visit.perform(operations.preview, texts)
        return try await Receipt(receipt.prepared).values(market, Amounts(visit))
    }

    // MARK: The page

    private func page(
        _ form: RecordForm, _ place: WalletPlace, _ visit: Visit, errors: FormErrors, preview: TemplateValue?
    ) async throws -> Page {
        let words = visit.words
        var values = place.values(.overview, visit)
        values["kinds"] = .list(
            RecordKind.allCases.map { kind in
                [
                    "value": .text(kind.rawValue), "label": .text(words("wallet.kind.\(kind.rawValue)")),
                    "href": .text(href(kind, form, place)), "isChosen": .flag(kind == form.kind),
                ]
            })
        values["kind"] = .text(form.kind.rawValue)
        values["explained"] = .text(words("wallet.kind.\(form.kind.rawValue).what"))
        values["generalError"] = .optional(errors.general)
        values["hasBasis"] = .flag(form.kind == .income)
        values["isAtMarket"] = .flag(form["basis"] == "market")
        let fields = fields(of: form, place, words)
        values["fieldsBefore"] = .list(fields.before.map { $0.values(errors, typed: form.typed) })
        values["fieldsAfter"] = .list(fields.after.map { $0.values(errors, typed: form.typed) })
        values["knownCoins"] = CoinView.known(try await market.store.assets(), words)
        values["preview"] = preview ?? false
        return Page("wallet-record", title: words("wallet.record.title"), place: .portfolio, scripts: ["wallet-form"], values)
    }

    /// The fields, in two groups with the choice of a basis between them.
    private func fields(
        of form: RecordForm, _ place: WalletPlace, _ words: Words
    ) -> (before: [FieldView], after: [FieldView]) {
        let (kind, dollars) = (form.kind, Currency.usd.code)
        func amount(_ name: String, unit: String? = nil, hint: String? = nil) -> FieldView {
            FieldView(name, .amount(unit: unit), words("wallet.field.\(name)"), hint: hint.map { words($0) })
        }
        let asset = FieldView("asset", .coin, words("wallet.field.asset"), hint: words("wallet.field.asset.hint"))
        var (before, after) = ([asset], [FieldView]())
        let isTrade = kind == .buy || kind == .sell
        for name in kind.fields {
            switch name {
            case "quantity": before.append(amount(name, hint: isTrade ? "wallet.field.quantity.hint" : nil))
            case "cash": before.append(amount(name, unit: dollars, hint: "wallet.field.cash.hint"))
            case "price": before.append(amount(name, unit: dollars, hint: "wallet.field.price.hint"))
            case "cost": before.append(amount(name, unit: dollars, hint: "wallet.field.cost.hint"))
            case "value":
                let hint = kind == .withdrawal ? "wallet.field.value.withdrawn" : "wallet.field.value.hint"
                after.append(amount(name, unit: dollars, hint: hint))
            case "fee": after.append(amount(name, unit: isTrade ? dollars : nil, hint: isTrade ? nil : "wallet.field.fee.hint"))
            case "to": before.append(target(form["to"], place, words))
            default: break
            }
        }
        after += [
            FieldView("time", .date, words("wallet.field.time"), hint: words("wallet.field.time.hint")),
            FieldView("note", .text, words("wallet.field.note")),
        ]
        return (before, after)
    }

    /// The wallet that a transfer leads to. A link gives its id or its name.
    private func target(_ typed: String, _ place: WalletPlace, _ words: Words) -> FieldView {
        let wallets = place.all.filter { $0.id != place.wallet.id }.map { wallet in
            (value: wallet.name == typed ? typed : wallet.publicID, text: wallet.name)
        }
        return FieldView("to", .choice([(value: "", text: words("wallet.choose"))] + wallets), words("wallet.field.to"))
    }

    /// Choosing another kind of the same form keeps the typed values.
    private func href(_ kind: RecordKind, _ form: RecordForm, _ place: WalletPlace) -> String {
        let kept = RecordForm.fields.filter { !form[$0].isEmpty }.map { "&\($0)=\(URLForm.encoded(form[$0]))" }.joined()
        return "\(place.path)/record?kind=\(kind.rawValue)\(kept)"
    }
}
