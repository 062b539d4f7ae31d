import JSONText
import Ledger
import Portfolio
import Records

/// The body of a new wallet.
struct NewWallet {
    static let schema = Schema.named(
        "NewWallet",
        .object([
            .init(
                "name", .walletName,
                "Unique among the owner's wallets; names that differ in case, or look alike, are the same."),
            .optional("cost_basis", .costBasis, "Which lots are used first (default: fifo)."),
            .optional("allows_negative", .boolean, "Whether holdings may fall below zero (an account with credit)."),
        ]))

    let name: String
    let costBasis: CostBasis
    let allowsNegative: Bool

    /// - Parameter body: checked against ``schema``.
    init(_ body: JSONValue) throws(Problem) {
        let body = BodyObject(body)
        name = try body.read("name", .text)
        costBasis = try body.read("cost_basis", .choice, default: .fifo)
        allowsNegative = try body.read("allows_negative", .boolean, default: false)
    }
}

extension WalletChange {
    static let schema = Schema.named(
        "WalletChange", .object([.optional("name", .walletName), .optional("cost_basis", .costBasis)]))

    /// - Parameter body: checked against ``schema``.
    init(_ body: JSONValue) throws(Problem) {
        let body = BodyObject(body)
        self.init(name: try body.optional("name", .text), costBasis: try body.optional("cost_basis", .choice))
    }
}
