import Ledger
import Records

extension Currency {
    /// The currencies of trading accounts' cash.
    package static let ofAccounts: [Currency] = [.usd, .eur]
}

extension Schema {
    static let accountCurrency = Schema.choice(Currency.ofAccounts.map(\.code))
}
