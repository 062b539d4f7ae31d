import PageKit
import Services
import TradingWeb

extension Face {
    /// Accounts of people, and their administration.
    package static let accounts = Face(
        operations: AccountRoutes.add, places: [.account, .operators],
        pages: { site, pages in
            guard let accounts = site.server.accounts, let own = site.server.ownAccountOperations else { return }
            let (server, people) = (site.server, accounts.people)
            let (sessions, credentials) = (SessionOperations(accounts), CredentialOperations(people))
            SignInPages(people: people, operations: sessions).add(to: &pages)
            SignUpPages(people: people, operations: SignUpOperations(people.signUps), sessions: sessions).add(to: &pages)
            LinkPages(operations: credentials, account: own).add(to: &pages)
            ConfirmPages(people: people, operations: sessions).add(to: &pages)
            ProfilePages(operations: own, storage: server.storageOperations, details: server.profileOperations).add(to: &pages)
            PasswordPages(people: people, operations: credentials).add(to: &pages)
            SecondFactorPages(people: people, operations: credentials).add(to: &pages)
            DevicePages(people: people, sessions: sessions, credentials: credentials).add(to: &pages)
            TokenPages(people: people, operations: PersonalTokenOperations(people)).add(to: &pages)
            LeavingPages(operations: own).add(to: &pages)
            OperatorPages(
                people: people, identity: server.identity, operations: OperatorOperations(people),
                support: server.supportOperations
            ).add(to: &pages)
        })
}
