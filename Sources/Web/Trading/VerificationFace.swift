import Server

extension Face {
    /// The verification of a person, which operators decide.
    static let verification = Face(
        operations: TradingOperations.addVerification, operatorOperations: TradingOperations.addVerificationQueue,
        pages: { site, pages in
            let parts = site.server
            VerificationPages(trading: parts.trading, hasAccounts: parts.accounts != nil).add(to: &pages)
            guard parts.accounts != nil else { return }
            VerificationQueuePages(queue: parts.trading.verificationQueue).add(to: &pages)
        })
}
