import Support

/// Operations that both HTTP and pages perform, made in one place, so that both have the same rights.
extension ServerParts {
    package var paymentOperations: PaymentOperations { PaymentOperations(trading, hasAccounts: accounts != nil) }
    package var verificationOperations: VerificationOperations { VerificationOperations(identity, accounts) }
    package var favouriteOrderOperations: FavouriteOrderOperations {
        FavouriteOrderOperations(trading, market, accounts?.people.profiles)
    }
    /// Messages between people and the operators.
    package var support: Support { Support(isAnswered: accounts != nil) }
    package var supportOperations: SupportOperations { SupportOperations(support, store) }
    package var storageOperations: StorageOperations { StorageOperations(use: storageUse, quotas: quotas) }
    /// Nil without accounts.
    package var ownAccountOperations: OwnAccountOperations? { accounts.map { OwnAccountOperations($0, market, trading) } }
    package var assetsOperations: AssetsOperations { AssetsOperations(market, favourites: favourites, refresh: refresh) }
    package var paperMatchesOperations: PaperMatchesOperations { PaperMatchesOperations(market, paperMatches, paperOutcomes) }
}
