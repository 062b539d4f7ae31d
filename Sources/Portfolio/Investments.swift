import Ledger
import Market

extension Portfolio {
    /// The name of the wallet whose lots are the owner's investments.
    package static let investmentsName = "Investments"

    /// Returns the wallet of investments, creating it if there is none.
    package func investments() async throws -> Wallet {
        if let wallet = try await walletRepository.wallet(named: Self.investmentsName, of: owner) { return wallet }
        do {
            return try await createWallet(Self.investmentsName)
        } catch PortfolioError.walletExists {
            return try await wallet(Self.investmentsName)  // another process created it meanwhile
        }
    }

    /// Returns the gains of the investments against their buy prices. Without the wallet the report is empty; the wallet is not
    /// created.
    ///
    /// - Parameters:
    ///   - day: as in ``gains(of:on:costBasis:keepsDisposals:)``.
    ///   - keepsDisposals: whether the report can be explained.
    package func investmentGains(
        on day: Day? = nil, keepsDisposals: Bool = false, in currency: Currency = .usd
    ) async throws -> GainsReport {
        if let wallet = try await walletRepository.wallet(named: Self.investmentsName, of: owner) {
            return try await gains(of: wallet, on: day, keepsDisposals: keepsDisposals, in: currency)
        }
        let none = Wallet(
            id: WalletID(0), publicID: "", owner: owner, name: Self.investmentsName, costBasis: .fifo, allowsNegative: false,
            createdAt: now())
        let group = WalletGroup(none)
        return GainsReport(
            wallets: group, costBasis: none.costBasis, day: day ?? today - 1, isOfNow: day == nil,
            timing: ReportTiming(firstDay: nil, later: nil),
            holdings: Valuation(
                wallets: group, day: day ?? today - 1, holdings: [], total: .zero(currency), knownTotal: .zero(currency)),
            assets: [:],
            gains: try Gains(
                Inventory(conversion: CurrencyConversion(to: currency, closes: [:])), realized: RealizedGains(currency),
                prices: [:],
                wallets: [none.id]), disposals: [],
            hasDisposals: keepsDisposals)
    }

    /// Returns an investment as recorded, with the correction that took it back, if any.
    ///
    /// - Throws: ``PortfolioError/noSuchInvestment(_:)``.
    package func investment(_ id: TransactionID) async throws -> RecordedTransaction {
        let wallet = try await walletRepository.wallet(named: Self.investmentsName, of: owner)
        let record = try await journal.transaction(id, of: owner)
        guard let wallet, let record, record.transaction.wallets.contains(wallet.id), record.transaction.kind == .deposit else {
            throw PortfolioError.noSuchInvestment(id)
        }
        return record
    }
}
