import Access
import ArgumentParser
import Market
import People
import Platform

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Create, invite, list, lock, reset and delete accounts.",
        discussion: """
            EXAMPLES
              closecast account create ann@example.com --operator --take-over local
              closecast account invite bob@example.com --public-url https://example.com
              closecast account list
              closecast account show ann@example.com
              closecast account lock bob@example.com --reason "terms violated"
              closecast account reset bob@example.com
              closecast account invitations

            Accounts are for a server that several people use. Anyone who can write the \
            database can run these commands, also while the server runs. They show who has \
            an account and its state, never its contents. Each change is recorded as \
            an event of the account.
            """,
        subcommands: [
            AccountCreate.self, AccountInvite.self, AccountInvitations.self, AccountRevokeInvitation.self, AccountList.self,
            AccountShow.self, AccountEvents.self, AccountLock.self, AccountUnlock.self, AccountEndSessions.self, AccountReset.self,
            AccountResetSecondFactor.self, AccountDelete.self,
        ]
    )
}

/// The argument that names an account, and its database.
struct AccountOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The account's address or id.", valueName: "address|id"))
    var account: String

    @OptionGroup var storeOptions: StoreOptions

    /// Opens the accounts. A missing database has none.
    ///
    /// - Throws: ``PeopleError/noSuchAccount(_:)``, a ``Failure``.
    func administration() throws -> Administration {
        guard let store = try storeOptions.openIfThere() else { throw PeopleError.noSuchAccount(account) }
        return store.accounts
    }
}

extension LocalStore {
    var accounts: Administration { Administration(PeopleParts(file) { ProcessState.secondsSince1970 }) }
}

extension Administration {
    /// Returns all accounts, in the order of their creation.
    ///
    /// - Parameter text: a part of the name or address; nil for all.
    func all(matching text: String? = nil) async throws -> [Listed] {
        let pageSize = 500
        var found: [Listed] = []
        while true {
            let page = try await list(matching: text, after: found.last?.person.id, limit: pageSize)
            found += page
            guard page.count == pageSize else { return found }
        }
    }
}
