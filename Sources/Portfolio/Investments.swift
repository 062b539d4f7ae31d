import Ledger
import Market

/// An owner's investments: the lots of a wallet made for them.
package struct Investments: Sendable {
    private let wallets: OwnedWallets
    private let journal: Journal
    private let gainsReports: GainsReports
    private let corrections: Corrections
    private let orders: Orders

    init(
        _ wallets: OwnedWallets, _ journal: Journal, _ gains: GainsReports, _ corrections: Corrections, _ orders: Orders
    ) {
        (self.wallets, self.journal, gainsReports) = (wallets, journal, gains)
        (self.corrections, self.orders) = (corrections, orders)
    }

    /// The name of the wallet whose lots are the owner's investments.
    package static let walletName = "Investments"

    /// Returns the wallet of investments, creating it if there is none.
    package func wallet() async throws -> Wallet {
        if let wallet = try await existingWallet() { return wallet }
        do {
            return try await wallets.create(Self.walletName)
        } catch PortfolioError.walletExists {
            return try await wallets.named(Self.walletName)  // created by another process meanwhile
        }
    }

    /// The wallet of investments before it is created, for a form whose first transaction creates it.
    package var draft: Wallet {
        Wallet(
            id: WalletID(0), publicID: "", owner: wallets.owner, name: Self.walletName, costBasis: .fifo, allowsNegative: false,
            createdAt: wallets.now())
    }

    /// Removes the wallet of investments again if nothing was ever recorded in it.
    package func discardUnused() async throws {
        if let wallet = try await existingWallet() { try await wallets.store.discardUnusedWallet(wallet.id) }
    }

    /// Returns the gains of the investments against their buy prices. Without the wallet the report is empty; the wallet is not
    /// created.
    ///
    /// - Parameters:
    ///   - day: as in ``GainsReports``.
    ///   - keepsDisposals: whether the report can be explained.
    package func gains(
        on day: Day? = nil, keepsDisposals: Bool = false, in currency: Currency = .usd
    ) async throws -> GainsReport {
        if let wallet = try await existingWallet() {
            return try await gainsReports.report(of: wallet, on: day, keepsDisposals: keepsDisposals, in: currency)
        }
        let none = draft
        let group = WalletGroup(none)
        let reportDay = day ?? Day(secondsSince1970: wallets.now()) - 1
        return GainsReport(
            wallets: group, costBasis: none.costBasis, day: reportDay, isOfNow: day == nil,
            timing: ReportTiming(firstDay: nil, later: nil),
            holdings: Valuation(
                wallets: group, day: reportDay, holdings: [], total: .zero(currency), knownTotal: .zero(currency)),
            assets: [:],
            gains: try Gains(
                Inventory(conversion: CurrencyConversion(to: currency, closes: [:])), realized: RealizedGains(currency),
                prices: [:], on: reportDay,
                wallets: [none.id]), gainsWithOldPrices: nil, olderRates: [], disposals: [],
            hasDisposals: keepsDisposals)
    }

    /// Returns an investment as recorded, with the correction that took it back, if any.
    ///
    /// - Throws: ``PortfolioError/noSuchInvestment(_:)``.
    package func investment(_ id: TransactionID) async throws -> RecordedTransaction {
        let wallet = try await existingWallet()
        let record = try await journal.find(id)
        guard let wallet, let record, record.transaction.wallets.contains(wallet.id), record.transaction.kind == .deposit else {
            throw PortfolioError.noSuchInvestment(id)
        }
        return record
    }

    /// Returns the order that adds an investment, and creates the wallet of investments if there is none.
    ///
    /// - Parameters:
    ///   - time: when it was bought, in seconds since 1970-01-01 UTC.
    ///   - isTimeGiven: whether the user gave the time.
    package func order(
        for investment: NewInvestment, time: Int, isTimeGiven: Bool, note: String
    ) async throws -> Order {
        Order(
            wallet: try await wallet(), asset: investment.asset,
            action: .deposit(investment.quantity, cost: investment.cost), time: time, isTimeGiven: isTimeGiven, note: note)
    }

    /// Returns the wallet of investments; nil if there is none.
    package func existingWallet() async throws -> Wallet? {
        try await wallets.find(Self.walletName)
    }

    /// Corrects an investment: takes it back and records an order of ``order(for:time:isTimeGiven:note:)`` in its place, both or
    /// neither.
    ///
    /// - Throws: ``PortfolioError/noSuchInvestment(_:)``, and whatever ``Orders/perform(_:replacing:key:)`` throws.
    package func replace(
        _ id: TransactionID, with order: Order, key: String? = nil
    ) async throws -> (PreparedOrder, [AppendResult]) {
        _ = try await investment(id)
        return try await orders.perform([order], replacing: [id], key: key)
    }

    /// Takes investments back, all or none, as if they had never been made: ``Corrections/correct(_:)`` of investments only.
    ///
    /// - Throws: ``PortfolioError/noSuchInvestment(_:)``, and whatever ``Orders/takeBack(_:)`` throws.
    @discardableResult package func remove(_ ids: [TransactionID]) async throws -> CorrectionReceipt {
        for id in ids { _ = try await investment(id) }
        return try await corrections.correct(ids)
    }
}
