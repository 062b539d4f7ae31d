import ArgumentParser
import People

struct AccountRevokeInvitation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-invitation", abstract: "Revoke an open invitation: its link no longer works.")

    @Argument(help: ArgumentHelp("An invitation's id, from account invitations.", valueName: "id"))
    var invitation: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            guard !isLink else {
                throw Failure("this is the link of an invitation; give its id, from closecast account invitations", .usage)
            }
            guard let store = try storeOptions.openIfThere() else { throw PeopleError.noSuchInvitation(invitation) }
            try await store.accounts.revokeInvitation(invitation, .commandLine)
            try Console.write("invitation \(invitation) is revoked\n")
        }
    }

    /// Whether the user pasted a link or its secret, which no message may repeat.
    private var isLink: Bool { invitation.contains(Secret.Kind.invitation.rawValue) }
}
