import Server

extension Page.Place {
    static let account = Self(name: "account", icon: "user", standing: .last, audience: .people)
    static let operators = Self(name: "operators", icon: "shield", standing: .last, audience: .operators)
}

extension Face {
    /// Accounts of people, and their administration.
    static let accounts = Face(
        operations: AccountOperations.add, places: [.account, .operators],
        pages: { site, pages in
            guard let accounts = site.server.accounts else { return }
            let (server, people) = (site.server, accounts.people)
            let (sessions, credentials) = (SessionOperations(accounts), CredentialOperations(people))
            let own = OwnAccountOperations(accounts, server.market, server.trading)
            SignInPages(people: people, operations: sessions).add(to: &pages)
            SignUpPages(people: people, operations: SignUpOperations(people.signUps)).add(to: &pages)
            LinkPages(operations: credentials, account: own).add(to: &pages)
            ConfirmPages(people: people, operations: sessions).add(to: &pages)
            let storage = StorageOperations(use: server.storageUse, quotas: server.quotas)
            ProfilePages(operations: own, storage: storage).add(to: &pages)
            PasswordPages(people: people, operations: credentials).add(to: &pages)
            SecondFactorPages(people: people, operations: credentials).add(to: &pages)
            DevicePages(people: people, sessions: sessions, credentials: credentials).add(to: &pages)
            TokenPages(people: people, operations: PersonalTokenOperations(people)).add(to: &pages)
            LeavingPages(operations: own).add(to: &pages)
            OperatorPages(
                people: people, identity: server.identity, operations: OperatorOperations(people),
                support: SupportOperations(server.support, server.store)
            ).add(to: &pages)
        })
}
