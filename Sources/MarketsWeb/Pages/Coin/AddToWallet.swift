import HTMLTemplates
import Languages
import Market
import PageKit
import Portfolio
import WalletsWeb

/// The form that adds coins to a wallet, with their quantity and cost.
struct AddToWallet: Sendable {
    let asset: Asset
    let fields: Fields
    let operations: OrderOperations

    /// The form's fields.
    static let names = ["wallet", "quantity", "cost", "day"]

    /// Records the coins as a deposit.
    ///
    /// - Returns: the errors of the form; none if the coins were recorded.
    func send(_ visit: Visit) async throws -> FormErrors {
        var errors = FormErrors()
        if fields["wallet"].isEmpty { errors.add(visit.words("add.no-wallet"), to: "wallet") }
        let bad = "add.bad-number"
        let quantity = fields.decimal("quantity", visit.words, &errors, missing: "add.no-quantity", bad: bad)
        let cost = fields.decimal("cost", visit.words, &errors, missing: nil, bad: bad)
        guard errors.isEmpty else { return errors }
        let texts: KeyValuePairs<String, String?> = [
            "wallet": fields["wallet"], "kind": "deposit", "asset": "\(asset.id)", "quantity": quantity, "cost": cost,
            "time": fields["day"],
        ]
        do {
            // Without a close of the day the cost would be unknown, and gains would be missing for ever.
            if cost == nil, try await !visit.perform(operations.preview, texts).prepared.unknownCosts.isEmpty {
                return FormErrors(visit.words("add.no-close"), to: "cost")
            }
            _ = try await visit.perform(operations.record, texts, key: fields.key)
            return errors
        } catch {
            let places = [
                "wallet": "wallet", "/wallet": "wallet", "/quantity": "quantity", "/cost": "cost", "/time": "day", "time": "day",
            ]
            return try FormErrors(error, places, visit.words)
        }
    }

    /// The form for the template `add-to-wallet`.
    ///
    /// - Parameters:
    ///   - wallets: the wallets of the reader.
    ///   - price: the last close, in the asset's currency.
    static func values(
        _ asset: Asset, _ wallets: [Wallet], price: String, fields: Fields, errors: FormErrors, _ words: Words
    ) -> TemplateValue {
        let chosen = fields["wallet"]
        return [
            "title": .text(words("add.title", ["name": "\(asset.ticker)"])), "hasWallets": .flag(!wallets.isEmpty),
            "wallets": .list(
                wallets.map {
                    ["id": "\($0.publicID)", "name": .text($0.name), "isChosen": .flag("\($0.publicID)" == chosen)]
                }),
            "quantity": .text(fields["quantity"]), "cost": .text(fields["cost"]), "day": .text(fields["day"]),
            "hint": .text(words("add.cost-hint", ["price": price])), "errors": errors.values(names),
            "general": .optional(errors.general), "ticker": "\(asset.ticker)",
            "purchaseHref": .text("\(PortfolioPages.purchasePath)&asset=\(URLForm.encoded("\(asset.id)"))"),
        ]
    }
}
