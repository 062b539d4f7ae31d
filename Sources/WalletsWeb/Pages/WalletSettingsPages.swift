import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import PageKit
import Portfolio
import Services

/// Forms that create a wallet, rename it, choose the order in which its lots are disposed of, and delete it.
package struct WalletSettingsPages: Sendable {
    let portfolios: Portfolios
    let operations: WalletOperations

    func add(to pages: inout PageList) {
        pages.get("/wallets/new", .scope(.read)) { visit in .page(newPage(visit, "", "fifo", FormErrors())) }
        pages.post("/wallets/new", .scope(.write), create)
        pages.get("/wallets/:wallet/settings", .scope(.read)) { visit in
            let place = try await WalletPlace(visit, portfolios)
            return .page(try await settingsPage(place, visit, Typed(place.wallet), FormErrors()))
        }
        pages.post("/wallets/:wallet/settings", .scope(.write), change)
        pages.post("/wallets/:wallet/delete", .scope(.write), delete)
    }

    // MARK: A new wallet

    private func create(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            if fields["name"].isEmpty {
                return .page(newPage(visit, "", fields["basis"], noName(visit.words)).with(.unprocessableContent))
            }
            let made = try await visit.perform(
                operations.create, ["name": fields["name"], "cost_basis": fields["basis"]], key: fields.key)
            return .redirect(WalletPlace.path(of: made.wallet) + "?done=wallet-made")
        } catch {
            let errors = try WalletErrors.of(error, visit.words)
            return .page(newPage(visit, fields["name"], fields["basis"], errors).with(errors))
        }
    }

    private func noName(_ words: Words) -> FormErrors { FormErrors(words("wallet.error.missing"), to: "name") }

    private func newPage(_ visit: Visit, _ name: String, _ basis: String, _ errors: FormErrors) -> Page {
        let title = visit.words("wallet.new-title")
        return Page(
            "wallet-new", title: title, place: .portfolio,
            [
                "nameField": nameField(name, visit.words).values(errors), "bases": bases(basis, visit.words),
                "generalError": .optional(errors.general),
                "isMoreOpen": .flag(basis != "fifo" || errors.byField["basis"] != nil),
            ])
    }

    private func nameField(_ name: String, _ words: Words) -> FieldView {
        FieldView(
            "name", .text, words("wallet.field.name"), hint: words("wallet.field.name.hint"), value: name, isRequired: true)
    }

    private func bases(_ chosen: String, _ words: Words) -> TemplateValue {
        .list(
            CostBasis.allCases.map { basis in
                [
                    "value": .text(basis.rawValue), "label": .text(words("wallet.basis.\(basis.rawValue)")),
                    "what": .text(words("wallet.basis.\(basis.rawValue).what")), "isChosen": .flag(basis.rawValue == chosen),
                ]
            })
    }

    // MARK: Change

    /// The typed values of the forms.
    private struct Typed {
        var name: String
        var basis: String
        /// The name, typed to confirm the deletion.
        var confirmation = ""

        init(_ wallet: Wallet) { (name, basis) = (wallet.name, wallet.costBasis.rawValue) }
    }

    private func change(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios)
        var typed = Typed(place.wallet)
        (typed.name, typed.basis) = (fields["name"], fields["basis"])
        do {
            if typed.name.isEmpty {
                return .page(try await settingsPage(place, visit, typed, noName(visit.words)).with(.unprocessableContent))
            }
            _ = try await visit.perform(
                operations.change, ["wallet": place.id, "name": typed.name, "cost_basis": fields["basis"]], key: fields.key)
            return .redirect(place.path + "/settings?done=saved")
        } catch {
            let errors = try WalletErrors.of(error, visit.words)
            return .page(try await settingsPage(place, visit, typed, errors).with(errors))
        }
    }

    // MARK: Delete

    private func delete(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios)
        var typed = Typed(place.wallet)
        typed.confirmation = fields["confirmation"]
        let isHolding = try await holds(place)
        if isHolding, WalletName.key(typed.confirmation) != WalletName.key(place.wallet.name) {
            let sentence = visit.words("wallet.error.confirm", ["name": place.wallet.name])
            let errors = FormErrors(sentence, to: "confirmation")
            return .page(try await settingsPage(place, visit, typed, errors).with(errors))
        }
        do {
            try await visit.perform(
                operations.remove, ["wallet": place.id, "with_holdings": "\(isHolding)"], key: fields.key)
            return .redirect("\(Page.Place.portfolio.path)?undo=\(URLForm.encoded(place.id))")
        } catch {
            let errors = try WalletErrors.of(error, visit.words)
            return .page(try await settingsPage(place, visit, typed, errors).with(errors))
        }
    }

    private func holds(_ place: WalletPlace) async throws -> Bool {
        try await !place.portfolio.valuations.holdings(of: place.group).quantities.isEmpty
    }

    // MARK: The page

    private func settingsPage(
        _ place: WalletPlace, _ visit: Visit, _ typed: Typed, _ errors: FormErrors
    ) async throws -> Page {
        let words = visit.words
        var values = place.values(.settings, visit)
        let confirmation = FieldView(
            "confirmation", .text, words("wallet.delete.confirm", ["name": place.wallet.name]), value: typed.confirmation)
        values["nameField"] = nameField(typed.name, words).values(errors)
        values["bases"] = bases(typed.basis, words)
        values["isHolding"] = .flag(try await holds(place))
        values["confirmField"] = confirmation.values(errors)
        values["generalError"] = .optional(errors.general)
        values["walletID"] = .text(place.id)
        return Page("wallet-settings", title: words("wallet.tab.settings"), place: .portfolio, values)
    }
}
