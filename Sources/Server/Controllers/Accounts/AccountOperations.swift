/// Accounts of people, and their administration; none on one person's machine.
package enum AccountOperations {
    package static func add(_ parts: ServerParts, to api: inout API) {
        guard let accounts = parts.accounts else { return }
        let people = accounts.people
        SignUpOperations(people.signUps).add(to: &api)
        SessionOperations(accounts).add(to: &api)
        CredentialOperations(people).add(to: &api)
        let archive = AccountArchive(
            store: parts.store, people: people, market: parts.market, portfolios: parts.portfolios, favourites: parts.favourites,
            paperMatches: parts.paperMatches, trading: parts.trading)
        AccountController(parts: accounts, archive: archive).add(to: &api)
        StorageController(quotas: parts.quotas, use: parts.storageUse).add(to: &api)
        PersonalTokensController(people: people).add(to: &api)
        OperatorsController(people: people).add(to: &api)
    }
}
