import Identity
import Ledger
import Market

/// An owner's simulated account: its balances, its history and the order of its favourites.
package struct TradingAccounts: Sendable {
    let parts: TradingParts

    /// The state of an account; empty before it is opened.
    package struct State: Sendable {
        package let account: TradingStanding
        package let balances: [AssetID: TradingBalance]
        package let openOrders: [TradeOrder]
        package let openPayments: [Payment]
        /// The amounts that can be traded, withdrawn and sent today and this month, in US dollars.
        package let limits: [Limit]
        /// On the bank's clock, in seconds since 1970-01-01 UTC.
        package let bankTime: Int
        /// Bank seconds for each real second.
        package let clockSpeed: Double
    }

    /// A limit and the amount used of it, in US dollars.
    package struct Limit: Equatable, Sendable {
        package let purpose: UsagePurpose
        package let period: TradingError.LimitPeriod
        package let most: FixedDecimal
        package let used: FixedDecimal
    }

    /// Opens the account of an owner, or returns the one that was opened before.
    package func open(of owner: String) async throws -> TradingAccount {
        if let account = try await find(of: owner) { return account }
        return try await parts.change { try $0.account(of: owner) }
    }

    /// Returns the account, if the owner has one.
    package func find(of owner: String) async throws -> TradingAccount? {
        try await parts.read(rows: 1) { try $0.records.account(of: owner) }
    }

    /// Returns what an account has of an asset; nil if the owner has no account.
    package func balance(of asset: AssetID, owner: String) async throws -> TradingBalance? {
        try await parts.read(rows: 3) { change in
            try change.records.account(of: owner).map { try change.records.balance(of: asset, in: $0) }
        }
    }

    /// Returns the state of an owner. Does not open an account.
    package func state(of owner: String) async throws -> State {
        try await parts.read { change in
            let account = try change.records.account(of: owner)
            let standing = try account.map(TradingStanding.init) ?? change.standing(of: owner)
            return State(
                account: standing, balances: try account.map { try change.records.balances(of: $0) } ?? [:],
                openOrders: try change.records.openOrders(of: owner), openPayments: try change.records.openPayments(of: owner),
                limits: try UsagePurpose.allCases.flatMap { try change.limits(standing.level, $0, of: owner) },
                bankTime: try change.bankNow, clockSpeed: try change.bankClock().speed)
        }
    }

    /// The time of the bank's clock, in seconds since 1970-01-01 UTC.
    package func bankTime() async throws -> Int { try await parts.read(rows: 1) { try $0.bankNow } }

    // MARK: History

    package func history(of owner: String, _ query: HistoryQuery) async throws -> [HistoryEntry] {
        try await parts.read { try $0.records.history(of: owner, query) }
    }

    /// - Throws: ``TradingError/noHistoryEntry(_:)``.
    package func entry(_ id: String, of owner: String) async throws -> HistoryEntry {
        try await parts.read { change in
            guard let entry = try change.records.historyEntry(id: id, of: owner) else { throw TradingError.noHistoryEntry(id) }
            return entry
        }
    }

    // MARK: Favourites

    /// The order of the person's favourites.
    package func favouriteOrder(of owner: String) async throws -> [AssetID] {
        try await parts.read { try $0.records.favouriteOrder(of: owner) }
    }

    /// Sets the order of a person's coins. Cash may be among them, because it can be a favourite. Opens no account.
    ///
    /// - Parameter assets: at most ``FavouriteOrderInput/mostAssets``; repeated ones count once.
    /// - Throws: `AssetError.notStored`.
    package func setFavouriteOrder(_ assets: [AssetID], of owner: String) async throws -> [AssetID] {
        var seen: Set<AssetID> = []
        let chosen = Array(assets.filter { seen.insert($0).inserted }.prefix(FavouriteOrderInput.mostAssets))
        try await parts.change { change in
            for asset in chosen { _ = try change.asset(asset) }
            try change.records.setFavouriteOrder(chosen, of: owner)
        }
        return chosen
    }
}

extension TradingChange {
    fileprivate func limits(
        _ level: VerificationLevel, _ purpose: UsagePurpose, of owner: String
    ) throws -> [TradingAccounts.Limit] {
        let most = rules.limits(level, purpose)
        let used = try used(purpose, of: owner)
        return [
            TradingAccounts.Limit(purpose: purpose, period: .day, most: most.day, used: used.day),
            TradingAccounts.Limit(purpose: purpose, period: .month, most: most.month, used: used.month),
        ]
    }
}
