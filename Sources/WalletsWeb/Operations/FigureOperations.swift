import APIKit
import Ledger
import Portfolio

extension Operation {
    /// Returns the operation for figures of one wallet, `/v1/wallets/{wallet}/NAME`, or of several together,
    /// `/v1/portfolio/NAME?wallets=…`.
    ///
    /// - Parameters:
    ///   - name: the last component of the path.
    ///   - id: the ids of the operations for one wallet and for a portfolio.
    ///   - parameters: the parameters other than those that name the wallets.
    static func figures(
        _ name: String, id: (wallet: String, portfolio: String), isPortfolio: Bool, _ summary: String, parameters: [Parameter],
        answers: [Answer]
    ) -> Operation {
        Operation(
            .get, isPortfolio ? "/v1/portfolio/\(name)" : "/v1/wallets/{wallet}/\(name)",
            id: isPortfolio ? id.portfolio : id.wallet,
            tag: "Figures",
            isPortfolio ? summary + " For several wallets together; transfers between them are not flows." : summary,
            need: .scope(.read), parameters: [isPortfolio ? .wallets : .wallet] + parameters,
            answers: answers + (isPortfolio ? [.problem(404, "There is no such wallet, or no such model.")] : []))
    }
}

extension OwnedWallets {
    /// Returns the wallet named in the path, or the wallets in the query; all wallets if it names none.
    func group(_ call: Call) async throws -> WalletGroup {
        if let name = call.text("wallet") { return WalletGroup(try await named(name)) }
        do {
            return try await group(call.texts("wallets"))
        } catch let error as PortfolioError {
            throw error.problem.at("wallets")
        }
    }
}

extension Parameter {
    static let wallet = Parameter.path("wallet", .anyWalletName, WalletReference.note)
    static let onDay = Parameter.query(
        "on", .day, "As of the end of this day (default: current holdings, at the closes of the newest stored day).")
    static let ifMatch = Parameter(
        name: "If-Match", place: .header, schema: .text(1...1000), isRequired: false,
        note: "The ETag of the wallet as you read it; the request is refused with 412 if the wallet has changed since.",
        fallback: nil)
    static let wallets = Parameter.query(
        "wallets", .array(.kept(1...256, words: "the id or the name of a wallet"), count: 1...100),
        "Ids or names of wallets, separated by commas (default: all wallets).")
    static let method = Parameter.query(
        "method", CostBasis.schema, "Which lots are used first, to compare (default: each wallet's own method).")
    static let explain = Parameter.query(
        "explain", .boolean, "Also explain every total: the lots, prices and formulas behind it.", default: .boolean(false))
}
