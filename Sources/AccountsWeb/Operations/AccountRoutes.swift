import APIKit
import Services

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

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var profileOperations: ProfileOperations { ProfileOperations(store, pictures) }
    package var storageOperations: StorageOperations { StorageOperations(use: storageUse, quotas: quotas) }
    /// Nil without accounts.
    package var ownAccountOperations: OwnAccountOperations? { accounts.map { OwnAccountOperations($0, pictures, market, trading) } }
}
