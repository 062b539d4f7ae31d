import Server

/// All pages of accounts.
struct AccountPages: Sendable {
    let parts: ServerParts
    let accounts: AccountParts

    func add(to pages: inout PageList) {
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
        OperatorPages(people: people, parts: parts).add(to: &pages)
    }
}
