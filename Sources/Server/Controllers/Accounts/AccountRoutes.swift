/// Accounts of people, and their administration; none on one person's machine.
package enum AccountRoutes {
    package static func add(_ parts: ServerParts, to api: inout API) {
        guard let accounts = parts.accounts else { return }
        let people = accounts.people
        SignUpOperations(people.signUps).add(to: &api)
        SessionOperations(accounts).add(to: &api)
        CredentialOperations(people).add(to: &api)
        parts.ownAccountOperations?.add(to: &api)
        parts.storageOperations.add(to: &api)
        PersonalTokenOperations(people).add(to: &api)
        OperatorOperations(people).add(to: &api)
    }
}
