import PageKit
import Services

extension Face {
    /// The verification of a person, which operators decide.
    package static let verification = Face(
        operations: TradingRoutes.addVerification, operatorOperations: TradingRoutes.addVerificationQueue,
        pages: { site, pages in
            let parts = site.server
            let operations = parts.verificationOperations
            VerificationPages(identity: parts.identity, operations: operations, hasAccounts: parts.accounts != nil).add(to: &pages)
            guard parts.accounts != nil else { return }
            VerificationQueuePages(operations: VerificationQueueOperations(parts.identity.queue)).add(to: &pages)
        })
}
