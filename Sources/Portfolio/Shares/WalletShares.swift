import Access
import Ledger
import Market
import Records
import Store

/// The links to an owner's wallets: makes, lists and revokes them, and finds the one of a secret.
package struct WalletShares: Sendable {
    private let store: Store
    private let portfolio: @Sendable (_ owner: String) -> Portfolio
    /// Returns seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    /// The most links of an owner that have not ended.
    package static let most = 20

    /// - Parameters:
    ///   - portfolio: returns the portfolio of an owner.
    ///   - now: returns seconds since 1970-01-01 UTC.
    package init(
        _ store: Store, _ portfolio: @escaping @Sendable (_ owner: String) -> Portfolio, now: @escaping @Sendable () -> Int
    ) {
        (self.store, self.portfolio, self.now) = (store, portfolio, now)
    }

    /// Returns the links to a wallet that have not ended, newest first.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``.
    package func list(_ name: String, of owner: String) async throws -> [WalletShare] {
        let (wallet, now) = (try await portfolio(owner).wallets.named(name), now())
        return try await store.reading { reading in
            try reading.rows(
                WalletShare.self, "WHERE wallet = ? AND ends_at > ? ORDER BY created_at DESC, rowid DESC", Int(wallet.id.number),
                now)
        }
    }

    /// Makes a link; those of the owner that have ended are removed.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``, ``ShareError/tooMany(most:)``.
    package func make(_ draft: ShareDraft, of owner: String) async throws -> MadeShare {
        let (wallet, secret) = (try await portfolio(owner).wallets.named(draft.wallet), ShareSecret())
        return try await store.change { change in
            try change.run("DELETE FROM wallet_shares WHERE owner = ? AND ends_at <= ?", owner, change.now)
            let count: Int? = try change.reading.value("SELECT count(*) FROM wallet_shares WHERE owner = ?", [owner])
            guard count ?? 0 < Self.most else { throw ShareError.tooMany(most: Self.most) }
            let share = WalletShare(draft, of: wallet, secret, at: change.now)
            try change.insert(share)
            return MadeShare(share, secret)
        }
    }

    /// Revokes a link, with effect from the next request.
    ///
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``, ``ShareError/noShare(_:)``.
    package func revoke(_ reference: ShareReference, of owner: String) async throws {
        let wallet = try await portfolio(owner).wallets.named(reference.wallet)
        try await store.change { change in
            let condition = "WHERE id = ? AND owner = ? AND wallet = ?"
            let found = try change.reading.rows(
                WalletShare.self, condition, reference.share, owner, Int(wallet.id.number))
            guard !found.isEmpty else { throw ShareError.noShare(reference.share) }
            try change.run("DELETE FROM wallet_shares \(condition)", reference.share, owner, Int(wallet.id.number))
        }
    }

    // MARK: Readers

    /// Returns the link of a secret; nil if there is none, if it has ended or was revoked, and if its wallet was deleted. All of these
    /// take the same time: the index finds a link by its hash, whose prefix a client cannot choose.
    package func share(of text: String) async throws -> WalletShare? {
        let (hash, now) = (ShareSecret(text: text).hash, now())
        let found = try await store.reading { reading in
            try reading.rows(
                WalletShare.self,
                "WHERE hash = ? AND EXISTS (SELECT 1 FROM wallets WHERE id = wallet_shares.wallet AND deleted_at IS NULL)", hash)
        }
        return found.first { ConstantTime.areEqual($0.hash, hash) && $0.endsAt.seconds > now }
    }

    /// Returns what the readers of a link see.
    package func content(of share: WalletShare, in currency: Currency) async throws -> SharedWallet {
        let portfolio = portfolio(share.owner)
        let group = try await portfolio.wallets.group(ids: [WalletID(Int64(share.wallet))])
        return try await SharedWallet(share, group, portfolio, in: currency)
    }

    /// Whether today's use of a link is not recorded yet.
    package func isFirstUse(of share: WalletShare) -> Bool { share.lastUsedOn.map { $0 < today } ?? true }

    /// Records that a link was used today.
    package func noteUse(of share: WalletShare) async throws {
        let (id, today) = (share.id, today)
        try await store.change { change in
            try change.run("UPDATE wallet_shares SET last_used_on = ? WHERE id = ?", today, id)
        }
    }

    private var today: Day { Day(secondsSince1970: now()) }
}
