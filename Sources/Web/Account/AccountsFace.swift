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
            let people = accounts.people
            SignInPages(people: people).add(to: &pages)
            SignUpPages(people: people).add(to: &pages)
            LinkPages(people: people).add(to: &pages)
            ConfirmPages().add(to: &pages)
            ProfilePages().add(to: &pages)
            PasswordPages(people: people).add(to: &pages)
            SecondFactorPages(people: people).add(to: &pages)
            DevicePages(people: people).add(to: &pages)
            TokenPages(people: people).add(to: &pages)
            LeavingPages().add(to: &pages)
            OperatorPages(people: people, parts: site.server).add(to: &pages)
        })
}
