import Ledger

extension Portfolio {
    /// The name of the wallet whose lots are a person's investments.
    public static let investmentsName = "Investments"

    /// The wallet of investments, made where there is none.
    public func investments() async throws -> Wallet {
        if let wallet = try await repositories.wallets.wallet(named: Self.investmentsName, of: owner) { return wallet }
        do {
            return try await createWallet(Self.investmentsName)
        } catch PortfolioError.walletExists {
            return try await wallet(Self.investmentsName)  // another process made it meanwhile
        }
    }

    /// Takes investments back, all or none, as if they had never been made.
    ///
    /// - Throws: ``PortfolioError/noSuchInvestment(_:)``, and what ``takeBack(_:)`` throws.
    @discardableResult public func removeInvestments(_ ids: [TransactionID]) async throws -> [AppendResult] {
        let wallet = try await repositories.wallets.wallet(named: Self.investmentsName, of: owner)
        for id in ids {
            let record = try await repositories.journal.transaction(id, of: owner)
            guard let wallet, let record, record.transaction.wallets.contains(wallet.id), record.transaction.kind == .deposit else {
                throw PortfolioError.noSuchInvestment(id)
            }
        }
        return try await takeBack(ids)
    }
}
