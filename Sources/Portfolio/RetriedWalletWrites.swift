import Ledger

/// A wallet to create.
package struct NewWallet: Equatable, Sendable {
    package let name: String
    package let costBasis: CostBasis
    package let allowsNegative: Bool

    package init(name: String, costBasis: CostBasis, allowsNegative: Bool) {
        (self.name, self.costBasis, self.allowsNegative) = (name, costBasis, allowsNegative)
    }

    /// Whether a wallet matches this one.
    fileprivate func isMade(in wallet: Wallet) -> Bool {
        wallet.name == name && wallet.costBasis == costBasis && wallet.allowsNegative == allowsNegative
    }
}

/// Checks a wallet before it is written, and returns the version that it must still have at the write; nil for any version.
package typealias WalletCondition = (Wallet) async throws -> WalletVersion?

/// Writes that a client may send again because it did not receive the result. The effect of an earlier attempt is then the result.
extension OwnedWallets {
    /// Creates a wallet.
    ///
    /// - Returns: the wallet, and false if an earlier attempt had created it.
    /// - Throws: whatever ``create(_:costBasis:allowsNegative:)`` throws.
    package func create(_ new: NewWallet, isRetry: Bool) async throws -> (wallet: Wallet, isNew: Bool) {
        do {
            return (try await create(new.name, costBasis: new.costBasis, allowsNegative: new.allowsNegative), true)
        } catch let error as PortfolioError {
            guard isRetry, case .walletExists = error else { throw error }
            let wallet = try await named(new.name)
            guard new.isMade(in: wallet) else { throw error }
            return (wallet, false)
        }
    }

    /// Changes a wallet: everything in `change`, or nothing.
    ///
    /// - Parameters:
    ///   - text: its name or id. If an earlier attempt has renamed the wallet, its new name finds it.
    ///   - condition: checked before the wallet is changed.
    /// - Returns: the wallet, and false if an earlier attempt had changed it.
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``, and whatever `condition` and ``change(_:_:expecting:)`` throw.
    package func change(
        walletNamed text: String, _ change: WalletChange, isRetry: Bool, if condition: WalletCondition
    ) async throws -> (wallet: Wallet, isNew: Bool) {
        let found: Wallet
        do {
            found = try await named(text)
        } catch let error as PortfolioError {
            guard isRetry, case .noSuchWallet = error, let name = change.name else { throw error }
            found = try await named(name)
        }
        if isRetry, found.has(change) { return (found, false) }
        return (try await self.change(found, change, expecting: try await condition(found)), true)
    }

    /// Deletes a wallet from the lists. Its transactions stay in the journal.
    ///
    /// - Parameters:
    ///   - text: its name or id.
    ///   - condition: checked before the wallet is deleted.
    /// - Returns: false if an earlier attempt had deleted it.
    /// - Throws: ``PortfolioError/noSuchWallet(_:near:)``, and whatever `condition` and ``delete(_:withHoldings:expecting:)`` throw.
    package func delete(
        walletNamed text: String, withHoldings: Bool, isRetry: Bool, if condition: WalletCondition
    ) async throws -> Bool {
        do {
            let wallet = try await named(text)
            try await delete(wallet, withHoldings: withHoldings, expecting: try await condition(wallet))
            return true
        } catch let error as PortfolioError {
            guard isRetry, case .noSuchWallet = error else { throw error }
            return false
        }
    }
}

extension Wallet {
    /// Whether the wallet already has the changed values.
    fileprivate func has(_ change: WalletChange) -> Bool {
        name == change.name ?? name && costBasis == change.costBasis ?? costBasis
    }
}
