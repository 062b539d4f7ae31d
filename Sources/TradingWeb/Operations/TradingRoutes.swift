import APIKit
import Services

/// Simulated accounts.
package enum TradingRoutes {
    /// Adds trades, payments and transfers.
    package static func add(_ parts: ServerParts, to api: inout API) {
        let (trading, market) = (parts.trading, parts.market)
        TradeOperations(trading, market).add(to: &api)
        parts.paymentOperations.add(to: &api)
        TransferOperations(trading, market).add(to: &api)
    }

    /// Adds the verification of a person.
    package static func addVerification(_ parts: ServerParts, to api: inout API) {
        parts.verificationOperations.add(to: &api)
    }

    /// Adds the decisions of operators on verifications.
    package static func addVerificationQueue(_ parts: ServerParts, to api: inout API) {
        VerificationQueueOperations(parts.identity.queue).add(to: &api)
    }

    /// Adds the referral code, earnings, the order of favourites, the rules and the help.
    package static func addEarnings(_ parts: ServerParts, to api: inout API) {
        let (trading, market, profiles) = (parts.trading, parts.market, parts.accounts?.people.profiles)
        let preferred = PreferredCoin(market: market, profiles: profiles)
        ReferralOperations(trading.referrals).add(to: &api)
        EarningsController(
            trading: trading, market: market, portfolios: parts.portfolios, preferred: preferred, worker: parts.worker
        ).add(to: &api)
        parts.favouriteOrderOperations.add(to: &api)
        HelpOperations(parts.help, trading.parts.rules, profiles).add(to: &api)
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var paymentOperations: PaymentOperations { PaymentOperations(trading, hasAccounts: accounts != nil) }
    package var verificationOperations: VerificationOperations { VerificationOperations(identity, accounts, pictures) }
    package var favouriteOrderOperations: FavouriteOrderOperations {
        FavouriteOrderOperations(trading, market, accounts?.people.profiles)
    }
    package var supportOperations: SupportOperations { SupportOperations(support, store) }
}
