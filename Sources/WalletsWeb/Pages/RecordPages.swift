import APIKit
import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Platform
import Portfolio
import Services

/// The form that records events in a wallet, with a preview of exactly what it will do.
package struct RecordPages: Sendable {
    let portfolios: Portfolios
    let market: MarketData
    let operations: OrderOperations
    let coins: CoinFinder

    func add(to pages: inout PageList) {
        pages.get("/wallets/:wallet/record", .scope(.read), open)
        pages.post("/wallets/:wallet/record", .scope(.write), send)
    }

    private func open(_ visit: Visit) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios, allowsDraft: true)
        let recorded = try await recorded(visit.fields, place, visit)
        if let recorded, visit.query("kind") == nil {
            guard let stored = recorded.fields, !recorded.isTakenBack else {
                throw Problem.notFound("this transaction cannot be edited")
            }
            let fields = try await named(stored, place)
            let form = RecordForm(fields.with("replaces", visit.fields["replaces"]))
            return .page(try await page(form, place, visit, errors: FormErrors(), preview: nil))
        }
        let form = RecordForm(try await named(visit.fields, place))
        // A link that fills in the whole form, such as the one for removing a coin, shows the effect at once.
        let isWhole = !form["asset"].isEmpty && !form["quantity"].isEmpty
        let sent = form.completed(from: recorded)
        let preview = isWhole ? try? await preview(sent.input(place.id, visit.words).texts, visit) : nil
        return .page(try await page(form, place, visit, errors: FormErrors(), preview: preview))
    }

    /// The fields with the names of the coins that people know, in place of their ids.
    private func named(_ fields: Fields, _ place: WalletPlace) async throws -> Fields {
        let known = try await coins.coins(place.isDraft ? .all : .wallet(place.id))
        return ["asset", "to_asset"].reduce(fields) { fields, field in
            guard let coin = known.first(where: { "\($0.id)" == fields[field] }) else { return fields }
            return fields.with(field, CoinFinder.name(coin, among: known))
        }
    }

    /// The transaction that a form edits; nil for a form that records a new one.
    ///
    /// - Throws: `PortfolioError.noSuchTransaction`, also for one of another wallet.
    private func recorded(_ fields: Fields, _ place: WalletPlace, _ visit: Visit) async throws -> RecordedFields? {
        guard !fields["replaces"].isEmpty else { return nil }
        guard let number = Int64(fields["replaces"]) else { throw Problem.notFound("no such transaction") }
        let logged = try await place.portfolio.transactions.transaction(TransactionID(number))
        guard logged.row.walletID == place.wallet.publicID else { throw PortfolioError.noSuchTransaction(logged.id) }
        return RecordedFields(row: logged.row, isTakenBack: logged.correctedBy != nil, format: visit.format)
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios, allowsDraft: true)
        guard place.isDraft else { return try await send(visit, fields, place, in: place.id) }
        let investments = place.portfolio.investments
        let wallet = try await investments.wallet()
        let outcome = await Result.of { try await send(visit, fields, place, in: wallet.publicID) }
        // A preview or a refusal leaves no wallet behind.
        try await investments.discardUnused()
        return try outcome.get()
    }

    /// - Parameter id: that of the wallet.
    private func send(_ visit: Visit, _ fields: Fields, _ place: WalletPlace, in id: String) async throws -> Outcome {
        let recorded = try await recorded(fields, place, visit)
        let form = RecordForm(fields)
        var (texts, errors) = form.completed(from: recorded).input(id, visit.words)
        guard errors.isEmpty else {
            if let others = visit.faults(of: operations.record, texts) { errors.add(try WalletErrors.of(others, visit.words)) }
            return .page(try await page(form, place, visit, errors: errors, preview: nil).with(errors))
        }
        do {
            if fields["do"] == "preview" {
                let preview = try await preview(texts, visit)
                return .page(try await page(form, place, visit, errors: errors, preview: preview))
            }
            let receipt = try await visit.perform(operations.record, texts, key: fields.key)
            let path = WalletPlace.path(id)
            let hasDeposit = receipt.prepared.missingCash != nil
            let done = hasDeposit ? "wallet-deposited" : recorded == nil ? "wallet-recorded" : "wallet-changed"
            if recorded != nil { return .redirect(path + "/history?done=\(done)") }
            return .redirect(path + "?done=" + (receipt.isNew ? done : "wallet-same"))
        } catch {
            var errors = try await explained(error, texts, visit)
            let dated = form.dated(error)
            if dated["time"] != form["time"] { errors.add(visit.words("wallet.error.day-filled"), to: "time") }
            return .page(try await page(dated, place, visit, errors: errors, preview: nil).with(errors))
        }
    }

    /// A stored refusal has lost its numbers: the preview of the same order supplies them.
    private func explained(
        _ error: any Error, _ texts: KeyValuePairs<String, String?>, _ visit: Visit
    ) async throws -> FormErrors {
        if Problem(error).code == "already-corrected" { return try TakeBackErrors.of(error, visit.words) }
        var cause = error
        if error is Problem {
            do { _ = try await visit.perform(operations.preview, texts) } catch { cause = error }
        }
        return try WalletErrors.of(cause, visit.words)
    }

    // MARK: Preview

    private func preview(_ texts: KeyValuePairs<String, String?>, _ visit: Visit) async throws -> TemplateValue {
        let receipt = try await visit.perform(operations.preview, texts)
        return try await Receipt(receipt.prepared).values(market, Amounts(visit))
    }

    // MARK: The page

    private func page(
        _ form: RecordForm, _ place: WalletPlace, _ visit: Visit, errors: FormErrors, preview: TemplateValue?
    ) async throws -> PageKit.Page {
        let words = visit.words
        var values = place.values(form.replaces.isEmpty ? nil : .history, visit)
        values["kinds"] = .list(
            RecordKind.allCases.map { kind in
                [
                    "value": .text(kind.rawValue), "label": .text(words("wallet.kind.\(kind.rawValue)")),
                    "href": .text(href(kind, form, place)), "isChosen": .flag(kind == form.kind),
                ]
            })
        values["kind"] = .text(form.kind.rawValue)
        values["replaces"] = .optional(form.replaces.isEmpty ? nil : form.replaces)
        let title = words(form.replaces.isEmpty ? "wallet.record.title" : "wallet.edit.title")
        values["title"] = .text(title)
        values["explained"] = .text(words("wallet.kind.\(form.kind.rawValue).what"))
        values["generalError"] = .optional(errors.general)
        values["offersDeposit"] = .flag(form.kind.fields.contains("deposit"))
        values["hasBasis"] = .flag(form.kind == .income)
        values["isAtMarket"] = .flag(form["basis"] == "market")
        let coins = try await CoinPicker(place.isDraft ? .all : .wallet(place.id), coins, words)
        let fields = fields(of: form, place, coins, words)
        values["fields"] = .list(fields.usual.map { $0.values(errors, typed: form.typed) })
        values["seldomFields"] = .list(fields.seldom.map { $0.values(errors, typed: form.typed) })
        values["isMoreOpen"] = .flag(RecordForm.seldom.contains { form.isGiven($0) || errors.byField[$0] != nil })
        values["preview"] = preview ?? false
        return PageKit.Page("wallet-record", title: title, place: .portfolio, scripts: ["wallet-form"], values)
    }

    /// The fields that every record needs, and those that few need.
    private func fields(
        of form: RecordForm, _ place: WalletPlace, _ coins: CoinPicker, _ words: Words
    ) -> (usual: [FieldView], seldom: [FieldView]) {
        // A swap or a split refuses what other kinds count as cash.
        let isExchange = form.kind.fields.contains("to_asset")
        let hint = words("wallet.field.asset.\(isExchange ? form.kind.rawValue : "hint")")
        let asset = FieldView("asset", .coin(coins), words("wallet.field.asset"), hint: hint)
        let day = FieldView("time", .date, words("wallet.field.time"), hint: words("wallet.field.time.hint"))
        let note = FieldView("note", .text, words("wallet.field.note"))
        let received = form.kind == .split ? words("wallet.field.to-asset.split") : hint
        let own = form.kind.fields.compactMap { name in
            name == "to_asset"
                ? FieldView(name, .coin(coins), words("wallet.field.to-asset"), hint: received)
                : field(name, of: form, place, words)
        }
        let (seldom, usual) = (
            own.filter { RecordForm.seldom.contains($0.name) }, own.filter { !RecordForm.seldom.contains($0.name) }
        )
        let deposit = usual.filter { $0.name == "deposit" }
        return ([asset] + usual.filter { $0.name != "deposit" } + [day] + deposit, seldom + [note])
    }

    private func field(_ name: String, of form: RecordForm, _ place: WalletPlace, _ words: Words) -> FieldView? {
        let (kind, dollars) = (form.kind, Currency.usd.code)
        let isTrade = kind == .buy || kind == .sell
        func amount(unit: String? = nil, hint: String? = nil) -> FieldView {
            FieldView(name, .amount(unit: unit), words("wallet.field.\(name)"), hint: hint.map { words($0) })
        }
        switch name {
        case "quantity":
            let hint = kind == .split ? "wallet.field.quantity.split" : isTrade ? "wallet.field.quantity.hint" : nil
            return amount(hint: hint)
        case "cash", "price", "cost": return amount(unit: dollars, hint: "wallet.field.\(name).hint")
        case "value": return amount(unit: dollars, hint: "wallet.field.value." + (kind == .withdrawal ? "withdrawn" : "hint"))
        case "fee": return amount(unit: isTrade ? dollars : nil, hint: isTrade ? nil : "wallet.field.fee.hint")
        case "deposit", "unknown":
            return FieldView(name, .check, words("wallet.field.\(name)"), hint: words("wallet.field.\(name).hint"))
        case "to_quantity":
            let hint = kind == .split ? words("wallet.field.to-quantity.split") : nil
            return FieldView(name, .amount(unit: nil), words("wallet.field.to-quantity"), hint: hint)
        case "label":
            let labels = kind.labels.map { (value: $0.rawValue, text: words("wallet.label.\($0.rawValue)")) }
            return FieldView(
                name, .choice([(value: "", text: words("wallet.label.none"))] + labels), words("wallet.field.label"),
                hint: words("wallet.field.label.\(kind.rawValue)"))
        case "to": return target(form["to"], place, words)
        default: return nil
        }
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
